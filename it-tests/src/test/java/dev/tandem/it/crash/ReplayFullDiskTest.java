package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.app.replay.Replay;
import dev.tandem.app.replay.ReplayOptions;
import dev.tandem.app.replay.ReplayProgress;
import dev.tandem.app.replay.ReplayResult;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.flow.BadInputException;
import dev.tandem.flow.Flow;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.FlowMix;
import dev.tandem.flow.generator.FlowPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A replay whose log fills the disk stops at a prefix, and ends where it would have with room. */
class ReplayFullDiskTest {

  private static final int SEGMENT = 1 << 18;

  /** The first segment, and one of the reserve. */
  private static final long ROOM_TO_OPEN = 5 * SEGMENT / 2;

  private static final long ROOM_TO_BEGIN = 4 << 20;

  @TempDir private Path dir;

  private final Flow flow = FlowGenerator.generate(FlowPlan.of(60_000, 7, FlowMix.FULL));

  private ReplayOptions options(JournalOptions journal) {
    return new ReplayOptions(Topology.fused(), true, 0, false, false, false, journal);
  }

  private static void assertSame(ReplayResult found, ReplayResult expected) {
    assertThat(found.hashes().events()).isEqualTo(expected.hashes().events());
    assertThat(found.hashes().state()).isEqualTo(expected.hashes().state());
  }

  @Test
  void stopsAndContinuesWithRoom() throws IOException, InterruptedException {
    ReplayResult expected = Replay.run(flow, options(null));
    try (SmallDisk disk = SmallDisk.create(dir, 48)) {
      Path log = disk.root().resolve("log");
      ReplayOptions logged = options(JournalOptions.in(log).segmentBytes(SEGMENT));
      Path filler = disk.fill(0);
      assertThatThrownBy(() -> Exchange.builder().journal(logged.journal()).daemon().start())
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("bytes are missing");
      assertThat(log).doesNotExist();
      for (long room : new long[] {ROOM_TO_OPEN, ROOM_TO_BEGIN}) {
        Files.delete(filler);
        filler = disk.fill(room);
        assertThatThrownBy(() -> Replay.run(flow, logged))
            .isInstanceOf(BadInputException.class)
            .hasMessageContaining("the disk is full")
            .hasMessageContaining("commands are logged")
            .hasMessageContaining("bytes more");
      }
      Files.delete(filler);
      assertSame(Replay.run(flow, logged), expected);
    }
  }

  /** Room that comes back while commands are being refused must not leave a hole in the log. */
  @Test
  void whatIsLoggedIsAPrefixThoughRoomComesBack() throws IOException, InterruptedException {
    ReplayResult expected = Replay.run(flow, options(null));
    try (SmallDisk disk = SmallDisk.create(dir, 48)) {
      ReplayOptions logged =
          options(JournalOptions.in(disk.root().resolve("log")).segmentBytes(SEGMENT));
      Path filler = disk.fill(ROOM_TO_BEGIN);
      ReplayProgress giver =
          new ReplayProgress() {
            @Override
            public void funded(long done, long all) {}

            @Override
            public void submitted(int done, int all) {
              try {
                if (Files.getFileStore(disk.root()).getUsableSpace() < SEGMENT) {
                  Files.deleteIfExists(filler);
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }
          };
      ReplayResult found;
      try {
        found = Replay.run(flow, logged, giver);
      } catch (BadInputException full) {
        assertThat(full).hasMessageContaining("the disk is full");
        Files.deleteIfExists(filler);
        found = Replay.run(flow, logged);
      }
      assertSame(found, expected);
    }
  }
}

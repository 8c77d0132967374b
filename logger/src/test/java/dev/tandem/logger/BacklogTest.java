package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.seal.KeySealing;
import dev.tandem.logger.seal.KeyUnsealing;
import dev.tandem.logger.seal.SealMode;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sealer that is behind: callers meet the backpressure, the disk does not fill with secrets. */
class BacklogTest {
  private static final int BACKLOG = 3;

  @TempDir private Path directory;

  @Test
  void segmentsThatWaitForTheSealerAreLimited() throws IOException {
    AtomicBoolean down = new AtomicBoolean(true);
    KeySealing keys = new KeySealing(AbandonedTest.ring(), SealMode.BLOCKS);
    Sealing sealing =
        new Sealing() {
          @Override
          public boolean perRecord() {
            return false;
          }

          @Override
          public SegmentSink openSink(SegmentInfo segment, long start, PartOrigin origin)
              throws IOException {
            if (down.get()) {
              throw new IllegalStateException("the key source is down");
            }
            return keys.openSink(segment, start, origin);
          }

          @Override
          public RecordSeal openRecords(SegmentInfo segment, MemorySegment area) {
            throw new UnsupportedOperationException();
          }
        };
    List<String> reported = new CopyOnWriteArrayList<>();
    LogStoreConfig config =
        Logs.small()
            .onFailure(reported::add)
            .segmentsAhead(1)
            .overflow(OverflowPolicy.DROP)
            .sealing(sealing)
            .sealBacklog(BACKLOG)
            .sync(SyncPolicy.onLevel(LogLevel.ERROR))
            .build();
    long written = 0;
    try (LogStore store = LogStore.open(directory, config)) {
      LogWriter writer = store.writer("w");
      // The failing source is no failure of the call.
      assertThat(writer.log(LogLevel.ERROR, "record {}", written++)).isTrue();
      while (reported.stream().noneMatch(text -> text.contains("wait for being sealed"))) {
        written += writer.log(LogLevel.INFO, "record {}", written) ? 1 : 0;
      }
      while (writer.log(LogLevel.INFO, "record {}", written)) {
        written++;
      }
      assertThat(store.metrics().sealerBacklog()).isBetween((long) BACKLOG, BACKLOG + 2L);
      assertThat(LogReader.list(directory)).hasSizeLessThanOrEqualTo(BACKLOG + 3);
      down.set(false);
      Logs.await("logging to resume", () -> writer.log(LogLevel.INFO, "resumed"));
    }
    assertThat(Logs.read(directory, new KeyUnsealing(AbandonedTest.ring())).messages())
        .contains("record 0", "record " + (written - 1), "resumed");
  }
}

package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.app.Main;
import dev.tandem.wal.Durability;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalFullException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fills up: known before the reserve is gone, refused without harm, and over again. */
class FullDiskTest {

  private static final byte TYPE = 7;
  private static final WalConfig CONFIG =
      WalConfig.builder().segmentBytes(1 << 18).segmentsAhead(2).build();

  @TempDir private Path dir;
  private SmallDisk mounted;
  private Path disk;

  @BeforeEach
  void mount() throws IOException, InterruptedException {
    mounted = SmallDisk.create(dir, 8);
    disk = mounted.root();
  }

  @AfterEach
  void unmount() {
    if (mounted != null) {
      mounted.close();
    }
  }

  private static TestRecord record(long n) {
    return new TestRecord(0, 0, n, 0);
  }

  private static void append(Wal wal, List<Long> acknowledged) throws Exception {
    long n = acknowledged.size();
    long sequence = wal.append(TYPE, record(n).bytes());
    wal.confirmations().await(sequence, Durability.SYNCED, Deadline.LIMIT);
    acknowledged.add(sequence);
  }

  private static int tandem(Object... args) {
    String[] words = Stream.of(args).map(Object::toString).toArray(String[]::new);
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return Main.run(words, nowhere, nowhere);
  }

  private void check(List<Long> acknowledged) throws IOException {
    long next =
        TandemLog.read(
            disk.resolve("log"),
            (sequence, bytes) -> {
              assertThat(acknowledged.get((int) sequence)).isEqualTo(sequence);
              assertThat(bytes).isEqualTo(record(sequence).bytes());
            });
    assertThat(next).isEqualTo(acknowledged.size());
  }

  @Test
  void aFullDiskIsKnownInTimeAndEndsWithNewRoom() throws Exception {
    List<Long> acknowledged = new ArrayList<>();
    try (Wal wal = Wal.open(disk.resolve("log"), CONFIG)) {
      for (int i = 0; i < 100; i++) {
        append(wal, acknowledged);
      }
      Path filler = mounted.fill(1 << 20);
      long inReserve = 0;
      boolean full = false;
      while (!full) {
        boolean room = wal.hasRoom(1);
        try {
          append(wal, acknowledged);
          inReserve += room ? 0 : 1;
        } catch (WalFullException e) {
          full = true;
        }
      }
      assertThat(inReserve).as("appended after the warning").isPositive();
      assertThat(wal.hasRoom(1)).isFalse();
      assertThat(wal.failure()).isNull();
      assertThatThrownBy(() -> append(wal, acknowledged)).isInstanceOf(WalFullException.class);
      Files.delete(filler);
      Deadline.await("room", () -> wal.hasRoom(1));
      for (int i = 0; i < 100; i++) {
        append(wal, acknowledged);
      }
      assertThat(wal.failure()).isNull();
    }
    check(acknowledged);
  }

  @Test
  void aLogOnAFullDiskKeepsAllItHoldsUntilThereIsRoom() throws Exception {
    List<Long> acknowledged = new ArrayList<>();
    try (Wal wal = Wal.open(disk.resolve("log"), CONFIG)) {
      mounted.fill(1 << 20);
      boolean full = false;
      while (!full) {
        try {
          append(wal, acknowledged);
        } catch (WalFullException e) {
          full = true;
        }
      }
    }
    Path filler = disk.resolve("filler");
    Files.delete(filler);
    mounted.fill(0);
    check(acknowledged);
    // To write it there must be room for a segment; nothing is lost by trying.
    assertThatThrownBy(() -> Wal.open(disk.resolve("log"), CONFIG).close())
        .hasMessageContaining("no room on the disk")
        .hasMessageContaining("bytes are missing");
    assertThat(tandem("wal", "repair", disk.resolve("log"))).isZero();
    check(acknowledged);
    Files.delete(filler);
    try (Wal wal = Wal.open(disk.resolve("log"), CONFIG)) {
      assertThat(wal.nextSequence()).isEqualTo(acknowledged.size());
      append(wal, acknowledged);
    }
    check(acknowledged);
  }

  @Test
  void aLogThatHasNoRoomToBeginSaysSo() throws IOException {
    Path filler = mounted.fill(0);
    assertThatThrownBy(() -> Wal.open(disk.resolve("log"), CONFIG).close())
        .hasMessageContaining("bytes are missing");
    assertThat(disk.resolve("log")).doesNotExist();
    Files.delete(filler);
    Wal.open(disk.resolve("log"), CONFIG).close();
  }
}

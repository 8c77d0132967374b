package dev.tandem.wal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.format.SegmentNames;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user of the log sees. */
class WalTest {

  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir Path directory;

  @Test
  void anEmptyLogHasNothing() throws WalException {
    for (int i = 0; i < 3; i++) {
      try (Wal wal = Wal.open(directory, Logs.small().build())) {
        assertThat(wal.firstSequence()).isEqualTo(-1);
        assertThat(wal.nextSequence()).isZero();
        assertThat(wal.recovery().records()).isZero();
        assertThat(wal.recovery().repaired()).isFalse();
        assertThat(wal.confirmations().synced()).isEqualTo(-1);
        assertThat(wal.failure()).isNull();
      }
      assertThat(Logs.read(directory, ReadMode.STRICT, 0)).isEmpty();
    }
  }

  @Test
  void continuesWhereItWasClosed() throws WalException {
    long last = -1;
    for (int run = 0; run < 5; run++) {
      try (Wal wal = Wal.open(directory, Logs.small().build())) {
        assertThat(wal.recovery().lastSequence()).isEqualTo(last);
        assertThat(wal.recovery().records()).isEqualTo(last + 1);
        assertThat(wal.recovery().clean()).isTrue();
        last = Logs.append(wal, 100);
        wal.confirmations().await(last, Durability.SYNCED, LONG);
      }
      assertThat(Logs.read(directory, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(last));
      assertThat(Logs.read(directory, ReadMode.SKIP_OLDER_SEGMENTS, 90).get(0)).isEqualTo(90L);
    }
  }

  @Test
  void settingsKnowWhatTheFormatTakes() {
    assertThat(WalConfig.SEGMENT_OVERHEAD_BYTES)
        .isEqualTo(SegmentHeader.BYTES + RecordFormat.MARK_BYTES);
    assertThat(WalConfig.RECORD_OVERHEAD_BYTES)
        .isEqualTo(RecordFormat.MARK_BYTES + RecordFormat.HEADER_BYTES);
  }

  @Test
  void takesBodiesOfAllSizesFromEverywhere() throws WalException {
    WalConfig config = Logs.small().build();
    int largest = config.maxBodyBytes();
    List<byte[]> bodies = new ArrayList<>();
    try (Wal wal = Wal.open(directory, config)) {
      for (int length : new int[] {0, 1, 7, 8, 9, largest - 1, largest, 3, largest}) {
        byte[] body = new byte[length];
        for (int i = 0; i < length; i++) {
          body[i] = (byte) (i + length);
        }
        wal.append((byte) 1, body);
        ByteBuffer buffer = ByteBuffer.wrap(body);
        wal.append((byte) 2, buffer);
        assertThat(buffer.remaining()).isEqualTo(length);
        wal.append((byte) 3, MemorySegment.ofArray(body), 0, length, true);
        bodies.add(body);
      }
      assertThat(wal.statistics().critical()).isEqualTo(bodies.size());
    }
    try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, 0)) {
      for (byte[] body : bodies) {
        for (byte type = 1; type <= 3; type++) {
          assertThat(reader.next()).isTrue();
          assertThat(reader.type()).isEqualTo(type);
          assertThat(reader.body().mismatch(MemorySegment.ofArray(body))).isEqualTo(-1);
        }
      }
      assertThat(reader.next()).isFalse();
      assertThat(reader.recovery().clean()).isTrue();
    }
  }

  @Test
  void refusesWhatItCannotTake() throws WalException {
    WalConfig config = Logs.small().build();
    try (Wal wal = Wal.open(directory, config)) {
      byte[] tooLong = new byte[config.maxBodyBytes() + 1];
      assertThatThrownBy(() -> wal.append((byte) 1, tooLong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(Integer.toString(tooLong.length));
      assertThatThrownBy(() -> wal.append((byte) -1, new byte[1]))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(
              () -> wal.append((byte) 1, MemorySegment.ofArray(new byte[3]), 2, 2, false))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThat(wal.nextSequence()).isZero();
    }
  }

  @Test
  void aBodyThatCannotBeReadLeavesNoHole() throws WalException {
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      Logs.append(wal, 3);
      MemorySegment gone;
      try (java.lang.foreign.Arena arena = java.lang.foreign.Arena.ofConfined()) {
        gone = arena.allocate(16);
      }
      assertThatThrownBy(() -> wal.append((byte) 1, gone, 0, 16, false))
          .isInstanceOf(IllegalStateException.class);
      assertThat(wal.append((byte) 4, Logs.body(4))).isEqualTo(4);
    }
    List<Long> found = new ArrayList<>();
    try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, 0)) {
      while (reader.next()) {
        Logs.check(reader.sequence(), reader.type(), reader.body());
        found.add(reader.sequence());
      }
    }
    assertThat(found).containsExactly(0L, 1L, 2L, 4L);
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      assertThat(wal.nextSequence()).isEqualTo(5);
    }
  }

  /** The system forgets a process's lock when any channel to its file is closed. */
  @Test
  void aRefusedOpenLeavesTheLockWithItsHolder() throws Exception {
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      assertThatThrownBy(() -> Wal.open(directory, Logs.small().build()))
          .isInstanceOf(WalLockedException.class);
      Process other =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  OtherProcess.class.getName(),
                  directory.toString())
              .redirectErrorStream(true)
              .start();
      String said = new String(other.getInputStream().readAllBytes(), UTF_8);
      assertThat(other.waitFor(200, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
      assertThat(said).contains("held by process " + ProcessHandle.current().pid());
      wal.append((byte) 1, new byte[8]);
    }
  }

  /** Tries to open a log that somebody else has. */
  static final class OtherProcess {
    private OtherProcess() {}

    public static void main(String[] args) throws WalException {
      Wal.open(Path.of(args[0]), WalConfig.defaults()).close();
    }
  }

  /** A writer that waited for a place that is never filled would wait for ever. */
  @Test
  void anAppendThatThrowsHoldsUpNobody() throws WalException {
    Thread here = Thread.currentThread();
    boolean[] stopped = new boolean[1];
    WalClock clock =
        () -> {
          if (stopped[0] && Thread.currentThread().equals(here)) {
            throw new IllegalStateException("no time");
          }
          return 1;
        };
    try (Wal wal = Wal.open(directory, Logs.small().clock(clock).build())) {
      java.nio.ByteBuffer gone;
      try (java.lang.foreign.Arena arena = java.lang.foreign.Arena.ofConfined()) {
        gone = arena.allocate(16).asByteBuffer();
      }
      assertThatThrownBy(() -> wal.append((byte) 1, gone))
          .isInstanceOf(IllegalStateException.class);
      stopped[0] = true;
      assertThatThrownBy(() -> wal.append((byte) 1, new byte[8])).hasMessage("no time");
      stopped[0] = false;
      long last = wal.append((byte) 1, new byte[8]);
      wal.confirmations().await(last, Durability.SYNCED, java.time.Duration.ofMinutes(2));
    }
  }

  @Test
  void recordsOfAThreadKeepTheirOrder() throws Exception {
    int threads = 4;
    int each = 2_000;
    long[][] sequences = new long[threads][each];
    try (Wal wal = Wal.open(directory, Logs.small().segmentsAhead(3).build())) {
      Thread[] running = new Thread[threads];
      for (int t = 0; t < threads; t++) {
        int thread = t;
        running[t] =
            new Thread(
                () -> {
                  for (int i = 0; i < each; i++) {
                    ByteBuffer body = ByteBuffer.allocate(8);
                    body.putInt(0, thread).putInt(4, i);
                    sequences[thread][i] = wal.append((byte) thread, body);
                  }
                });
        running[t].start();
      }
      for (Thread thread : running) {
        Await.join(thread);
      }
    }
    try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, 0)) {
      int[] next = new int[threads];
      while (reader.next()) {
        ByteBuffer body = reader.body().asByteBuffer();
        int thread = body.getInt(0);
        assertThat(body.getInt(4)).isEqualTo(next[thread]);
        assertThat(reader.type()).isEqualTo((byte) thread);
        assertThat(sequences[thread][next[thread]++]).isEqualTo(reader.sequence());
      }
      assertThat(next).containsOnly(each);
    }
  }

  @Test
  void oneWriterADirectory() throws WalException {
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      Logs.append(wal, 1);
      assertThatThrownBy(() -> Wal.open(directory, WalConfig.defaults()))
          .isInstanceOfSatisfying(
              WalLockedException.class,
              e -> assertThat(e.holder()).isEqualTo(ProcessHandle.current().pid()));
      Logs.append(wal, 1);
    }
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      assertThat(wal.nextSequence()).isEqualTo(2);
    }
  }

  @Test
  void foreignDirectoriesAreRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("notes.txt"), "mine");
    assertThatThrownBy(() -> Wal.open(directory, WalConfig.defaults()))
        .isInstanceOf(WalException.class)
        .hasMessageContaining("notes.txt");
    assertThat(Logs.files(directory)).containsExactly(file);
    assertThatThrownBy(() -> Wal.open(file, WalConfig.defaults())).isInstanceOf(WalException.class);
    assertThatThrownBy(() -> WalReader.open(directory.resolve("nowhere"), ReadMode.READ_ONLY, 0))
        .isInstanceOf(WalException.class);
  }

  @Test
  void aSegmentOfAnotherLogIsNoticed() throws IOException {
    Path other = directory.resolve("other");
    Path mine = directory.resolve("mine");
    for (Path path : new Path[] {mine, other}) {
      try (Wal wal = Wal.open(path, Logs.small().build())) {
        Logs.append(wal, 100);
      }
    }
    Path second = Logs.segments(mine).get(1);
    Files.copy(
        other.resolve(second.getFileName()),
        second,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> Wal.open(mine, Logs.small().build()))
        .isInstanceOf(WalCorruptedException.class)
        .hasMessageContaining("log id");
  }

  @Test
  void aMissingSegmentIsNoticed() throws IOException {
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      Logs.append(wal, 100);
    }
    Path second = Logs.segments(directory).get(1);
    Files.delete(second);
    assertThatThrownBy(() -> Wal.open(directory, Logs.small().build()))
        .isInstanceOf(WalCorruptedException.class)
        .hasMessageContaining(second.getFileName().toString());
  }

  @Test
  void aClosedLogTakesNothing() throws WalException {
    Wal wal = Wal.open(directory, Logs.small().build());
    long last = Logs.append(wal, 10);
    wal.close();
    wal.close();
    assertThatThrownBy(() -> wal.append((byte) 1, new byte[1]))
        .isInstanceOf(IllegalStateException.class);
    assertThat(wal.confirmations().isConfirmed(last, Durability.SYNCED)).isTrue();
    assertThat(wal.confirmations().await(last, Durability.SYNCED).sequence()).isEqualTo(last);
    assertThatThrownBy(() -> wal.confirmations().await(last + 1, Durability.SYNCED))
        .isInstanceOf(IllegalStateException.class);
    assertThat(wal.nextSequence()).isEqualTo(last + 1);
  }

  @Test
  void readOnlyLeavesTheDirectoryAsItIs() throws IOException {
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      Logs.append(wal, 50);
    }
    Files.delete(directory.resolve(SegmentNames.LOCK));
    List<Path> before = Logs.files(directory);
    try (Wal wal = Wal.open(directory, Logs.small().mode(ReadMode.READ_ONLY).build());
        Tailer tailer = wal.tail(10)) {
      assertThat(wal.nextSequence()).isEqualTo(50);
      assertThat(tailer.next()).isTrue();
      assertThat(tailer.sequence()).isEqualTo(10);
      assertThatThrownBy(() -> wal.append((byte) 1, new byte[1]))
          .isInstanceOf(IllegalStateException.class);
      assertThat(wal.hasRoom(1)).isFalse();
      assertThat(wal.statistics().appended()).isZero();
    }
    assertThat(Logs.files(directory)).isEqualTo(before);
  }

  @Test
  void tailersFollowTheWriter() throws Exception {
    int records = 3_000;
    try (Wal wal = Wal.open(directory, Logs.small().build());
        Tailer early = wal.tail(0);
        Tailer synced = wal.tail(1_500, Durability.SYNCED)) {
      Thread producer = new Thread(() -> Logs.append(wal, records));
      producer.start();
      for (long next = 0; next < records; next++) {
        Await.until("a record", () -> step(early));
        assertThat(early.sequence()).isEqualTo(next);
        Logs.check(next, early.type(), early.body());
      }
      for (long next = 1_500; next < records; next++) {
        Await.until("a synced record", () -> step(synced));
        assertThat(synced.sequence()).isEqualTo(next);
        assertThat(next).isLessThanOrEqualTo(wal.confirmations().synced());
      }
      assertThat(early.next()).isFalse();
      Await.join(producer);
      try (Tailer late = wal.tail(2_999)) {
        assertThat(late.next()).isTrue();
        assertThat(late.sequence()).isEqualTo(2_999);
        assertThat(late.next()).isFalse();
        Logs.append(wal, 1);
        Await.until("the last record", () -> step(late));
        assertThat(late.sequence()).isEqualTo(3_000);
      }
    }
  }

  private static boolean step(Tailer tailer) {
    try {
      return tailer.next();
    } catch (WalException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void interruptsDoNoHarm() throws Exception {
    Wal wal = Wal.open(directory, Logs.small().build());
    Thread producer =
        new Thread(
            () -> {
              for (int i = 0; i < 500; i++) {
                Thread.currentThread().interrupt();
                long sequence = Logs.append(wal, 1);
                wal.confirmations().await(sequence, Durability.SYNCED, LONG);
                assertThat(Thread.interrupted()).isTrue();
              }
            });
    producer.start();
    while (producer.isAlive()) {
      producer.interrupt();
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().equals("tandem-wal-supply")) {
          thread.interrupt();
        }
      }
      Thread.onSpinWait();
    }
    Thread.currentThread().interrupt();
    wal.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(wal.nextSequence()).isEqualTo(500);
    Thread.currentThread().interrupt();
    assertThat(Logs.read(directory, ReadMode.STRICT, 0)).hasSize(500);
    assertThat(Thread.interrupted()).isTrue();
  }
}

package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that the appending thread writes itself, between the turns of the writer. */
@Timeout(300)
class DeferredAppendTest {

  private static final String WRITER = "tandem-wal-writer";
  private static final String CALLER = "caller-that-writes";
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir Path directory;

  /** Forced only where it is requested. */
  private static WalConfig.Builder written() {
    return WalConfig.builder().segmentBytes(1 << 20).durability(Durability.WRITTEN);
  }

  private static WalConfig.Builder small() {
    return Logs.small().durability(Durability.WRITTEN);
  }

  private static long defer(Wal wal, boolean urgent) {
    long next = wal.nextSequence();
    byte[] body = Logs.body(next);
    long sequence =
        wal.appendDeferred(Logs.type(next), MemorySegment.ofArray(body), 0, body.length, urgent);
    assertThat(sequence).isEqualTo(next);
    return sequence;
  }

  /** Only with one log in this process. */
  private static void awaitSleepingWriter() {
    Await.until(
        "the writer sleeps",
        () -> writers().allMatch(thread -> thread.getState() == Thread.State.WAITING));
  }

  @Test
  void whatIsDeferredTogetherHasTheTimeOfItsFirst() throws IOException {
    AtomicLong clock = new AtomicLong(1_000);
    try (Wal wal = Wal.open(directory, written().clock(clock::get).build())) {
      defer(wal, false);
      clock.set(2_000);
      defer(wal, false);
      wal.writeAppended();
      defer(wal, false);
      clock.set(3_000);
      wal.append((byte) 1, new byte[8]);
      // Not before the record that stands in front of it.
      defer(wal, false);
      wal.writeAppended();
    }
    List<Long> times = new ArrayList<>();
    try (WalReader reader = WalReader.open(directory, ReadMode.READ_ONLY, 0)) {
      while (reader.next()) {
        times.add(reader.timestampNs());
      }
    }
    assertThat(times).containsExactly(1_000L, 1_000L, 2_000L, 3_000L, 3_000L);
  }

  @Test
  void theCallerWritesWhatTheSleepingWriterDoesNotSee() throws IOException {
    try (Wal wal = Wal.open(directory, written().build())) {
      awaitSleepingWriter();
      AtomicReference<Thread> teller = new AtomicReference<>();
      long last = -1;
      for (int i = 0; i < 10; i++) {
        last = defer(wal, false);
      }
      assertThat(wal.confirmations().written()).isEqualTo(-1);
      wal.confirmations()
          .whenConfirmed(
              last + 1,
              Durability.WRITTEN,
              (sequence, level) -> teller.set(Thread.currentThread()));
      // Who waits has the writer woken.
      wal.confirmations().await(last, Durability.WRITTEN, LONG);
      awaitSleepingWriter();
      assertThat(defer(wal, false)).isEqualTo(last + 1);
      assertThat(wal.confirmations().written()).isEqualTo(last);
      wal.writeAppended();
      assertThat(wal.confirmations().written()).isEqualTo(last + 1);
      assertThat(teller.get()).isEqualTo(Thread.currentThread());
      assertThat(wal.confirmations().synced()).isEqualTo(-1);
    }
    assertThat(Logs.read(directory, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(10));
  }

  @Test
  void whatIsUrgentIsSyncedByTheWriter() throws IOException {
    try (Wal wal = Wal.open(directory, written().build())) {
      awaitSleepingWriter();
      long urgent = defer(wal, true);
      wal.writeAppended();
      assertThat(wal.confirmations().written()).isEqualTo(urgent);
      Await.until("the sync", () -> wal.confirmations().synced() >= urgent);
      assertThat(wal.statistics().critical()).isEqualTo(1);
    }
  }

  @Test
  void aSyncRequestedAheadOfItsRecordIsDoneOnceThatIsWritten() throws IOException {
    try (Wal wal = Wal.open(directory, written().build())) {
      CountDownLatch synced = new CountDownLatch(1);
      wal.confirmations()
          .whenConfirmed(0, Durability.SYNCED, (sequence, level) -> synced.countDown());
      awaitSleepingWriter();
      defer(wal, false);
      wal.writeAppended();
      Await.until("the sync", () -> synced.getCount() == 0);
    }
  }

  @Test
  void aLogThatSyncsEveryBatchLeavesAllToItsWriter() throws IOException {
    try (Wal wal = Wal.open(directory, WalConfig.builder().durability(Durability.SYNCED).build())) {
      long last = defer(wal, false);
      wal.writeAppended();
      Await.until("the sync", () -> wal.confirmations().synced() == last);
    }
  }

  @Test
  void whatNobodyHasWrittenIsWrittenByTheClose() throws IOException {
    try (Wal wal = Wal.open(directory, written().build())) {
      awaitSleepingWriter();
      for (int i = 0; i < 10; i++) {
        defer(wal, false);
      }
    }
    assertThat(Logs.read(directory, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(9));
  }

  /** Far more than the buffers hold, through many segments. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1_000})
  void segmentsAreFilledAndBuffersUsedAgain(int together) throws IOException {
    int count = 3_000;
    try (Wal wal = Wal.open(directory, small().build())) {
      for (int i = 1; i <= count; i++) {
        long last = defer(wal, false);
        if (i % together == 0) {
          wal.writeAppended();
          wal.confirmations().await(last, Durability.WRITTEN, LONG);
        }
      }
    }
    assertThat(Logs.read(directory, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(count - 1));
    assertThat(Logs.segments(directory).size()).isGreaterThan(50);
  }

  /** Callers, the writer and its syncs, and producers that defer nothing, all at once. */
  @Test
  void callersAndTheWriterTakeTurns() throws Exception {
    int each = 5_000;
    List<Thread> threads = new ArrayList<>();
    AtomicReference<Throwable> failed = new AtomicReference<>();
    try (Wal wal = Wal.open(directory, small().files(FaultyFiles.unforced()).build())) {
      for (int t = 0; t < 4; t++) {
        int kind = t;
        Thread thread = new Thread(() -> appendIn(wal, kind, each));
        thread.setUncaughtExceptionHandler((of, e) -> failed.set(e));
        threads.add(thread);
        thread.start();
      }
      threads.forEach(Await::join);
      assertThat(failed.get()).isNull();
    }
    long[] next = new long[4];
    try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, 0)) {
      long sequence = 0;
      while (reader.next()) {
        assertThat(reader.sequence()).isEqualTo(sequence++);
        ByteBuffer body = reader.body().asByteBuffer();
        int kind = reader.type();
        assertThat(body.getLong(0)).as("of thread %d", kind).isEqualTo(next[kind]++);
      }
    }
    assertThat(next).containsOnly(each);
  }

  private static void appendIn(Wal wal, int kind, int count) {
    byte[] bytes = new byte[40];
    MemorySegment body = MemorySegment.ofArray(bytes);
    for (long i = 0; i < count; i++) {
      ByteBuffer.wrap(bytes).putLong(i);
      if (kind == 3) {
        wal.append((byte) kind, bytes);
        continue;
      }
      long last = wal.appendDeferred((byte) kind, body, 0, bytes.length, i % 100 == 0);
      if (i % (kind + 1) == 0) {
        wal.writeAppended();
        wal.confirmations().await(last, Durability.WRITTEN, LONG);
      }
    }
  }

  @Test
  void aListenerMayAppendAndAskForWriting() throws IOException {
    try (Wal wal = Wal.open(directory, written().build())) {
      awaitSleepingWriter();
      long first = defer(wal, false);
      wal.confirmations()
          .whenConfirmed(
              first,
              Durability.WRITTEN,
              (sequence, level) -> {
                defer(wal, false);
                wal.writeAppended();
              });
      wal.writeAppended();
      wal.confirmations().await(first + 1, Durability.WRITTEN, LONG);
    }
    assertThat(Logs.read(directory, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(1));
  }

  /** It would close a file that is written by calls. */
  @Test
  void anInterruptIsKeptForTheCaller() throws IOException {
    try (Wal wal = Wal.open(directory, small().files(unmapped(new AtomicReference<>())).build())) {
      Thread.currentThread().interrupt();
      long last = defer(wal, false);
      wal.writeAppended();
      assertThat(Thread.interrupted()).isTrue();
      wal.confirmations().await(last, Durability.WRITTEN, LONG);
      assertThat(wal.failure()).isNull();
    }
  }

  @Test
  void aWriteThatFailsEndsTheLogAndIsReported() throws IOException {
    AtomicReference<Thread> failing = new AtomicReference<>();
    Wal wal = Wal.open(directory, small().files(unmapped(failing)).build());
    wal.awaitReserve();
    awaitSleepingWriter();
    failing.set(Thread.currentThread());
    long last = defer(wal, false);
    wal.writeAppended();
    assertThat(wal.failure()).hasMessageContaining("Input/output error");
    assertThatThrownBy(() -> defer(wal, false)).isInstanceOf(WalPoisonedException.class);
    assertThatThrownBy(() -> wal.confirmations().await(last, Durability.WRITTEN, LONG))
        .isInstanceOf(WalPoisonedException.class);
    wal.writeAppended();
    assertThatThrownBy(wal::close).isInstanceOf(WalException.class);
    // All is given back: it can be opened again.
    Wal.open(directory, small().build()).close();
  }

  /**
   * What was taken is lost; who comes next must not write in its place, nor say that all is well.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingIsWrittenBehindATurnThatFails(boolean closing) throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    Wal wal = Wal.open(directory, small().files(heldThenFailing(gate)).build());
    wal.awaitReserve();
    awaitSleepingWriter();
    Thread caller =
        new Thread(
            () -> {
              defer(wal, false);
              wal.writeAppended();
            },
            CALLER);
    caller.start();
    Await.until("the caller writes", () -> isWithin(caller, "write"));
    AtomicReference<Throwable> reported = new AtomicReference<>();
    Thread next =
        new Thread(
            () -> {
              try {
                if (closing) {
                  wal.close();
                } else {
                  long last = wal.append((byte) 1, new byte[8]);
                  wal.confirmations().await(last, Durability.WRITTEN, LONG);
                }
              } catch (WalException | RuntimeException e) {
                reported.set(e);
              }
            });
    next.start();
    Await.until(
        "the writer waits for its turn", () -> writers().anyMatch(w -> isWithin(w, "turn")));
    gate.countDown();
    Await.join(caller);
    Await.join(next);
    assertThat(reported.get()).hasRootCauseMessage("Input/output error");
    assertThat(wal.confirmations().written()).isEqualTo(-1);
    assertThat(wal.failure()).hasMessageContaining("Input/output error");
    if (!closing) {
      assertThatThrownBy(wal::close).isInstanceOf(WalException.class);
    }
    assertThat(Logs.read(directory, ReadMode.STRICT, 0)).isEmpty();
  }

  private static Stream<Thread> writers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(WRITER));
  }

  private static boolean isWithin(Thread thread, String method) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals(method));
  }

  /** The caller's write waits for the gate and fails, those of the log's own threads succeed. */
  private static LogFiles heldThenFailing(CountDownLatch gate) {
    return new LogFiles() {
      @Override
      public LogFile open(Path path) throws IOException {
        return new ForwardingFile(SYSTEM.open(path)) {
          @Override
          public void write(ByteBuffer source, long position) throws IOException {
            if (Thread.currentThread().getName().equals(CALLER)) {
              try {
                gate.await();
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
              throw new IOException("Input/output error");
            }
            super.write(source, position);
          }
        };
      }
    };
  }

  /** Files that are written by calls, as where no map can be forced; those of one thread fail. */
  private static LogFiles unmapped(AtomicReference<Thread> failing) {
    return new LogFiles() {
      @Override
      public LogFile open(Path path) throws IOException {
        return new ForwardingFile(SYSTEM.open(path)) {
          @Override
          public void map(int bytes) {}

          @Override
          public void write(ByteBuffer source, long position) throws IOException {
            if (Thread.currentThread().equals(failing.get())) {
              throw new IOException("Input/output error");
            }
            super.write(source, position);
          }
        };
      }
    };
  }

  @Test
  void afterACloseNothingIsWritten() throws IOException {
    Wal wal = Wal.open(directory, written().build());
    wal.close();
    wal.writeAppended();
    assertThatThrownBy(
            () -> wal.appendDeferred((byte) 1, MemorySegment.ofArray(new byte[1]), 0, 1, false))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }
}

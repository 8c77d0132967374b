package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.append.Appender;
import dev.tandem.wal.append.Batch;
import dev.tandem.wal.append.Batches;
import dev.tandem.wal.append.LogFailure;
import dev.tandem.wal.append.WriterSleep;
import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.storage.Segment;
import dev.tandem.wal.storage.SegmentMaker;
import dev.tandem.wal.storage.SegmentSupply;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Appends that are refused leave no trace, however many they are and whatever refuses them. */
class RefusalTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final byte[] BODY = new byte[4 << 20];

  /** As many claims of this size as would carry over from the place into the count. */
  private static final int REFUSALS = 150_000;

  @TempDir Path directory;

  private static WalConfig.Builder config(LogFiles files) {
    return WalConfig.builder()
        .segmentBytes(14 << 20)
        .segmentsAhead(1)
        .bufferBytes(5 << 20)
        .buffers(2)
        .files(files);
  }

  /** Appends until it is refused; returns the sequence that was refused. */
  private static long fill(Wal wal, Class<? extends RuntimeException> refusal) {
    for (long taken = wal.nextSequence(); taken < 1_000; taken++) {
      try {
        assertThat(wal.append((byte) 1, BODY)).isEqualTo(taken);
      } catch (RuntimeException e) {
        assertThat(e).isInstanceOf(refusal);
        return taken;
      }
    }
    throw new AssertionError("nothing was refused");
  }

  private static void refuse(Wal wal, Class<? extends RuntimeException> refusal) {
    for (int i = 0; i < REFUSALS; i++) {
      try {
        long taken = wal.append((byte) 1, BODY);
        throw new AssertionError("after " + i + " refusals: taken as " + taken);
      } catch (RuntimeException e) {
        if (e.getClass() != refusal) {
          throw new AssertionError("after " + i + " refusals", e);
        }
      }
    }
  }

  private static void close(Wal wal) {
    AtomicReference<Throwable> end = new AtomicReference<>();
    Thread closing =
        new Thread(
            () -> {
              try {
                wal.close();
              } catch (WalException | RuntimeException | Error e) {
                end.set(e);
              }
            },
            "closing");
    closing.setDaemon(true);
    closing.start();
    Await.join(closing);
    assertThat(end.get()).isNull();
  }

  @Test
  void byAFullDisk() throws IOException {
    FaultyFiles files = FaultyFiles.none();
    Wal wal = Wal.open(directory, config(files).segmentsInReserve(0).build());
    files.usable.set(0L);
    long taken = fill(wal, WalFullException.class);
    refuse(wal, WalFullException.class);
    assertThat(wal.nextSequence()).isEqualTo(taken);
    files.usable.set(-1L);
    Await.until("room again", () -> wal.hasRoom(BODY.length));
    assertThat(wal.append((byte) 1, BODY)).isEqualTo(taken);
    wal.confirmations().await(taken, Durability.SYNCED, LONG);
    close(wal);
    assertLast(taken);
  }

  @Test
  void byAWriterThatFellBehind() throws IOException {
    FaultyFiles files = FaultyFiles.none();
    Wal wal = Wal.open(directory, config(files).backpressure(BackpressurePolicy.FAIL).build());
    CountDownLatch gate = new CountDownLatch(1);
    files.gate.set(gate);
    assertThat(wal.append((byte) 1, BODY)).isZero();
    // From there it continues to the force, and gives no buffer back before it returns.
    Await.until("the first record being written", () -> wal.confirmations().written() == 0);
    long taken = fill(wal, WalBacklogException.class);
    refuse(wal, WalBacklogException.class);
    assertThat(wal.nextSequence()).isEqualTo(taken);
    files.gate.set(null);
    gate.countDown();
    Await.until("a free buffer", () -> isTaken(wal, taken));
    wal.confirmations().await(taken, Durability.SYNCED, LONG);
    close(wal);
    assertLast(taken);
  }

  private static boolean isTaken(Wal wal, long expected) {
    try {
      assertThat(wal.append((byte) 1, BODY)).isEqualTo(expected);
      return true;
    } catch (WalBacklogException e) {
      return false;
    }
  }

  @Test
  void byAClosedLog() throws IOException {
    Wal wal = Wal.open(directory, config(LogFiles.SYSTEM).build());
    assertThat(wal.append((byte) 1, BODY)).isZero();
    close(wal);
    refuse(wal, IllegalStateException.class);
    assertThat(wal.nextSequence()).isEqualTo(1);
    assertLast(0);
  }

  private void assertLast(long last) throws IOException {
    try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, 0)) {
      for (long sequence = 0; sequence <= last; sequence++) {
        assertThat(reader.next()).isTrue();
        assertThat(reader.sequence()).isEqualTo(sequence);
      }
      assertThat(reader.next()).isFalse();
    }
  }

  /** A claim whose producer then fails would never be committed, and the writer waits for all. */
  @Test
  void byAHeapThatIsFull() throws Exception {
    WalConfig config = Logs.small().build();
    SegmentSupply supply = supply(config);
    Segment segment = supply.first();
    Batches batches = new Batches(config, supply, new LogFailure(), new WriterSleep(), segment, 0);
    // To have a view of this one, a producer needs a longer array than there can be.
    Batch far = new Batch(Integer.MAX_VALUE - 8, 1 << 10);
    far.open(1, 0, segment, 1 << 10);
    field("active").set(batches, far);
    Appender appender = new Appender(batches, config.clock());
    assertThatThrownBy(() -> appender.append((byte) 1, new byte[8], 0, 8))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(Batch.countOf(far.claimsVolatile())).isZero();
    supply.abandonGiven();
  }

  private SegmentSupply supply(WalConfig config) {
    SegmentMaker maker = new SegmentMaker(directory, config, 1, 1);
    return new SegmentSupply(config, maker, 1, failure -> {}, () -> {});
  }

  private static Field field(String name) throws ReflectiveOperationException {
    Field field = Batches.class.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  /**
   * At the end of a segment a long record may shut batch after batch that others open for short
   * ones, before they get any. Only the writer gives those buffers back.
   */
  @Test
  void byBuffersThatAreAllShutAndEmpty() throws Exception {
    WalConfig config =
        Logs.small().bufferBytes(4 << 10).buffers(2).backpressure(BackpressurePolicy.FAIL).build();
    SegmentSupply supply = supply(config);
    WriterSleep sleep = new WriterSleep();
    sleep.startedBy(Thread.currentThread());
    Batches batches = new Batches(config, supply, new LogFailure(), sleep, supply.first(), 0);
    Appender appender = new Appender(batches, config.clock());
    appender.append((byte) 1, new byte[3_600], 0, 3_600);
    batches.release(batches.take(1));
    sleep.parkUnless(
        () -> {
          shutAllBuffers(batches);
          assertThat(sleep.isIdleVolatile()).isFalse();
          return true;
        });
    supply.abandonGiven();
  }

  private static void shutAllBuffers(Batches batches) {
    int longRecord = 2_048;
    int shortRecord = RecordFormat.HEADER_BYTES;
    shut(batches, longRecord, shortRecord);
    assertThat(batches.activeAcquire().isOpenAcquire()).isTrue();
    assertThatThrownBy(() -> shut(batches, longRecord, longRecord))
        .isInstanceOf(WalBacklogException.class)
        .hasMessageContaining("all buffers are full");
  }

  /** A claim that does not fit; and then a record, of another thread perhaps, that wants room. */
  private static void shut(Batches batches, int claimed, int wanted) {
    Batch active = batches.activeAcquire();
    active.sealIfCrossed(active.claim(claimed >>> Batch.UNIT_SHIFT));
    batches.awaitOpen(wanted);
  }
}

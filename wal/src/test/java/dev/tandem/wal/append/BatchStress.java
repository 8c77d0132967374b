package dev.tandem.wal.append;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tandem.wal.Durability;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.format.Checksum;
import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.storage.Segment;
import dev.tandem.wal.storage.SegmentSupply;
import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** What producers and the writer may see of each other's claims, seals and sleep. */
public final class BatchStress {

  /** Three such records are a batch. */
  private static final int BODY_BYTES = 300;

  private static final int RECORD_BYTES =
      RecordFormat.aligned(RecordFormat.HEADER_BYTES + BODY_BYTES);

  private static final WalConfig CONFIG =
      WalConfig.builder().segmentBytes(4 << 10).bufferBytes(1 << 10).buffers(2).build();
  private static final byte[] BODY = new byte[BODY_BYTES];

  private BatchStress() {}

  private static Segment segment() {
    return new Segment(new SegmentHeader(1, 1, 1, 4 << 10, 0, false), null, null);
  }

  private static Batches batches(WriterSleep sleep) {
    SegmentSupply supply = new SegmentSupply(CONFIG, null, 2, failure -> {}, () -> {});
    return new Batches(CONFIG, supply, new LogFailure(), sleep, segment(), 0);
  }

  private static Appender appender(Batches batches) {
    return new Appender(batches, () -> 7);
  }

  private static int append(Appender appender) {
    return (int) appender.append((byte) 1, BODY, 0, BODY_BYTES);
  }

  /**
   * How many records of a batch are whole and where its claims put them; no less than all is right.
   */
  private static int whole(Batch batch) {
    ByteBuffer bytes = batch.bytes.duplicate().order(batch.bytes.order());
    int at = batch.startBytes() + RecordFormat.MARK_BYTES;
    int whole = 0;
    for (int i = 0; i < batch.records(); i++) {
      long expected = RecordFormat.typeAndSequence((byte) 1, batch.firstSequence() + i);
      int sum =
          new Checksum().of(bytes.duplicate(), at + RecordFormat.LENGTH, at + RECORD_BYTES)
              ^ batch.seed();
      boolean good =
          bytes.getLong(at + RecordFormat.TYPE_AND_SEQUENCE) == expected
              && bytes.getInt(at + RecordFormat.CHECKSUM) == sum;
      whole += good ? 1 : 0;
      at += RECORD_BYTES;
    }
    return at == batch.endBytes() ? whole : -1;
  }

  /** Two producers cross a batch's limit: each record is in one batch, at its sequence's place. */
  @JCStressTest
  @Outcome(id = "4, 15", expect = ACCEPTABLE, desc = "four records, four sequences")
  @Outcome(expect = FORBIDDEN, desc = "a record lost or overwritten, or a sequence given twice")
  @State
  public static class CrossedLimit {
    private final Batches batches = batches(new WriterSleep());
    private final Appender first = appender(batches);
    private final Appender second = appender(batches);
    private int firstTaken;
    private int secondTaken;

    @Actor
    public void first() {
      firstTaken = appendTwo(first);
    }

    @Actor
    public void second() {
      secondTaken = appendTwo(second);
    }

    private static int appendTwo(Appender appender) {
      return (1 << append(appender)) + (1 << append(appender));
    }

    @Arbiter
    public void written(II_Result result) {
      Batch batch;
      while ((batch = batches.take(Long.MAX_VALUE)) != null) {
        batches.awaitCommits(batch);
        result.r1 += whole(batch);
      }
      result.r2 = firstTaken + secondTaken;
    }
  }

  /**
   * A producer appends while the writer shuts, takes and gives back the batches: what the writer
   * has taken is whole, changes no more, and follows on what it took before.
   */
  @JCStressTest
  @Outcome(id = "5, 6", expect = ACCEPTABLE, desc = "all taken, in order, whole")
  @Outcome(expect = FORBIDDEN, desc = "lost, torn, out of order, or changed behind the seal")
  @State
  public static class AppendBesideTake {
    private static final int RECORDS = 6;

    private final Batches batches = batches(new WriterSleep());
    private final Appender appender = appender(batches);

    @Actor
    public void producer(II_Result result) {
      for (int i = 0; i < RECORDS; i++) {
        result.r1 = append(appender);
      }
    }

    @Actor
    public void writer(II_Result result) {
      int taken = 0;
      boolean right = true;
      while (taken < RECORDS) {
        Batch batch = batches.take(batches.generation());
        if (batch == null) {
          Thread.onSpinWait();
          continue;
        }
        batches.awaitCommits(batch);
        int records = batch.records();
        right &= batch.firstSequence() == taken && whole(batch) == records;
        taken += records;
        right &= whole(batch) == records && batch.records() == records;
        batches.release(batch);
      }
      result.r2 = right ? taken : -1;
    }
  }

  /** The writer goes to sleep as a record comes; a lost wake-up would leave it there for ever. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "it was awake, or was woken")
  @Outcome(expect = FORBIDDEN, desc = "it slept on")
  @State
  public static class AppendBesideSleep {
    private final WriterSleep sleep = new WriterSleep();
    private final Batches batches = batches(sleep);
    private final Appender appender = appender(batches);

    @Actor
    public void producer() {
      ConfirmStress.pause();
      append(appender);
    }

    @Actor
    public void writer(I_Result result) {
      sleep.startedBy(Thread.currentThread());
      while (!batches.hasRecordsVolatile()) {
        sleep.parkUnless(batches::hasRecordsVolatile);
      }
      result.r1 = whole(takeOne());
    }

    private Batch takeOne() {
      Batch batch = batches.take(Long.MAX_VALUE);
      batches.awaitCommits(batch);
      return batch;
    }
  }

  /** Who waits for a sync asks the writer for it as that goes to sleep. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "synced, and told once")
  @Outcome(expect = FORBIDDEN, desc = "not told, or twice")
  @State
  public static class SyncRequestBesideSleep {
    private final WriterSleep sleep = new WriterSleep();
    private final ConfirmStress.Log log = new ConfirmStress.Log(Durability.WRITTEN, sleep);
    private final ConfirmStress.Reported reported = new ConfirmStress.Reported();

    public SyncRequestBesideSleep() {
      log.confirmations.publishWritten(0);
    }

    @Actor
    public void waiter() {
      ConfirmStress.pause();
      log.confirmations.whenConfirmed(0, Durability.SYNCED, reported);
    }

    @Actor
    public void writer() {
      sleep.startedBy(Thread.currentThread());
      while (!log.confirmations.isSyncDueVolatile()) {
        sleep.parkUnless(log.confirmations::isSyncDueVolatile);
      }
      log.confirmations.publishSynced(0);
    }

    @Arbiter
    public void reported(I_Result result) {
      result.r1 = reported.code();
    }
  }
}

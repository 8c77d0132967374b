package dev.tandem.wal.append;

import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.storage.Segment;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Keeps the claims apart from the fields of the object before. */
class BatchPad {
  long p0;
  long p1;
  long p2;
  long p3;
  long p4;
  long p5;
  long p6;
  long p7;
}

/** What all producers change. */
class BatchClaims extends BatchPad {
  long claims = Batch.SHUT;
}

/** Keeps the claims apart from the fields that all producers read. */
class BatchClaimsPad extends BatchClaims {
  long q0;
  long q1;
  long q2;
  long q3;
  long q4;
  long q5;
  long q6;
  long q7;
}

/**
 * Records to be written to the file, in one buffer. A producer claims its place with one addition
 * to a number that holds both how many records and how many 8-byte units are taken, so sequence and
 * place come from one atomic step. It fills the place and commits it by a stamp. The thread that
 * crosses the limit, by a claim that does not fit or by {@link #shut}, knows where the records end,
 * and publishes that by {@link #seal}.
 *
 * <p>A batch is opened again and again. A producer that comes late finds either the claims of the
 * next opening, which are as good, or a number beyond the limit.
 */
public final class Batch extends BatchClaimsPad {

  private static final VarHandle CLAIMS;
  private static final VarHandle SEALED;
  private static final VarHandle SYNC_WANTED;
  private static final VarHandle STAMPS = MethodHandles.arrayElementVarHandle(long[].class);

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      CLAIMS = lookup.findVarHandle(BatchClaims.class, "claims", long.class);
      SEALED = lookup.findVarHandle(Batch.class, "sealedGeneration", long.class);
      SYNC_WANTED = lookup.findVarHandle(Batch.class, "syncWanted", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int COUNT_SHIFT = 36;
  private static final long UNITS_MASK = (1L << COUNT_SHIFT) - 1;

  /** Beyond any limit, and far from an overflow into the count. */
  static final long SHUT = 1L << 34;

  public static final int UNIT_SHIFT = 3;

  /** Place of this batch among the views of a producer. */
  final int index;

  /**
   * The same for all openings, so that a late claim cannot be measured by the limit of another; an
   * opening with less room begins further behind.
   */
  private final long limitUnits;

  final ByteBuffer bytes;
  final MemorySegment memory;
  private final long[] stamps;

  // Written while the batch is shut, read after a claim or a look at the claims.
  private long generation;
  private long firstSequence;
  private int startBytes;
  private int seed;
  private Segment segment;

  // Written by who crossed the limit, before the seal.
  private long endUnits;
  private long records;

  @SuppressWarnings("UnusedVariable") // Read by its handle.
  private long sealedGeneration;

  @SuppressWarnings("UnusedVariable") // Read by its handle.
  private boolean syncWanted;

  public Batch(int index, int capacity) {
    this.index = index;
    limitUnits = (long) capacity >>> UNIT_SHIFT;
    bytes = ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
    memory = MemorySegment.ofBuffer(bytes);
    stamps = new long[capacity / RecordFormat.HEADER_BYTES + 1];
  }

  /** Opens it for claims behind the room of its mark; only while it is shut. */
  public void open(long openGeneration, long sequence, Segment target, int roomBytes) {
    startBytes = bytes.capacity() - roomBytes;
    generation = openGeneration;
    firstSequence = sequence;
    segment = target;
    seed = target.seed();
    SYNC_WANTED.setOpaque(this, false);
    CLAIMS.setRelease(this, ((long) startBytes + RecordFormat.MARK_BYTES) >>> UNIT_SHIFT);
  }

  /** Takes a place; returns what {@link #startOf} and {@link #countOf} read. */
  public long claim(long units) {
    return (long) CLAIMS.getAndAdd(this, 1L << COUNT_SHIFT | units);
  }

  /**
   * As {@link #claim}, but of what is shut it only takes a look, for who was refused before: while
   * there is no other batch, refused claims have no end, and would carry over from the units into
   * the count. So each thread adds beyond the limit once an opening, at most.
   */
  long claimIfOpen(long units) {
    long seen = claimsAcquire();
    return beganWithin(seen) ? claim(units) : seen;
  }

  /** Ends the claims; the result is read as that of {@link #claim}. */
  long shut() {
    return (long) CLAIMS.getAndAdd(this, SHUT);
  }

  long claimsAcquire() {
    return (long) CLAIMS.getAcquire(this);
  }

  public long claimsVolatile() {
    return (long) CLAIMS.getVolatile(this);
  }

  static long startOf(long claim) {
    return claim & UNITS_MASK;
  }

  public static int countOf(long claim) {
    return (int) (claim >>> COUNT_SHIFT);
  }

  /** Whether claims may succeed. */
  public boolean isOpenAcquire() {
    return startOf(claimsAcquire()) <= limitUnits;
  }

  /**
   * Whether a claim, or the shutting, began within the limit; of those that did not fit, only the
   * first one did, which crossed it.
   */
  boolean beganWithin(long claim) {
    return startOf(claim) <= limitUnits;
  }

  boolean fits(long claim, long units) {
    return startOf(claim) + units <= limitUnits;
  }

  /** Publishes where the records end; only for the thread that crossed the limit. */
  void seal(long claim) {
    endUnits = startOf(claim);
    records = countOf(claim);
    SEALED.setRelease(this, generation);
  }

  /** As {@link #seal}, of a claim that did not fit, if it crossed the limit. */
  public void sealIfCrossed(long claim) {
    if (beganWithin(claim)) {
      seal(claim);
    }
  }

  boolean isSealedAcquire() {
    return (long) SEALED.getAcquire(this) == generation;
  }

  void commitRelease(int count) {
    STAMPS.setRelease(stamps, count, generation);
  }

  boolean isCommittedAcquire(int count) {
    return (long) STAMPS.getAcquire(stamps, count) == generation;
  }

  /** Requests a sync right after this batch. */
  void wantSyncOpaque() {
    SYNC_WANTED.setOpaque(this, true);
  }

  boolean isSyncWantedOpaque() {
    return (boolean) SYNC_WANTED.getOpaque(this);
  }

  long generation() {
    return generation;
  }

  long firstSequence() {
    return firstSequence;
  }

  int seed() {
    return seed;
  }

  Segment segment() {
    return segment;
  }

  /** Records in it; only once it is sealed. */
  int records() {
    return (int) records;
  }

  /** Where its mark begins in the buffer. */
  int startBytes() {
    return startBytes;
  }

  /** Where its last record ends in the buffer; only once it is sealed. */
  int endBytes() {
    return (int) (endUnits << UNIT_SHIFT);
  }

  /** Bytes that it takes in the file, none without records; only once it is sealed. */
  int writeBytes() {
    return records == 0 ? 0 : endBytes() - startBytes;
  }

  /** Bytes claimed so far. */
  long queuedBytes() {
    long end = Math.min(startOf(claimsAcquire()), limitUnits) << UNIT_SHIFT;
    return end - startBytes - RecordFormat.MARK_BYTES;
  }
}

package dev.tandem.logger.storage;

import dev.tandem.logger.RecordSeal;
import dev.tandem.logger.format.RecordChecksum;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A segment in memory: claims, writes and commits. A claim is one atomic addition to a word that
 * has the next free offset in its low bits and the number of claims in its high bits, and stands in
 * the file itself. So a reader of a crashed segment knows how many records were begun, and every
 * missing one is a hole.
 *
 * <p>A claim is never rolled back. Exactly one claim begins within the segment and ends beyond it:
 * its thread closes the segment; later ones begin beyond it and only wait for the next segment.
 */
public final class LogSegment {
  /** What {@link #claim} gives for a segment that has been unmapped. */
  static final long GONE = SegmentLayout.OFFSET_MASK;

  private static final VarHandle OVER;

  static {
    try {
      OVER = MethodHandles.lookup().findVarHandle(LogSegment.class, "over", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final MemorySegment memory;
  private final long capacity;
  private final long fileId;
  private final RecordSeal seal;
  private final SegmentFile file;

  @SuppressWarnings("unused") // through the handle
  private boolean over;

  private volatile boolean retired;

  /** Every claim was committed: the memory may be gone before the last committer has returned. */
  private volatile boolean complete;

  /** The claim that is to close the segment, if who has it could not do that. */
  private volatile long owed = GONE;

  /**
   * @param file null in tests of this class
   * @param seal null if records are not sealed one by one
   */
  public LogSegment(MemorySegment memory, long fileId, RecordSeal seal, SegmentFile file) {
    this.memory = memory;
    this.capacity = memory.byteSize();
    this.fileId = fileId;
    this.seal = seal;
    this.file = file;
  }

  public SegmentFile file() {
    return file;
  }

  public MemorySegment memory() {
    return memory;
  }

  /** The same segment in memory that no writer has: calls that are still about to write fail. */
  LogSegment remapped() throws IOException {
    LogSegment remapped = new LogSegment(file.remap(), fileId, seal, file);
    remapped.retired = retired;
    return remapped;
  }

  public RecordSeal seal() {
    return seal;
  }

  public long capacity() {
    return capacity;
  }

  /** Bytes of a record of this length once it is in this segment. */
  public int stored(int length) {
    int aligned = (int) SegmentLayout.alignedLength(length);
    return seal == null ? aligned : (int) SegmentLayout.alignedLength(aligned + seal.overhead());
  }

  /** Claims so many bytes, a multiple of 8; returns the claim word as it was before. */
  public long claim(long size) {
    try {
      return SegmentLayout.getAndAddLong(
          memory, SegmentLayout.CLAIM_AT, SegmentLayout.ONE_CLAIM + size);
    } catch (IllegalStateException unmapped) {
      return GONE;
    }
  }

  /**
   * Claims all that is left. A segment that a claim has ended beyond is left alone: its word would
   * wrap if it were added to again and again, and pass for that of an open segment.
   *
   * @return the claim word as it was before; {@link #GONE} if another claim closes the segment
   */
  public long claimRest() {
    try {
      while (closedAcquire() == 0) {
        long word = claimsAcquire();
        if (!closes(word)) {
          break;
        }
        long claimed = word + SegmentLayout.ONE_CLAIM + capacity + 8;
        if (SegmentLayout.compareAndSetLong(memory, SegmentLayout.CLAIM_AT, word, claimed)) {
          return word;
        }
      }
    } catch (IllegalStateException unmapped) {
      // Closed long ago.
    }
    return GONE;
  }

  /**
   * Whether a claim is known to have ended beyond the segment. Seen soon by all threads, so that no
   * more of them claim here than were about to: the claim word cannot come near to wrapping.
   */
  public boolean isOver() {
    return (boolean) OVER.getOpaque(this);
  }

  void setOver() {
    OVER.setOpaque(this, true);
  }

  /** Whether who closed the segment needs it no more: from then on its memory may be gone. */
  boolean isRetired() {
    return retired;
  }

  public void setRetired() {
    retired = true;
  }

  /** Before the memory is taken away from a segment whose every claim was committed. */
  void setComplete() {
    complete = true;
  }

  /** Leaves the claim that closes the segment to whoever tries that next. */
  void owe(long claimWord) {
    owed = claimWord;
  }

  boolean isOwed() {
    return owed != GONE;
  }

  /** Takes that claim over; {@link #GONE} if there is none. */
  synchronized long takeOwed() {
    long word = owed;
    owed = GONE;
    return word;
  }

  /** Whether a claim is a place in this segment. */
  public boolean holds(long claimWord, long size) {
    return SegmentLayout.offsetOf(claimWord) + size <= capacity;
  }

  /** Whether a claim that got no place in this segment has to close it. */
  public boolean closes(long claimWord) {
    return SegmentLayout.offsetOf(claimWord) <= capacity;
  }

  /** Writes down when the segment was put into use. */
  void begin() {
    SegmentLayout.putLongRelease(
        memory, SegmentLayout.BEGAN_AT, System.currentTimeMillis() * 1_000_000);
  }

  /** Writes down where the segment ends and how many claims it holds. */
  public void close(long claimWord) {
    SegmentLayout.putLongRelease(memory, SegmentLayout.CLOSED_AT, claimWord);
  }

  /** The claim word at which the segment was closed; 0 while it is open. */
  public long closedAcquire() {
    return SegmentLayout.getLongAcquire(memory, SegmentLayout.CLOSED_AT);
  }

  /** The claim word; beyond the end it also counts claims that failed. */
  public long claimsAcquire() {
    return SegmentLayout.getLongAcquire(memory, SegmentLayout.CLAIM_AT);
  }

  /** Length of the committed record at this offset; 0 if there is none yet. */
  public int lengthAcquire(long offset) {
    return SegmentLayout.getIntAcquire(memory, offset);
  }

  /**
   * Writes a complete record to its claimed place, and commits it.
   *
   * @param scratch as long as {@code bytes} at least, if records are sealed
   */
  public void write(long offset, byte[] bytes, int length, byte[] scratch) {
    int aligned = (int) SegmentLayout.alignedLength(length);
    if (seal == null) {
      commit(offset, bytes, aligned, length);
      return;
    }
    int sealedLength = aligned + seal.overhead();
    seal.seal(
        offset,
        sealedLength,
        bytes,
        RecordLayout.BODY_AT,
        aligned - RecordLayout.BODY_AT,
        scratch,
        RecordLayout.BODY_AT);
    int padded = (int) SegmentLayout.alignedLength(sealedLength);
    for (int i = sealedLength; i < padded; i++) {
      scratch[i] = 0;
    }
    commit(offset, scratch, padded, sealedLength);
  }

  /**
   * Commits an empty record in the place of a record that could not be written, over what was
   * copied of it.
   *
   * @param size that was claimed
   */
  public void abandon(long offset, int size) {
    byte[] bytes = new byte[size];
    bytes[RecordLayout.KIND_AT] = RecordLayout.ABANDONED;
    if (seal == null) {
      commit(offset, bytes, size, size);
      return;
    }
    // The length is a part of the nonce. That of a record is a multiple of 8, and one may have been
    // sealed for this place already; this one is the only other that fills the place.
    int length = size - 1;
    byte[] sealed = new byte[size];
    int body = length - RecordLayout.BODY_AT - seal.overhead();
    seal.seal(offset, length, bytes, RecordLayout.BODY_AT, body, sealed, RecordLayout.BODY_AT);
    commit(offset, sealed, size, length);
  }

  private void commit(long offset, byte[] bytes, int aligned, int length) {
    long body =
        RecordChecksum.copy(
            bytes, RecordLayout.BODY_AT, aligned, length, memory, offset + RecordLayout.BODY_AT);
    int sum = RecordChecksum.at(body, fileId, offset);
    SegmentLayout.putInt(memory, offset + RecordLayout.CHECKSUM_AT, sum);
    try {
      SegmentLayout.putIntRelease(memory, offset, length);
    } catch (IllegalStateException unmapped) {
      // A thread that is delayed comes here after the store has unmapped the memory.
      if (!complete) {
        throw unmapped;
      }
    }
  }

  /**
   * Walks committed records from an offset on.
   *
   * @param limit stops before a record that ends beyond this
   * @return the end of the last of them
   */
  public long committedEnd(long from, long limit) {
    long at = from;
    while (at + RecordLayout.HEADER_BYTES <= limit) {
      int length = lengthAcquire(at);
      if (length <= 0 || at + SegmentLayout.alignedLength(length) > limit) {
        break;
      }
      at += SegmentLayout.alignedLength(length);
    }
    return at;
  }

  /**
   * Looks for a committed record behind an uncommitted one.
   *
   * @return its offset; {@code limit} if there is none
   */
  public long nextCommitted(long from, long limit) {
    for (long at = from; at + RecordLayout.HEADER_BYTES <= limit; at += 8) {
      int length = lengthAcquire(at);
      if (length >= RecordLayout.HEADER_BYTES
          && at + SegmentLayout.alignedLength(length) <= limit
          && SegmentLayout.getInt(memory, at + RecordLayout.CHECKSUM_AT)
              == RecordChecksum.expected(memory, fileId, at, length)) {
        return at;
      }
    }
    return limit;
  }
}

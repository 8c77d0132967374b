package dev.tandem.core.ingress;

import dev.tandem.core.command.Command;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What {@link Command#claim} holds while a slot of the shared ring is claimed: one word, so that
 * publishing checks thread, ring and sequence by one comparison.
 *
 * <pre>
 *   63   62                              20 19                1  0
 *  | 0 | id of the thread                  | number of the ring | virtual? |   exclusive-or sequence
 * </pre>
 *
 * <p>Once the slot is published the word is the complement of the sequence, which no thread's mark
 * is.
 */
final class ClaimMark {

  private static final int THREAD_SHIFT = 20;
  private static final long RING_MASK = (1L << (THREAD_SHIFT - 1)) - 1;
  private static final AtomicLong RINGS = new AtomicLong();

  private ClaimMark() {}

  /** Bits that distinguish a new ring from the others of this process. */
  static long nextRing() {
    return (RINGS.incrementAndGet() & RING_MASK) << 1;
  }

  /** The word of a claim by the calling thread. */
  static long claimed(long ring, long sequence) {
    Thread thread = Thread.currentThread();
    return (thread.threadId() << THREAD_SHIFT | ring | (thread.isVirtual() ? 1 : 0)) ^ sequence;
  }

  /** Whether this is the word of a claim by the calling thread; cheaper than to make that again. */
  static boolean isClaimed(long mark, long ring, long sequence) {
    return ((mark ^ sequence) & ~1) == (Thread.currentThread().threadId() << THREAD_SHIFT | ring);
  }

  /** The word once the slot is published. */
  static long published(long sequence) {
    return ~sequence;
  }

  /** The id of the thread that has claimed a slot; 0 if it has not written its mark yet. */
  static long threadId(Command slot, long sequence) {
    long mark = slot.claim ^ sequence;
    return slot.sequence == sequence && mark > 0 ? mark >>> THREAD_SHIFT : 0;
  }

  /** Whether the thread that has claimed a slot is a virtual one. */
  static boolean isVirtual(Command slot, long sequence) {
    return ((slot.claim ^ sequence) & 1) != 0;
  }
}

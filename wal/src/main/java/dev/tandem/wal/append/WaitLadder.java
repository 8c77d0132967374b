package dev.tandem.wal.append;

/**
 * How threads of a log wait for each other: they spin for some looks, yield for some, and then
 * sleep, each in the way of its own place, because each is woken by somebody else. One look is one
 * turn, counted by who waits, from 0. Makes no garbage.
 *
 * <p>Who waits for a confirmation does not climb it: it spins and yields in the same look, for a
 * time and not for a count, since what it waits for is a device, and how many may do so at once is
 * configuration.
 */
enum WaitLadder {

  /** The writer, without work: the next record often follows at once. Then it parks. */
  IDLE_WRITER(200, 50),

  /**
   * The writer, for a claim that is not filled: the producer may need this very CPU to finish. A
   * long wait is measured by the clock: {@link Producers.Wait} naps.
   */
  CLAIM(100, Integer.MAX_VALUE),

  /** A producer, for the next batch, which the writer or another producer is about to open. */
  NEXT_BATCH(100, Integer.MAX_VALUE),

  /** A producer, for room: a buffer or a segment. Then it waits on the lock of the batches. */
  ROOM(100, 0);

  private final int spins;
  private final int yields;

  WaitLadder(int spins, int yields) {
    this.spins = spins;
    this.yields = yields;
  }

  /** Whether this turn only spins. */
  boolean isSpin(int turn) {
    return turn < spins;
  }

  /**
   * Passes the time to the next look.
   *
   * @return false if nothing was done, because it is time to sleep
   */
  @SuppressWarnings("ThreadPriorityCheck") // between spinning and sleeping
  boolean pause(int turn) {
    if (turn < spins) {
      Thread.onSpinWait();
      return true;
    }
    if (turn - spins < yields) {
      Thread.yield();
      return true;
    }
    return false;
  }
}

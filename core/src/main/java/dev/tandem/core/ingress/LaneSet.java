package dev.tandem.core.ingress;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * The lanes of one sequencer: who has which, and which are worth a visit.
 *
 * <p>A lane belongs to a thread from {@link #claim} to {@link #release}, and is used again
 * afterwards: what its last owner published stays in it, before what the next one will. A lane
 * whose owner has died without releasing it is taken over when no other is left.
 *
 * <p>All methods may be called by any thread, but those of the sequencer by one.
 *
 * @param <E> a slot
 */
final class LaneSet<E> {

  private static final int COMMON = 0;

  private final IntFunction<? extends LaneRows<E>> rows;
  private final boolean fenced;
  private final int capacity;
  private final int common;
  private final Lane<E>[] lanes;
  private final AtomicReferenceArray<Thread> owners;

  /** A bit for each lane: whether the sequencer visits it. */
  private final AtomicLongArray awake;

  private volatile int made;
  private volatile boolean closed;

  /** The sequencer's thread, if it is about to park: whoever wakes a lane must wake it, too. */
  private volatile Thread parked;

  /**
   * @param most lanes, the common one included
   * @param fenced whether each publication is a full fence: where the sequencer parks
   * @param capacity slots of a lane, a power of two
   * @param common slots of the common lane, a power of two
   */
  @SuppressWarnings("unchecked") // only lanes are in it
  LaneSet(
      int most, boolean fenced, int capacity, int common, IntFunction<? extends LaneRows<E>> rows) {
    this.rows = rows;
    this.fenced = fenced;
    this.capacity = capacity;
    this.common = common;
    lanes = (Lane<E>[]) new Lane<?>[most];
    owners = new AtomicReferenceArray<>(most);
    awake = new AtomicLongArray((most + Long.SIZE - 1) / Long.SIZE);
    make(null);
  }

  /** The lane that no thread can claim: for whoever shares it out. */
  Lane<E> common() {
    return lanes[COMMON];
  }

  // For producers.

  /**
   * Gives the calling thread a lane of its own.
   *
   * @return null if all are taken
   * @throws IllegalStateException if the set is closed
   */
  Lane<E> claim() {
    refuseIfClosed();
    Thread me = Thread.currentThread();
    int known = made;
    for (int i = COMMON + 1; i < known; i++) {
      if (owners.get(i) == null && owners.compareAndSet(i, null, me)) {
        return lanes[i];
      }
    }
    Lane<E> lane = make(me);
    return lane != null ? lane : takeOver(me);
  }

  private synchronized Lane<E> make(Thread owner) {
    refuseIfClosed();
    int number = made;
    if (number == lanes.length) {
      return null;
    }
    int slots = number == COMMON ? common : capacity;
    Lane<E> lane = new Lane<>(number, fenced || number == COMMON, slots, rows.apply(slots));
    lanes[number] = lane;
    owners.set(number, owner);
    made = number + 1;
    return lane;
  }

  private Lane<E> takeOver(Thread heir) {
    for (int i = COMMON + 1; i < lanes.length; i++) {
      Thread owner = owners.get(i);
      boolean free = owner == null || !owner.isAlive();
      if (free && owners.compareAndSet(i, owner, heir)) {
        lanes[i].abandon();
        return lanes[i];
      }
    }
    return null;
  }

  /**
   * Gives a lane back; for its owner, once. A slot that is claimed and not published is dropped.
   */
  void release(Lane<E> lane) {
    lane.abandon();
    owners.set(lane.number(), null);
  }

  /**
   * Notifies the sequencer of a lane that has commands again.
   *
   * @return whether its thread had to be woken, too
   */
  boolean wake(int number) {
    awake.getAndAccumulate(number / Long.SIZE, 1L << number, (bits, bit) -> bits | bit);
    Thread sleeper = parked;
    if (sleeper == null) {
      return false;
    }
    LockSupport.unpark(sleeper);
    return true;
  }

  /**
   * What a producer does who found a mark on its lane behind a publication: wakes it.
   *
   * @throws IllegalStateException if the lane was closed before this position
   */
  void attend(Lane<E> lane, long position) {
    if (lane.wake()) {
      wake(lane.number());
    }
    if (lane.isClosedTo(position)) {
      throw new IllegalStateException("the pipeline is closed");
    }
  }

  private void refuseIfClosed() {
    if (closed) {
      throw new IllegalStateException("the pipeline is closed");
    }
  }

  // For the sequencer.

  Lane<E> lane(int number) {
    return lanes[number];
  }

  /** Words of {@link #awake} that may hold a bit. */
  int words() {
    return (made + Long.SIZE - 1) / Long.SIZE;
  }

  /** Which of the lanes from {@code 64 * word} on are worth a visit. */
  long awake(int word) {
    return awake.get(word);
  }

  /** Visits a lane no more until it has something. */
  void sleep(Lane<E> lane) {
    int number = lane.number();
    // The bit first: who takes the mark off sets it again.
    awake.getAndAccumulate(number / Long.SIZE, ~(1L << number), (bits, rest) -> bits & rest);
    if (!lane.sleep()) {
      wake(number);
    }
  }

  /** Wakes a lane that sleeps although it has something, its producer not having seen the mark. */
  void rouse(int number) {
    Lane<E> lane = lanes[number];
    if (lane.isAsleep() && lane.ready() > 0 && lane.wake()) {
      wake(number);
    }
  }

  /**
   * Has a producer that wakes a lane wake this thread, too.
   *
   * @return false if there is a lane to be visited
   */
  boolean prepareToPark() {
    parked = Thread.currentThread();
    for (int i = 0; i < awake.length(); i++) {
      if (awake.get(i) != 0) {
        parked = null;
        return false;
      }
    }
    return true;
  }

  /** The sequencer's thread is at work again. */
  void unparked() {
    if (parked != null) {
      parked = null;
    }
  }

  // For who closes and counts.

  /**
   * Accepts nothing more.
   *
   * @return how many commands were accepted in all
   */
  synchronized long close() {
    closed = true;
    for (int i = 0; i < made; i++) {
      lanes[i].close();
    }
    long accepted = 0;
    for (int i = 0; i < made; i++) {
      try {
        if (!lanes[i].isFenced()) {
          awaitStores(owners.get(i));
        }
      } finally {
        // Also where a stack could not be taken: until it is settled, others wait for this lane.
        accepted += lanes[i].settle();
      }
    }
    return accepted;
  }

  /**
   * Behind this, all that the owner of a lane published without having seen the mark is visible
   * here. Who owned it before has given it back by a volatile write, or is dead; who gets it later
   * sees the mark before it publishes.
   *
   * <p>Java has no fence on behalf of another thread. To take a thread's stack the JVM stops it
   * between two of its instructions, and hands over what it did before: that is one.
   */
  @SuppressWarnings("ReferenceEquality") // a thread is only itself
  private static void awaitStores(Thread owner) {
    if (owner != null && owner != Thread.currentThread()) {
      owner.getStackTrace();
    }
  }

  int made() {
    return made;
  }

  int claimed() {
    int claimed = 0;
    for (int i = COMMON + 1; i < made; i++) {
      if (owners.get(i) != null) {
        claimed++;
      }
    }
    return claimed;
  }
}

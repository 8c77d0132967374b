package dev.tandem.core.ingress;

import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.Idling;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lane that any thread may use, one after the other. For what comes rarely; threads that send
 * much have lanes of their own, and a result handler tries instead of waiting.
 *
 * <p>A thread fills a slot of its own, and takes the lock only while that is written into the lane:
 * between claim and publish it holds nothing, so who stalls or dies there holds up nobody. The
 * order is that of publishing.
 *
 * <p>No room is kept for a slot that is claimed, since its thread may never come back. Instead the
 * lane has {@link #RESERVE} rows that claims do not count on: once the others are taken there are
 * no more claims, and slots that are in hand find room. Only if there are more of these than the
 * reserve may a publication have to wait, as a claim does.
 */
final class CommonEntry implements CommandEntry {

  /** Rows of the lane that a claim does not count on. */
  private static final int RESERVE = 1_024;

  private static final long FULL = -1;

  /** What a thread fills, and keeps for its next command. */
  private static final class Slot {
    final Command command = new Command();
    boolean claimed;

    Command claim() {
      command.clearInput();
      command.sequence = -1;
      claimed = true;
      return command;
    }
  }

  private final ThreadLocal<Slot> slots = ThreadLocal.withInitial(Slot::new);
  private final ReentrantLock publishing = new ReentrantLock();
  private final LongAdder busy = new LongAdder();
  private final LongAdder waits = new LongAdder();
  private final LaneSet<Command> lanes;
  private final Lane<Command> lane;
  private final int forClaims;
  private final Intake.Options options;

  /**
   * @param slots commands that may wait before claims do
   */
  CommonEntry(LaneSet<Command> lanes, int slots, Intake.Options options) {
    this.lanes = lanes;
    this.lane = lanes.common();
    this.forClaims = Math.min(slots, lane.capacity() - RESERVE);
    this.options = options;
  }

  /** Rows of the common lane where the others have so many: a power of two, and the reserve. */
  static int rows(int slots) {
    return Math.max(slots, 2 * RESERVE);
  }

  @Override
  public Command claim() {
    Slot slot = freeSlot();
    if (!hasRoom(forClaims)) {
      awaitRoom(forClaims);
    }
    return slot.claim();
  }

  @Override
  public Command tryClaim() {
    Slot slot = freeSlot();
    if (!hasRoom(forClaims)) {
      busy.increment();
      return null;
    }
    return slot.claim();
  }

  private Slot freeSlot() {
    refuseIfOver();
    Slot slot = slots.get();
    if (slot.claimed) {
      throw new IllegalStateException("the slot claimed before is not published yet");
    }
    return slot;
  }

  private void refuseIfOver() {
    options.poison().check();
    if (lane.isClosed()) {
      throw new IllegalStateException("the pipeline is closed");
    }
  }

  /** Whether fewer than so many rows are taken. */
  private boolean hasRoom(int rows) {
    // Taken first: what is taken in between counts as still there, never the other way round.
    long taken = lane.takenAcquire();
    return lane.publishedVolatile() - taken < rows;
  }

  private void awaitRoom(int rows) {
    options.beforeWaiting().run();
    waits.increment();
    Idling idling = new Idling(options.waiting());
    try {
      do {
        idling.pause();
        refuseIfOver();
      } while (!hasRoom(rows));
    } finally {
      idling.end();
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // a slot is only itself
  public long publish(Command c) {
    Slot slot = slots.get();
    if (!slot.claimed || c != slot.command) {
      throw new IllegalStateException(
          slot.claimed ? "not the slot that is claimed: " + c : "this thread has claimed no slot");
    }
    // Also if it is refused: the thread may claim again.
    slot.claimed = false;
    long position = tryPublish(c);
    while (position == FULL) {
      awaitRoom(lane.capacity());
      position = tryPublish(c);
    }
    return position;
  }

  /** The position of the command, or that there is no row for it. */
  private long tryPublish(Command c) {
    long position;
    boolean marked;
    publishing.lock();
    try {
      if (lane.tryClaim() == null) {
        return FULL;
      }
      position = lane.position();
      marked = lane.publish(c);
    } finally {
      publishing.unlock();
    }
    if (marked) {
      lanes.attend(lane, position);
    }
    return position;
  }

  /** How often a claim was refused at once. */
  long busy() {
    return busy.sum();
  }

  /** How often a thread waited for room. */
  long waits() {
    return waits.sum();
  }
}

package dev.tandem.core.ingress;

import dev.tandem.core.api.WaitMode;
import dev.tandem.core.pipeline.Idling;
import dev.tandem.core.pipeline.WaitPlan;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A queue from one producer to one sequencer, over rows that are allocated once and written in
 * turn.
 *
 * <p>The two sides exchange two positions, each on a line that only its owner writes (after
 * Lamport, "Proving the correctness of multiprocess programs", 1977; each side keeps what it last
 * saw of the other, so that a line travels once a visit and not once a command). Two more
 * hand-shakes go over {@code state}, which both read and hardly anybody writes:
 *
 * <ul>
 *   <li><b>Sleep.</b> A lane that stays empty is put to sleep: the sequencer visits it no more,
 *       until {@link #publish} finds the mark and wakes it.
 *   <li><b>Close.</b> {@link #close} marks the lane, and {@link #settle} decides how many commands
 *       are accepted; a {@link #publish} that races with it returns whether its command is
 *       accepted.
 * </ul>
 *
 * <p>Both are of the same form: one side writes its position and then reads the mark, the other
 * writes the mark and then reads the position. At least one must see the other, which takes a full
 * fence between the two steps of each side. The producer's would wait, at each command, until its
 * lines are there. So there are two kinds of lanes:
 *
 * <ul>
 *   <li>A <b>fenced</b> one publishes with it. It is what a sequencer needs that parks, and a lane
 *       that goes from hand to hand.
 *   <li>Otherwise a publication is a release store, and the rare side does the work: the sequencer
 *       looks at sleeping lanes now and then, so a mark that was not seen is a delay, not a loss;
 *       and who closes makes sure of the owner's stores between the mark and the decision ({@link
 *       LaneSet#close}).
 * </ul>
 *
 * <p>{@code LaneStress} holds each of these.
 *
 * <p>At any time one thread is the producer, and one the sequencer. Who hands a lane to another
 * thread orders the two, as {@link LaneSet} does.
 *
 * @param <E> what is filled and copied
 */
final class Lane<E> extends LaneEnd {

  private static final VarHandle PUBLISHED;
  private static final VarHandle TAKEN;
  private static final VarHandle STATE;
  private static final VarHandle ACCEPTED;
  private static final VarHandle BUSY;
  private static final VarHandle WAITS;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      PUBLISHED = lookup.findVarHandle(Lane.class, "published", long.class);
      TAKEN = lookup.findVarHandle(Lane.class, "taken", long.class);
      STATE = lookup.findVarHandle(Lane.class, "state", int.class);
      ACCEPTED = lookup.findVarHandle(Lane.class, "accepted", long.class);
      BUSY = lookup.findVarHandle(Lane.class, "busy", long.class);
      WAITS = lookup.findVarHandle(Lane.class, "waits", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int ASLEEP = 1;
  private static final int CLOSED = 2;

  /** It is not yet decided how many commands of a closed lane are accepted. */
  private static final long UNDECIDED = -1;

  private final LaneRows<E> rows;
  private final E draft;
  private final int capacity;
  private final int number;
  private final boolean fenced;

  @SuppressWarnings("UnusedVariable") // read by its handle
  private int state = ASLEEP;

  @SuppressWarnings("UnusedVariable") // read by its handle
  private long accepted = UNDECIDED;

  /**
   * Makes an empty lane, which is asleep.
   *
   * @param number among the lanes of its sequencer
   * @param fenced whether each publication is a full fence
   * @param capacity rows, a power of two
   */
  Lane(int number, boolean fenced, int capacity, LaneRows<E> rows) {
    this.number = number;
    this.fenced = fenced;
    this.capacity = capacity;
    this.rows = rows;
    draft = rows.newDraft();
    limit = capacity;
  }

  int number() {
    return number;
  }

  int capacity() {
    return capacity;
  }

  // The producer's side.

  /**
   * The slot for the next command; null if the lane is full. The same slot until it is published.
   */
  E tryClaim() {
    long position = next;
    if (position == limit) {
      limit = (long) TAKEN.getAcquire(this) + capacity;
      if (position == limit) {
        return null;
      }
    }
    open = true;
    return draft;
  }

  /** The slot that is claimed and not yet published; null if there is none. */
  E claimed() {
    return open ? draft : null;
  }

  /** Gives a claimed slot back. */
  void abandon() {
    open = false;
  }

  /**
   * Publishes the claimed slot.
   *
   * @return whether there is a mark on the lane: then the producer wakes it, and checks whether it
   *     is closed
   */
  boolean publish() {
    return publish(draft);
  }

  /** The same, but of what was filled elsewhere. */
  boolean publish(E filled) {
    long position = next;
    rows.write((int) position & (capacity - 1), filled);
    next = position + 1;
    open = false;
    if (fenced) {
      PUBLISHED.setVolatile(this, position + 1);
    } else {
      PUBLISHED.setRelease(this, position + 1);
    }
    if (position + 1 != limit) {
      rows.prepare((int) (position + 1) & (capacity - 1));
    }
    return (int) STATE.getVolatile(this) != 0;
  }

  /** Whether everything that was published has been taken. */
  boolean isEmpty() {
    return takenAcquire() == next;
  }

  /** The position that the next command gets. */
  long position() {
    return next;
  }

  /**
   * Takes the mark of sleep off.
   *
   * @return whether it was there: then the caller must notify the sequencer
   */
  boolean wake() {
    return ((int) STATE.getAndBitwiseAnd(this, ~ASLEEP) & ASLEEP) != 0;
  }

  /** Whether the lane is closed to commands from this position on; waits for a close at work. */
  boolean isClosedTo(long position) {
    return isClosed() && position >= awaitAccepted();
  }

  void countBusy() {
    BUSY.setOpaque(this, busy + 1);
  }

  void countWait() {
    WAITS.setOpaque(this, waits + 1);
  }

  // The sequencer's side.

  /** How many commands can be taken. */
  long ready() {
    long last = (long) PUBLISHED.getVolatile(this);
    if (isClosed()) {
      // What came after the close was refused, even though it is in here.
      last = Math.min(last, awaitAccepted());
    }
    return last - taken;
  }

  /** Copies the command {@code ahead} places behind the next one to be taken; once. */
  void read(int ahead, E to) {
    rows.read((int) (taken + ahead) & (capacity - 1), to);
  }

  /** Gives the slots of the next {@code count} commands back to the producer. */
  void take(int count) {
    TAKEN.setRelease(this, taken + count);
  }

  /**
   * Marks the lane as asleep.
   *
   * @return false if a command has come meanwhile: then it is awake
   */
  boolean sleep() {
    STATE.getAndBitwiseOr(this, ASLEEP);
    // The thread that takes the mark off notifies the sequencer; if it was the producer, that is
    // done.
    return ready() == 0 || !wake();
  }

  // For any thread.

  boolean isFenced() {
    return fenced;
  }

  boolean isAsleep() {
    return ((int) STATE.getVolatile(this) & ASLEEP) != 0;
  }

  boolean isClosed() {
    return ((int) STATE.getVolatile(this) & CLOSED) != 0;
  }

  /** Commands handed in; once closed, those accepted. */
  long submitted() {
    return isClosed() ? awaitAccepted() : publishedVolatile();
  }

  /** Accepts nothing more; which commands came before, {@link #settle} decides. */
  void close() {
    STATE.getAndBitwiseOr(this, CLOSED);
  }

  /**
   * Decides how many commands of a closed lane are accepted in all, once: for one thread. If the
   * lane is not fenced, what its owner stored before it could see the mark must be seen by now.
   */
  long settle() {
    if ((long) ACCEPTED.getVolatile(this) == UNDECIDED) {
      ACCEPTED.setVolatile(this, (long) PUBLISHED.getVolatile(this));
    }
    return awaitAccepted();
  }

  private long awaitAccepted() {
    long all = (long) ACCEPTED.getVolatile(this);
    if (all == UNDECIDED) {
      // Who decides is between two steps, and may need this very CPU.
      Idling idling = new Idling(WaitPlan.of(WaitMode.YIELDING));
      do {
        idling.pause();
        all = (long) ACCEPTED.getVolatile(this);
      } while (all == UNDECIDED);
    }
    return all;
  }

  long publishedVolatile() {
    return (long) PUBLISHED.getVolatile(this);
  }

  long takenAcquire() {
    return (long) TAKEN.getAcquire(this);
  }

  long busyOpaque() {
    return (long) BUSY.getOpaque(this);
  }

  long waitsOpaque() {
    return (long) WAITS.getOpaque(this);
  }
}

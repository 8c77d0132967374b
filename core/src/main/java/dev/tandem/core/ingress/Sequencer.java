package dev.tandem.core.ingress;

import com.lmax.disruptor.RingBuffer;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.pipeline.Upstream;
import dev.tandem.core.pipeline.WaitPlan;

/**
 * Takes commands from lanes, gives them their order, and publishes them into a ring that only it
 * publishes into. It is what the first stage of that ring follows, so it works on that stage's
 * thread: when the stage has nothing left and looks for more, it makes a round.
 *
 * <p>A round visits each lane that is awake, in rotation, and takes at most {@code visit} commands
 * of each. It ends early when the ring or the batch is full; then the next round continues behind
 * it. So between two visits of a lane every other lane is visited once at most, and with {@code n}
 * lanes a command at the head of its lane waits for at most {@code (n - 1) * visit} others.
 *
 * <p>A lane that was found empty several times in a row is put to sleep and costs nothing until its
 * producer wakes it: a round costs a look at each lane that is awake and at each word of the bitmap
 * of 64 lanes, and at one lane that sleeps. So a command whose producer did not see that its lane
 * had just fallen asleep is found after as many rounds as there are lanes. If the stage's plan has
 * it park, lanes are fenced, and the first command wakes it.
 *
 * <p>For the stage's thread alone.
 *
 * @param <E> a slot
 */
final class Sequencer<E> implements Upstream {

  /** A lane that was empty so often in a row is put to sleep. */
  private static final int EMPTY_VISITS = 64;

  private final RingBuffer<E> ring;
  private final LaneSet<E> lanes;
  private final int visit;
  private final int batch;
  private final int emptyVisits;
  private final boolean parks;

  /** Looks in vain after which the stage may park. */
  private final long looksBeforePark;

  private long looks;
  private long cursor = RingBuffer.INITIAL_CURSOR_VALUE;

  /** The lane that the next round begins with. */
  private int turn;

  /** The lane that the next round looks at even if it sleeps. */
  private int sleeper;

  /**
   * @param ring made for a single producer
   * @param visit most commands taken of a lane in a round
   * @param batch most commands taken in a round
   * @param waiting how the stage waits
   */
  Sequencer(RingBuffer<E> ring, LaneSet<E> lanes, int visit, int batch, WaitPlan waiting) {
    this.ring = ring;
    this.lanes = lanes;
    this.visit = visit;
    this.batch = batch;
    this.parks = waiting.mode() == WaitMode.PARKING;
    looksBeforePark = (long) waiting.looks() + waiting.yields();
    emptyVisits = parks ? (int) Math.min(EMPTY_VISITS, 1 + looksBeforePark) : EMPTY_VISITS;
  }

  @Override
  public long available(long next) {
    if (cursor < next) {
      round();
    }
    return cursor;
  }

  private void round() {
    looks++;
    int room = (int) Math.min(ring.remainingCapacity(), batch);
    if (room == 0) {
      return;
    }
    long before = cursor;
    visitFrom(turn, room);
    // Who parks must have all lanes asleep and nothing in them, or nobody would wake this thread.
    while (parks && cursor == before && !lanes.prepareToPark() && looks > looksBeforePark) {
      visitFrom(turn, room);
    }
    if (cursor != before) {
      ring.publish(before + 1, cursor);
      lanes.unparked();
      looks = 0;
    }
    if (!parks) {
      lanes.rouse(sleeper);
      sleeper = sleeper + 1 < lanes.made() ? sleeper + 1 : 0;
    }
  }

  /**
   * Visits every lane that is awake once, in order from {@code first} on, until there is no room.
   */
  private void visitFrom(int first, int room) {
    int words = lanes.words();
    int firstWord = first / Long.SIZE;
    int left = room;
    // The first word twice: its upper part at the beginning, its lower part at the end.
    for (int i = 0; i <= words; i++) {
      int word = (firstWord + i) % Math.max(words, 1);
      long bits = words == 0 ? 0 : lanes.awake(word);
      if (i == 0) {
        bits &= -1L << first;
      } else if (i == words) {
        bits &= (1L << first) - 1;
      }
      while (bits != 0) {
        int bit = Long.numberOfTrailingZeros(bits);
        int number = word * Long.SIZE + bit;
        left -= visit(lanes.lane(number), Math.min(visit, left));
        if (left == 0) {
          turn = (number + 1) % lanes.made();
          return;
        }
        // Looked at again: a lane that woke meanwhile would else be behind all others twice.
        long behind = -2L << bit;
        bits = lanes.awake(word) & (i == words ? behind & ((1L << first) - 1) : behind);
      }
    }
  }

  private int visit(Lane<E> lane, int most) {
    int count = (int) Math.min(lane.ready(), most);
    if (count == 0) {
      lane.emptyVisits++;
      if (lane.emptyVisits >= emptyVisits) {
        lane.emptyVisits = 0;
        lanes.sleep(lane);
      }
      return 0;
    }
    lane.emptyVisits = 0;
    ring.next(count);
    long sequence = cursor;
    for (int i = 0; i < count; i++) {
      lane.read(i, ring.get(++sequence));
    }
    cursor = sequence;
    lane.take(count);
    return count;
  }
}

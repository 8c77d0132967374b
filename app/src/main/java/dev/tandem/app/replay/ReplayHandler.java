package dev.tandem.app.replay;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.flow.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;

/**
 * Gets every answer of a replay: counts, times, keeps and checks them. Its fields are written by
 * the results thread and read by the replaying thread after a query, which orders the two.
 */
final class ReplayHandler implements ResultHandler {

  /** In a closed loop, one command in so many is timed. */
  static final int SAMPLE = 16;

  private static final int SETTING_UP = -1;
  private static final int SAMPLE_MASK = SAMPLE - 1;
  private static final long MAX_LATENCY_NS = 3_600_000_000_000L;

  private final Flow flow;
  private final ReplayLog log;
  private final Schedule schedule;
  private final long[] sentNs;
  private final Histogram latency = new Histogram(MAX_LATENCY_NS, 3);
  private final long[] results = new long[ResultCode.values().length];
  private final Mismatches mismatches = new Mismatches();
  private final boolean checks;
  private int next = SETTING_UP;
  private long trades;
  private long tradedLots;
  private long turnover;
  private long refusedSetups;

  /** Answers before the first that the log had no room for. */
  private long answeredBeforeFull;

  private final AtomicBoolean full = new AtomicBoolean();
  private long finishedNs;

  /**
   * @param schedule of an open loop; null for a closed one
   */
  ReplayHandler(Flow flow, ReplayLog log, Schedule schedule, boolean checks) {
    this.flow = flow;
    this.log = log;
    this.schedule = schedule;
    this.checks = checks;
    this.sentNs = schedule == null ? new long[flow.size() / SAMPLE + 1] : new long[0];
  }

  /**
   * From now on every answer but those to queries is to the next command of the flow, the first one
   * to the command at {@code index}; called before that is published, when nothing is in flight.
   */
  void begin(int index) {
    next = index;
  }

  /** Takes an answer out of the log, where nobody knows how long it took. */
  void replayed(int index, Command c) {
    take(index, c);
  }

  /** Notes when a command is submitted; called before it is published. */
  void sent(int index) {
    if ((index & SAMPLE_MASK) == 0 && schedule == null) {
      sentNs[index / SAMPLE] = System.nanoTime();
    }
  }

  @Override
  public void onResult(Command c) {
    if (c.type == CommandType.QUERY) {
      return;
    }
    if (full.getPlain()) {
      return;
    }
    if (c.result == ResultCode.LOG_FULL_CODE) {
      full.setRelease(true);
      return;
    }
    answeredBeforeFull++;
    if (next == SETTING_UP) {
      if (c.isRejected()) {
        refusedSetups++;
      }
      return;
    }
    // Snapshots take sequences too, so these cannot be counted on.
    int index = next++;
    time(index);
    take(index, c);
    if (index == flow.size() - 1) {
      finishedNs = System.nanoTime();
    }
  }

  private void take(int index, Command c) {
    results[c.result]++;
    if (c.outcomes.count() != 0) {
      count(c.outcomes);
    }
    log.add(index, c);
    if (checks) {
      check(index, c);
    }
  }

  private void time(int index) {
    if (schedule != null) {
      record(System.nanoTime() - schedule.intendedNs(index));
    } else if ((index & SAMPLE_MASK) == 0) {
      record(System.nanoTime() - sentNs[index / SAMPLE]);
    }
  }

  private void record(long ns) {
    latency.recordValue(Math.max(0, Math.min(MAX_LATENCY_NS, ns)));
  }

  private void count(Outcomes t) {
    trades += t.trades();
    for (int i = 0; i < t.count(); i++) {
      if (!t.isTrade(i)) {
        continue;
      }
      tradedLots = sumOrOver(tradedLots, t.quantity(i));
      long high = Math.multiplyHigh(t.price(i), t.quantity(i));
      long value = t.price(i) * t.quantity(i);
      turnover = high != 0 || value < 0 ? ReplayResult.OVER : sumOrOver(turnover, value);
    }
  }

  /** The sum of what is not negative; once it does not fit it stays {@link ReplayResult#OVER}. */
  private static long sumOrOver(long sum, long more) {
    long next = sum + more;
    return sum == ReplayResult.OVER || next < 0 ? ReplayResult.OVER : next;
  }

  private void check(int index, Command c) {
    if (c.isRejected()) {
      if (flow.isOracle() || isExpected(index, c.type)) {
        mismatches.add(
            flow.place(index), describe(index), ResultCode.of(c.result).name(), "to be accepted");
      }
      return;
    }
    long expected = flow.quantity(index);
    if (c.type == CommandType.CANCEL) {
      if (expected != Flow.UNCHECKED && c.releasedQuantity != expected) {
        mismatches.add(
            flow.place(index),
            "the remaining quantity of order " + c.orderId,
            Long.toString(c.releasedQuantity),
            Long.toString(expected));
      }
    } else if (c.type == CommandType.UNCROSS) {
      checkUncross(index, c, expected);
    }
  }

  /** Quantity and price are each checked by itself: a file may state one without the other. */
  private void checkUncross(int index, Command c, long expected) {
    if (expected != Flow.UNCHECKED && c.filledQuantity != expected) {
      mismatches.add(
          flow.place(index),
          "the quantity of the uncross",
          Long.toString(c.filledQuantity),
          Long.toString(expected));
    }
    long unit = flow.symbols().get(c.symbol).priceUnit();
    if (flow.price(index) != Flow.UNCHECKED && c.orderPrice != flow.price(index)) {
      mismatches.add(
          flow.place(index),
          "the price of the uncross",
          Long.toString(c.orderPrice * unit),
          Long.toString(flow.price(index) * unit));
    }
  }

  /** Whether the file says what must come of a command. */
  private boolean isExpected(int index, byte type) {
    return isChecked(type)
        && (flow.quantity(index) != Flow.UNCHECKED
            || (type == CommandType.UNCROSS && flow.price(index) != Flow.UNCHECKED));
  }

  private static boolean isChecked(byte type) {
    return type == CommandType.CANCEL || type == CommandType.UNCROSS;
  }

  private String describe(int index) {
    String name = CommandType.nameOf(flow.type(index));
    return "the answer to "
        + (CommandType.isAdministrative(flow.type(index))
            ? name
            : name + " of order " + flow.orderId(index));
  }

  /** Whether the log had no room for a command; none behind it was taken. Any thread. */
  boolean isFullAcquire() {
    return full.getAcquire();
  }

  long answeredBeforeFull() {
    return answeredBeforeFull;
  }

  Histogram latency() {
    return latency;
  }

  long[] results() {
    return results;
  }

  Mismatches mismatches() {
    return mismatches;
  }

  long trades() {
    return trades;
  }

  /** Sum of the traded lots, or {@link ReplayResult#OVER}. */
  long tradedLots() {
    return tradedLots;
  }

  /** Sum of price × quantity in ticks × lots, or {@link ReplayResult#OVER}. */
  long turnover() {
    return turnover;
  }

  long refusedSetups() {
    return refusedSetups;
  }

  long finishedNs() {
    return finishedNs;
  }
}

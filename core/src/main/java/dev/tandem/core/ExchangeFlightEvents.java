package dev.tandem.core;

import dev.tandem.core.api.SnapshotReport;
import dev.tandem.core.command.ResultCode;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * What Flight Recorder gets: the figures of each exchange at an interval and when it is closed, its
 * snapshots, and why it failed.
 *
 * <p>Before the first recording of a process there is no event: making one starts the recorder,
 * which costs as much as the start of a small program.
 */
final class ExchangeFlightEvents {

  /** A runtime image may lack the recorder; then nothing that is nested in here is touched. */
  private static final boolean THERE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private static final AtomicLong IDS = new AtomicLong();

  private ExchangeFlightEvents() {}

  /** Distinguishes the exchanges of one process. */
  static long nextId() {
    return IDS.incrementAndGet();
  }

  static void opened(Exchange exchange) {
    if (THERE) {
      Recorded.OPEN.add(exchange);
    }
  }

  /** The last figures of an exchange; only the first call for one counts. */
  static void closed(Exchange exchange) {
    if (THERE && Recorded.OPEN.remove(exchange) && FlightRecorder.isInitialized()) {
      Recorded.report(exchange);
    }
  }

  static void failed(long exchange, Throwable cause) {
    if (THERE && FlightRecorder.isInitialized()) {
      FailureEvent event = new FailureEvent();
      event.exchange = exchange;
      event.cause = String.valueOf(cause);
      event.commit();
    }
  }

  static void snapshot(long exchange, SnapshotReport report) {
    if (THERE && FlightRecorder.isInitialized()) {
      SnapshotEvent event = new SnapshotEvent();
      event.exchange = exchange;
      event.logSequence = report.info().logSequence();
      event.bytes = report.info().bytes();
      event.longestStop = report.longestStop().toNanos();
      event.took = report.took().toNanos();
      event.commit();
    }
  }

  /** The exchanges that are open. Notified when the first recording begins. */
  private static final class Recorded implements FlightRecorderListener {

    static final Set<Exchange> OPEN = ConcurrentHashMap.newKeySet();

    static {
      FlightRecorder.addListener(new Recorded());
    }

    @Override
    public void recorderInitialized(FlightRecorder recorder) {
      FlightRecorder.addPeriodicEvent(StatisticsEvent.class, () -> OPEN.forEach(Recorded::report));
    }

    static void report(Exchange exchange) {
      StatisticsEvent event = new StatisticsEvent();
      if (event.isEnabled()) {
        event.set(exchange);
        event.commit();
      }
    }
  }

  @Name("dev.tandem.ExchangeFailure")
  @Label("Exchange Failure")
  @Description("What stopped a kernel for good")
  @Category({"Tandem", "Exchange"})
  static final class FailureEvent extends Event {
    @Label("Exchange")
    long exchange;

    @Label("Cause")
    String cause;
  }

  @Name("dev.tandem.Snapshot")
  @Label("Snapshot")
  @Description("A snapshot that was written")
  @Category({"Tandem", "Exchange"})
  @StackTrace(false)
  static final class SnapshotEvent extends Event {
    @Label("Exchange")
    long exchange;

    @Label("Last Record of the Log in It")
    long logSequence;

    @Label("Size")
    @DataAmount
    long bytes;

    @Label("Longest Stop of a Stage")
    @Timespan(Timespan.NANOSECONDS)
    long longestStop;

    @Label("Time until It Was on the Disk")
    @Timespan(Timespan.NANOSECONDS)
    long took;
  }

  @Name("dev.tandem.ExchangeStatistics")
  @Label("Exchange Statistics")
  @Description("Counts since an exchange was started")
  @Category({"Tandem", "Exchange"})
  @Period("1 s")
  @StackTrace(false)
  static final class StatisticsEvent extends Event {
    @Label("Exchange")
    @Description("The number of the exchange in this process")
    long exchange;

    @Label("Topology")
    String topology;

    @Label("Submitted Commands")
    long submitted;

    @Label("Answered Commands")
    long answered;

    @Label("Waiting Commands")
    long waiting;

    @Label("Accepted Commands")
    long accepted;

    @Label("Refused Commands")
    long refused;

    @Label("Trades")
    long trades;

    @Label("Failed")
    boolean failed;

    void set(Exchange of) {
      ExchangeMetrics metrics = of.metrics();
      exchange = of.id();
      topology = of.topology().toString();
      submitted = metrics.submitted();
      answered = metrics.answered();
      waiting = metrics.waiting();
      accepted = metrics.answers().getOrDefault(ResultCode.OK, 0L);
      refused = metrics.refused();
      trades = metrics.trades();
      failed = metrics.failed();
    }
  }
}

package dev.tandem.logger;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

/**
 * What Flight Recorder gets: the figures of each open store at an interval and when it is closed.
 *
 * <p>Before the first recording of a process there is no event: making one starts the recorder,
 * which costs as much as the start of a small program.
 */
final class LoggerFlightEvents {

  /** A runtime image may lack the recorder; then nothing that is nested in here is touched. */
  private static final boolean THERE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private LoggerFlightEvents() {}

  static void opened(LogStore store) {
    if (THERE) {
      Recorded.OPEN.add(store);
    }
  }

  /** The last figures of a store; only the first call for one counts. */
  static void closed(LogStore store) {
    if (THERE && Recorded.OPEN.remove(store) && FlightRecorder.isInitialized()) {
      Recorded.report(store);
    }
  }

  /** The stores that are open. Notified when the first recording begins. */
  private static final class Recorded implements FlightRecorderListener {

    static final Set<LogStore> OPEN = ConcurrentHashMap.newKeySet();

    static {
      FlightRecorder.addListener(new Recorded());
    }

    @Override
    public void recorderInitialized(FlightRecorder recorder) {
      FlightRecorder.addPeriodicEvent(StatisticsEvent.class, () -> OPEN.forEach(Recorded::report));
    }

    static void report(LogStore store) {
      StatisticsEvent event = new StatisticsEvent();
      if (event.isEnabled()) {
        event.set(store);
        event.commit();
      }
    }
  }

  @Name("dev.tandem.LoggerStatistics")
  @Label("Logger Statistics")
  @Description("Counts since a store of log files was opened")
  @Category({"Tandem", "Logger"})
  @Period("1 s")
  @StackTrace(false)
  static final class StatisticsEvent extends Event {
    @Label("Directory")
    String directory;

    @Label("Run")
    String run;

    @Label("Written Records")
    long records;

    @Label("Claimed Bytes")
    @DataAmount
    long bytes;

    @Label("Dropped Records")
    long dropped;

    @Label("Closed Segments")
    long rotations;

    @Label("Holes Found at the Opening")
    long holes;

    @Label("Abandoned Records")
    long abandoned;

    @Label("Bytes Not Yet Sealed")
    @DataAmount
    long sealerLag;

    @Label("Closed Segments Not Yet Sealed")
    long sealerBacklog;

    @Label("Deleted Files")
    long deleted;

    @Label("Failed Attempts to Make a Segment")
    long segmentFailures;

    @Label("Other Failed Attempts")
    long troubles;

    void set(LogStore store) {
      LogMetrics metrics = store.metrics();
      directory = store.directory().toString();
      run = store.run();
      records = metrics.records();
      bytes = metrics.bytes();
      dropped = metrics.dropped();
      rotations = metrics.rotations();
      holes = metrics.holes();
      abandoned = metrics.abandoned();
      sealerLag = metrics.sealerLag();
      sealerBacklog = metrics.sealerBacklog();
      deleted = metrics.deleted();
      segmentFailures = metrics.segmentFailures();
      troubles = metrics.failures();
    }
  }
}

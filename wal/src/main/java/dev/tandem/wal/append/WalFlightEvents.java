package dev.tandem.wal.append;

import dev.tandem.wal.WalStatistics;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
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
 * The events for Flight Recorder: the figures of each open log at an interval and when it is
 * closed, and why a log failed.
 *
 * <p>Before the first recording of a process there is no event: making one starts the recorder,
 * which costs as much as the start of a small program.
 */
public final class WalFlightEvents {

  /** A runtime image may lack the recorder; then nothing that is nested in here is touched. */
  private static final boolean THERE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private WalFlightEvents() {}

  /** A log whose figures are recorded while it is open. */
  public record OpenLog(Path directory, Supplier<WalStatistics> statistics) {}

  public static void opened(OpenLog log) {
    if (THERE) {
      Recorded.OPEN.add(log);
    }
  }

  /** The last figures of a log; only the first call for a log counts. */
  public static void closed(OpenLog log) {
    if (THERE && Recorded.OPEN.remove(log) && FlightRecorder.isInitialized()) {
      Recorded.report(log);
    }
  }

  static void failed(Path directory, Throwable cause) {
    if (THERE && FlightRecorder.isInitialized()) {
      FailureEvent event = new FailureEvent();
      event.directory = directory.toString();
      event.cause = cause.toString();
      event.commit();
    }
  }

  /** The logs that are open. Registers the periodic event when the first recording begins. */
  private static final class Recorded implements FlightRecorderListener {

    static final Set<OpenLog> OPEN = ConcurrentHashMap.newKeySet();

    static {
      FlightRecorder.addListener(new Recorded());
    }

    @Override
    public void recorderInitialized(FlightRecorder recorder) {
      FlightRecorder.addPeriodicEvent(StatisticsEvent.class, () -> OPEN.forEach(Recorded::report));
    }

    static void report(OpenLog log) {
      StatisticsEvent event = new StatisticsEvent();
      if (event.isEnabled()) {
        event.set(log.directory(), log.statistics().get());
        event.commit();
      }
    }
  }

  @Name("dev.tandem.WalFailure")
  @Label("Log Failure")
  @Description("What ended a write-ahead log for good")
  @Category({"Tandem", "Write-ahead Log"})
  static final class FailureEvent extends Event {
    @Label("Directory")
    String directory;

    @Label("Cause")
    String cause;
  }

  @Name("dev.tandem.WalStatistics")
  @Label("Log Statistics")
  @Description("Counts since a write-ahead log was opened")
  @Category({"Tandem", "Write-ahead Log"})
  @Period("1 s")
  @StackTrace(false)
  static final class StatisticsEvent extends Event {
    @Label("Directory")
    String directory;

    @Label("Appended Records")
    long appended;

    @Label("Written Records")
    long written;

    @Label("Synced Records")
    long synced;

    @Label("Urgent Appends")
    long critical;

    @Label("Syncs")
    long syncs;

    @Label("P99 of the Sync Time")
    @Timespan(Timespan.NANOSECONDS)
    long p99Sync;

    @Label("Longest Sync")
    @Timespan(Timespan.NANOSECONDS)
    long longestSync;

    @Label("Batches")
    long batches;

    @Label("Written Bytes")
    @DataAmount
    long bytes;

    @Label("Queued Records")
    long queuedRecords;

    @Label("Queued Bytes")
    @DataAmount
    long queuedBytes;

    @Label("Blocked Appends")
    long blocked;

    @Label("Spilled Buffers")
    long spilled;

    @Label("Refused Appends")
    long refused;

    @Label("Listener Failures")
    long listenerFailures;

    @Label("Segments Ready")
    int segmentsReady;

    @Label("Segments Made")
    long segmentsMade;

    @Label("Segments Recycled")
    long segmentsRecycled;

    void set(Path of, WalStatistics statistics) {
      directory = of.toString();
      appended = statistics.appended();
      written = statistics.written();
      synced = statistics.synced();
      critical = statistics.critical();
      syncs = statistics.syncs().count();
      p99Sync = statistics.syncs().p99Ns();
      longestSync = statistics.syncs().maxNs();
      batches = statistics.batches();
      bytes = statistics.bytes();
      queuedRecords = statistics.queue().records();
      queuedBytes = statistics.queue().bytes();
      blocked = statistics.queue().blocked();
      spilled = statistics.queue().spilled();
      refused = statistics.queue().refused();
      listenerFailures = statistics.listenerFailures();
      segmentsReady = statistics.segments().ready();
      segmentsMade = statistics.segments().made();
      segmentsRecycled = statistics.segments().recycled();
    }
  }
}

package dev.tandem.gateway.metrics;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.Category;
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
 * A gateway's events for Flight Recorder: its figures at an interval, and refusals, ends of
 * connections, sessions and long visits of the event loop as they happen. Any thread.
 *
 * <p>Before the first recording of a process there is no event: making one starts the recorder,
 * which costs as much as the start of a small program.
 */
public final class GatewayFlightEvents {

  /** A visit of the event loop that brought answers and took so long is recorded. */
  private static final long LONG_VISIT_NS = 1_000_000;

  /** A runtime image may lack the recorder; then nothing that is nested in here is touched. */
  private static final boolean THERE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private GatewayFlightEvents() {}

  /** Figures of a gateway, read by the recorder's thread. */
  @FunctionalInterface
  public interface Figures {
    /** What they are now. */
    Snapshot snapshot();
  }

  /**
   * The figures at one moment.
   *
   * @param waiting commands in flight
   * @param logLag records that were appended to the log and not written yet
   * @param answers what was answered since the start, by result code
   * @param stages how long stages have worked on commands; empty where that is not measured
   */
  public record Snapshot(
      long waiting,
      long logLag,
      long openOrders,
      long connections,
      long streams,
      long binary,
      long fix,
      Map<String, Long> answers,
      Map<String, StageMeters.Times> stages) {}

  /** Records the figures of this gateway from now on. */
  public static void opened(Figures gateway) {
    if (THERE) {
      Recorded.OPEN.add(gateway);
    }
  }

  /** No more figures of it. */
  public static void closed(Figures gateway) {
    if (THERE) {
      Recorded.OPEN.remove(gateway);
    }
  }

  private static boolean isOn() {
    return THERE && FlightRecorder.isInitialized();
  }

  /** When a visit of the loop begins: the time, or 0 if nobody records. */
  public static long visitBegins() {
    return isOn() ? System.nanoTime() : 0;
  }

  /** A visit of the loop has brought so many answers. */
  public static void visited(long sinceNs, int answers) {
    long took = sinceNs == 0 ? 0 : System.nanoTime() - sinceNs;
    if (took >= LONG_VISIT_NS) {
      BatchEvent event = new BatchEvent();
      event.answers = answers;
      event.took = took;
      event.commit();
    }
  }

  /** The gateway itself has refused something; limits are recorded so, too. */
  public static void refused(String reason) {
    if (isOn()) {
      RefusalEvent event = new RefusalEvent();
      event.reason = reason;
      event.commit();
    }
  }

  /** The gateway has ended a connection, or cut a slow subscriber off. */
  public static void ended(String reason) {
    if (isOn()) {
      EndEvent event = new EndEvent();
      event.reason = reason;
      event.commit();
    }
  }

  /** A session has logged on or is gone. */
  public static void session(String protocol, String key, int session, boolean opened) {
    if (isOn()) {
      SessionEvent event = new SessionEvent();
      event.protocol = protocol;
      event.key = key;
      event.session = session;
      event.opened = opened;
      event.commit();
    }
  }

  /** The gateways that are open. Registers the periodic event when the first recording begins. */
  private static final class Recorded implements FlightRecorderListener {

    static final Set<Figures> OPEN = ConcurrentHashMap.newKeySet();

    static {
      FlightRecorder.addListener(new Recorded());
    }

    @Override
    public void recorderInitialized(FlightRecorder recorder) {
      FlightRecorder.addPeriodicEvent(StatisticsEvent.class, () -> OPEN.forEach(Recorded::report));
      FlightRecorder.addPeriodicEvent(AnswersEvent.class, () -> OPEN.forEach(Recorded::answers));
      FlightRecorder.addPeriodicEvent(StageEvent.class, () -> OPEN.forEach(Recorded::stages));
    }

    static void report(Figures gateway) {
      Snapshot now = gateway.snapshot();
      StatisticsEvent event = new StatisticsEvent();
      event.waiting = now.waiting();
      event.logLag = now.logLag();
      event.openOrders = now.openOrders();
      event.connections = now.connections();
      event.streams = now.streams();
      event.binary = now.binary();
      event.fix = now.fix();
      event.commit();
    }

    static void stages(Figures gateway) {
      gateway
          .snapshot()
          .stages()
          .forEach(
              (stage, times) -> {
                StageEvent event = new StageEvent();
                event.stage = stage;
                event.count = times.count();
                event.p50 = times.p50();
                event.p99 = times.p99();
                event.highest = times.highest();
                event.commit();
              });
    }

    static void answers(Figures gateway) {
      gateway
          .snapshot()
          .answers()
          .forEach(
              (code, count) -> {
                AnswersEvent event = new AnswersEvent();
                event.code = code;
                event.count = count;
                event.commit();
              });
    }
  }

  @Name("dev.tandem.GatewayStage")
  @Label("Gateway Stage")
  @Description("How long a stage of the kernel has worked on commands, since the start")
  @Category({"Tandem", "Gateway"})
  @Period("1 s")
  @StackTrace(false)
  static final class StageEvent extends Event {
    @Label("Stage")
    String stage;

    @Label("Commands")
    long count;

    @Label("P50")
    @Timespan(Timespan.NANOSECONDS)
    long p50;

    @Label("P99")
    @Timespan(Timespan.NANOSECONDS)
    long p99;

    @Label("Longest")
    @Timespan(Timespan.NANOSECONDS)
    long highest;
  }

  @Name("dev.tandem.GatewayBatch")
  @Label("Gateway Batch")
  @Description("A visit of the event loop that brought answers and took a millisecond or longer")
  @Category({"Tandem", "Gateway"})
  @StackTrace(false)
  static final class BatchEvent extends Event {
    @Label("Answers")
    int answers;

    @Label("Took")
    @Timespan(Timespan.NANOSECONDS)
    long took;
  }

  @Name("dev.tandem.GatewayRefusal")
  @Label("Gateway Refusal")
  @Description("Refused by the gateway itself: a limit, a right, a form")
  @Category({"Tandem", "Gateway"})
  @StackTrace(false)
  static final class RefusalEvent extends Event {
    @Label("Reason")
    String reason;
  }

  @Name("dev.tandem.GatewayEnd")
  @Label("Gateway End")
  @Description("A connection that the gateway has ended")
  @Category({"Tandem", "Gateway"})
  @StackTrace(false)
  static final class EndEvent extends Event {
    @Label("Reason")
    String reason;
  }

  @Name("dev.tandem.GatewaySession")
  @Label("Gateway Session")
  @Description("A session that has logged on or is gone")
  @Category({"Tandem", "Gateway"})
  @StackTrace(false)
  static final class SessionEvent extends Event {
    @Label("Protocol")
    String protocol;

    @Label("Key")
    String key;

    @Label("Session")
    int session;

    @Label("Opened")
    boolean opened;
  }

  @Name("dev.tandem.GatewayAnswers")
  @Label("Gateway Answers")
  @Description("Answers since the start, of one result code")
  @Category({"Tandem", "Gateway"})
  @Period("1 s")
  @StackTrace(false)
  static final class AnswersEvent extends Event {
    @Label("Code")
    String code;

    @Label("Count")
    long count;
  }

  @Name("dev.tandem.GatewayStatistics")
  @Label("Gateway Statistics")
  @Description("What a gateway has at the moment")
  @Category({"Tandem", "Gateway"})
  @Period("1 s")
  @StackTrace(false)
  static final class StatisticsEvent extends Event {
    @Label("Waiting Commands")
    long waiting;

    @Label("Records That Are Not Written")
    long logLag;

    @Label("Live Orders")
    long openOrders;

    @Label("Connections of HTTP")
    long connections;

    @Label("Streams")
    long streams;

    @Label("Connections of the Binary Protocol")
    long binary;

    @Label("Connections of FIX")
    long fix;
  }
}

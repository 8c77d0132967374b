package dev.tandem.jmh.kernel;

import dev.tandem.flow.load.KernelFlow;
import dev.tandem.flow.load.KernelFlows;
import dev.tandem.jmh.compare.RequestLoop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The process of one {@link KernelEntrant}. For each request it starts the exchange anew, sends
 * passes of another seed to warm up, then measures, and stops it, so that it is at rest while
 * others are measured. What it has compiled stays.
 *
 * <p>Requests: {@code closed FLOW WARM PASSES}, {@code open FLOW WARM RATE SECONDS}.
 */
public final class KernelProcess {

  private static final long SEED = 11;
  private static final long WARM_UP_SEED = 12;
  private static final long LONGEST_NANOS = 10_000_000_000L;
  private static final int DIGITS = 3;

  private final KernelEntrant entrant;
  private final Map<KernelFlows, KernelFlow> measured = new EnumMap<>(KernelFlows.class);
  private final Map<KernelFlows, KernelFlow> warmUps = new EnumMap<>(KernelFlows.class);

  /**
   * As fast as it takes them.
   *
   * @param rates million commands a second, of each pass
   */
  public record Closed(String population, List<Double> rates) {}

  /**
   * At a given rate; ns from the time at which a command was to be submitted.
   *
   * @param latency until it was answered: 50, 90, 99, 99.9 %, largest
   * @param lateness until it was submitted, the same: what the producer itself was late
   */
  public record Open(String population, double rate, List<Long> latency, List<Long> lateness) {}

  /** Why there is no figure. */
  public record Failure(String error) {}

  private KernelProcess(KernelEntrant entrant) {
    this.entrant = entrant;
  }

  /** Its arguments are the entrant and a folder, which it does not need. */
  public static void main(String[] args) throws IOException {
    KernelProcess process =
        new KernelProcess(KernelEntrant.valueOf(args[0].toUpperCase(Locale.ROOT)));
    RequestLoop.run(process::answer, e -> new Failure(e.toString()));
  }

  private Object answer(String[] request) throws IOException {
    KernelFlows flows = KernelFlows.valueOf(request[1]);
    KernelFlow flow = made(flows, measured, SEED);
    try (RunningKernel kernel = entrant.start()) {
      KernelFlow warmUp = made(flows, warmUps, WARM_UP_SEED);
      kernel.load(warmUp);
      for (int i = 0; i < Integer.parseInt(request[2]); i++) {
        pass(kernel, warmUp);
      }
      kernel.load(flow);
      return request[0].equals("closed")
          ? closed(kernel, flow, Integer.parseInt(request[3]))
          : open(kernel, flow, Double.parseDouble(request[3]), Double.parseDouble(request[4]));
    }
  }

  private static KernelFlow made(KernelFlows flows, Map<KernelFlows, KernelFlow> known, long seed)
      throws IOException {
    KernelFlow flow = known.get(flows);
    if (flow == null) {
      flow = flows.make(seed);
      known.put(flows, flow);
    }
    return flow;
  }

  private static Closed closed(RunningKernel kernel, KernelFlow flow, int passes) {
    List<Double> rates = new ArrayList<>();
    for (int i = 0; i < passes; i++) {
      rates.add(pass(kernel, flow));
    }
    return new Closed(flow.population().toString(), rates);
  }

  /** One pass, which must meet what the flow says; million commands a second. */
  private static double pass(RunningKernel kernel, KernelFlow flow) {
    long trades = kernel.trades();
    long refusals = kernel.refusals();
    long start = System.nanoTime();
    int size = flow.size();
    for (int i = 0; i < size; i++) {
      kernel.submit(i);
    }
    kernel.flush();
    double seconds = (System.nanoTime() - start) / 1e9;
    check(kernel, flow, trades, refusals, 1);
    return size / seconds / 1e6;
  }

  private static void check(
      RunningKernel kernel, KernelFlow flow, long trades, long refusals, long passes) {
    KernelFlow.Population expected = flow.population();
    long traded = kernel.trades() - trades;
    long refused = kernel.refusals() - refusals;
    if (traded != expected.trades() * passes || refused != expected.refusals() * passes) {
      throw new IllegalStateException(
          "%d trades and %d refusals in %d passes, expected %d and %d in each"
              .formatted(traded, refused, passes, expected.trades(), expected.refusals()));
    }
  }

  private static Open open(RunningKernel kernel, KernelFlow flow, double rate, double seconds) {
    long passes = Math.max(1, Math.round(rate * seconds / flow.size()));
    double gap = 1e9 / rate;
    Histogram latency = new Histogram(LONGEST_NANOS, DIGITS);
    Histogram lateness = new Histogram(LONGEST_NANOS, DIGITS);
    long trades = kernel.trades();
    long refusals = kernel.refusals();
    long start = System.nanoTime() + 1_000_000;
    long[] answered = {0};
    kernel.tell(
        () -> {
          long intended = start + (long) (answered[0]++ * gap);
          latency.recordValue(Math.clamp(System.nanoTime() - intended, 0, LONGEST_NANOS));
        });
    long sent = 0;
    for (long i = 0; i < passes; i++) {
      for (int k = 0; k < flow.size(); k++) {
        long intended = start + (long) (sent++ * gap);
        long now = System.nanoTime();
        while (now < intended) {
          Thread.onSpinWait();
          now = System.nanoTime();
        }
        kernel.submit(k);
        lateness.recordValue(Math.min(now - intended, LONGEST_NANOS));
      }
    }
    double took = (System.nanoTime() - start) / 1e9;
    kernel.flush();
    kernel.tell(null);
    check(kernel, flow, trades, refusals, passes);
    return new Open(
        flow.population().toString(), sent / took, percentiles(latency), percentiles(lateness));
  }

  private static List<Long> percentiles(Histogram h) {
    return List.of(
        h.getValueAtPercentile(50),
        h.getValueAtPercentile(90),
        h.getValueAtPercentile(99),
        h.getValueAtPercentile(99.9),
        h.getMaxValue());
  }
}

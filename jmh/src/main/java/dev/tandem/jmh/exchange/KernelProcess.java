package dev.tandem.jmh.exchange;

import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.KernelFlows;
import dev.tandem.flow.generator.Population;
import dev.tandem.jmh.harness.RequestLoop;
import java.io.IOException;
import java.nio.file.Path;
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
 * <p>Requests: {@code closed FLOW WARM PASSES}, {@code open FLOW WARM RATE SECONDS ROUND}. The
 * second leaves its {@link Distributions} in the process's folder.
 */
public final class KernelProcess {

  /** Those that are told of times, in percent. */
  static final List<Double> PERCENTILES = List.of(50.0, 90.0, 95.0, 99.0, 99.9, 99.99);

  /** Of the flows that are measured. */
  static final long SEED = 11;

  private static final long WARM_UP_SEED = 12;

  private final KernelEntrant entrant;
  private final Path folder;
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
   * @param latency until it was answered: {@link #PERCENTILES}, largest
   * @param lateness until it was submitted, the same: what the producer itself was late
   * @param late share of commands submitted over 1 us late
   */
  public record Open(
      String population, double rate, List<Long> latency, List<Long> lateness, double late) {}

  /** Why there is no figure. */
  public record Failure(String error) {}

  KernelProcess(KernelEntrant entrant, Path folder) {
    this.entrant = entrant;
    this.folder = folder;
  }

  /** Its arguments are the entrant and a folder for distributions. */
  public static void main(String[] args) throws IOException {
    KernelProcess process =
        new KernelProcess(
            KernelEntrant.valueOf(args[0].toUpperCase(Locale.ROOT)), Path.of(args[1]));
    RequestLoop.run(process::answer, e -> new Failure(e.toString()));
  }

  /** Answers a request. */
  Object answer(String[] request) throws IOException {
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
          : open(kernel, flow, request);
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
    kernel.pass();
    double seconds = (System.nanoTime() - start) / 1e9;
    check(kernel, flow, trades, refusals, 1);
    return flow.size() / seconds / 1e6;
  }

  private static void check(
      RunningKernel kernel, KernelFlow flow, long trades, long refusals, long passes) {
    Population expected = flow.population();
    long traded = kernel.trades() - trades;
    long refused = kernel.refusals() - refusals;
    if (traded != expected.trades() * passes || refused != expected.refusals() * passes) {
      throw new IllegalStateException(
          "%d trades and %d refusals in %d passes, expected %d and %d in each"
              .formatted(traded, refused, passes, expected.trades(), expected.refusals()));
    }
  }

  private Open open(RunningKernel kernel, KernelFlow flow, String[] request) throws IOException {
    double rate = Double.parseDouble(request[3]);
    double seconds = Double.parseDouble(request[4]);
    long passes = Math.max(1, Math.round(rate * seconds / flow.size()));
    long trades = kernel.trades();
    long refusals = kernel.refusals();
    long startMillis = System.currentTimeMillis();
    RunningKernel.Paced paced = kernel.pace(passes, rate);
    long endMillis = System.currentTimeMillis();
    check(kernel, flow, trades, refusals, passes);
    String name =
        String.format(
            Locale.ROOT, "%s-%.0f-%s", request[1].toLowerCase(Locale.ROOT), rate, request[5]);
    Distributions.write(folder, name, paced, startMillis, endMillis);
    return new Open(
        flow.population().toString(),
        paced.rate(),
        percentiles(paced.latency()),
        percentiles(paced.lateness()),
        paced.late());
  }

  private static List<Long> percentiles(Histogram h) {
    List<Long> values = new ArrayList<>();
    PERCENTILES.forEach(percent -> values.add(h.getValueAtPercentile(percent)));
    values.add(h.getMaxValue());
    return values;
  }
}

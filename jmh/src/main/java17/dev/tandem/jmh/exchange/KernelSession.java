package dev.tandem.jmh.exchange;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.HdrHistogram.Histogram;

/**
 * The requests to every exchange in its process, whatever Java that runs: it is started anew,
 * warmed up with passes of another seed, measured, checked and stopped. What it has compiled stays.
 * A warm-up has as many passes as are requested; beyond three, none begins after a second.
 *
 * <p>Requests: {@code closed FLOW WARM PASSES}, {@code open FLOW WARM RATE SECONDS SLEEPS}, the
 * last of which says whether the producer sleeps until a command is due.
 *
 * @param <F> the form in which the exchange is given a flow
 */
final class KernelSession<F> {

  /** Those that are reported of times, in percent. */
  static final List<Double> PERCENTILES = List.of(50.0, 90.0, 95.0, 99.0, 99.9, 99.99);

  /** Of the flows that are measured. */
  static final long SEED = 11;

  /** A warm-up that takes so long has compiled what it will, and ends before all its passes. */
  private static final long LONG_WARM_UP_NANOS = 1_000_000_000L;

  private static final int LEAST_WARM_UP = 3;

  /** Of those that warm up. */
  static final long WARM_UP_SEED = 12;

  private static final OperatingSystemMXBean CPU =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final Starter<F> starter;
  private final Flows<F> flows;
  private final Set<String> checked = new HashSet<>();

  /** Starts an exchange that holds the symbol and the users. */
  @FunctionalInterface
  interface Starter<F> {
    /**
     * Starts it.
     *
     * @param paced whether it is for an open loop, in which it is to answer soon
     */
    RunningKernel<F> start(boolean paced);
  }

  /** Flows by name and seed. */
  @FunctionalInterface
  interface Flows<F> {
    /** One of them; the same object each time. */
    Flow<F> of(String name, long seed) throws IOException;
  }

  /**
   * A flow and the population of a pass.
   *
   * @param tradeHash see {@link TradeHash}
   * @param population the same for a reader
   */
  record Flow<F>(
      F commands, int size, long trades, long refusals, long tradeHash, String population) {}

  /**
   * As fast as it takes them.
   *
   * @param rates million commands a second, of each pass
   * @param cpuNanos CPU time of the whole process a command
   */
  public record Closed(String population, List<Double> rates, double cpuNanos) {}

  /**
   * At a given rate; ns from the time at which a command was to be submitted.
   *
   * @param latency until it was answered: {@link #PERCENTILES}, largest
   * @param lateness until it was submitted, the same: what the producer itself was late
   * @param late share of commands submitted over 1 us late
   * @param early share of answers stamped before their command was to be submitted, which cannot be
   * @param earliestNanos by how much the earliest of them
   * @param cpuNanos CPU time of the whole process a command
   */
  public record Open(
      String population,
      double rate,
      List<Long> latency,
      List<Long> lateness,
      double late,
      double early,
      long earliestNanos,
      double cpuNanos) {}

  /** Why there is no figure. */
  public record Failure(String error) {}

  KernelSession(Starter<F> starter, Flows<F> flows) {
    this.starter = starter;
    this.flows = flows;
  }

  /** Answers a request. */
  Object answer(String[] request) throws IOException {
    Flow<F> flow = flows.of(request[1], SEED);
    boolean isClosed = request[0].equals("closed");
    try (RunningKernel<F> kernel = starter.start(!isClosed)) {
      Flow<F> warmUp = flows.of(request[1], WARM_UP_SEED);
      kernel.load(warmUp.commands());
      warmUp(kernel, warmUp, Integer.parseInt(request[2]));
      kernel.load(flow.commands());
      Object answer =
          isClosed
              ? closed(kernel, flow, Integer.parseInt(request[3]))
              : open(kernel, flow, request);
      // Once is enough, and after the measurement, which must not meet code that hashes.
      if (checked.add(request[1])) {
        checkTrades(kernel, flow);
      }
      return answer;
    }
  }

  private static <F> void warmUp(RunningKernel<F> kernel, Flow<F> flow, int passes) {
    long start = System.nanoTime();
    for (int i = 0; i < passes; i++) {
      if (i >= LEAST_WARM_UP && System.nanoTime() - start > LONG_WARM_UP_NANOS) {
        return;
      }
      pass(kernel, flow);
    }
  }

  /** One pass more, whose trades must be those that the flow states, each of them and in order. */
  private static <F> void checkTrades(RunningKernel<F> kernel, Flow<F> flow) {
    long hash = kernel.hashedPass();
    if (hash != flow.tradeHash()) {
      throw new IllegalStateException(
          String.format(
              "the trades have hash %016x, expected %016x: some differ in taker, maker, price,"
                  + " quantity or order",
              hash, flow.tradeHash()));
    }
  }

  private static <F> Closed closed(RunningKernel<F> kernel, Flow<F> flow, int passes) {
    List<Double> rates = new ArrayList<>();
    long before = CPU.getProcessCpuTime();
    for (int i = 0; i < passes; i++) {
      rates.add(pass(kernel, flow));
    }
    double nanos = CPU.getProcessCpuTime() - before;
    return new Closed(flow.population(), rates, nanos / passes / flow.size());
  }

  /** One pass, which must meet what the flow says; million commands a second. */
  private static <F> double pass(RunningKernel<F> kernel, Flow<F> flow) {
    long trades = kernel.trades();
    long refusals = kernel.refusals();
    long start = System.nanoTime();
    kernel.pass();
    double seconds = (System.nanoTime() - start) / 1e9;
    check(kernel, flow, trades, refusals, 1);
    return flow.size() / seconds / 1e6;
  }

  private static <F> void check(
      RunningKernel<F> kernel, Flow<F> flow, long trades, long refusals, long passes) {
    long traded = kernel.trades() - trades;
    long refused = kernel.refusals() - refusals;
    if (traded != flow.trades() * passes || refused != flow.refusals() * passes) {
      throw new IllegalStateException(
          String.format(
              "%d trades and %d refusals in %d passes, expected %d and %d in each",
              traded, refused, passes, flow.trades(), flow.refusals()));
    }
  }

  private Open open(RunningKernel<F> kernel, Flow<F> flow, String[] request) {
    double rate = Double.parseDouble(request[3]);
    double seconds = Double.parseDouble(request[4]);
    long passes = Math.max(1, Math.round(rate * seconds / flow.size()));
    long trades = kernel.trades();
    long refusals = kernel.refusals();
    long before = CPU.getProcessCpuTime();
    RunningKernel.Paced paced = kernel.pace(passes, rate, Boolean.parseBoolean(request[5]));
    double nanos = CPU.getProcessCpuTime() - before;
    check(kernel, flow, trades, refusals, passes);
    return new Open(
        flow.population(),
        paced.rate(),
        percentiles(paced.latency()),
        percentiles(paced.lateness()),
        paced.late(),
        paced.earlyShare(),
        paced.early().nanos(),
        nanos / passes / flow.size());
  }

  private static List<Long> percentiles(Histogram h) {
    List<Long> values = new ArrayList<>();
    PERCENTILES.forEach(percent -> values.add(h.getValueAtPercentile(percent)));
    values.add(h.getMaxValue());
    return values;
  }
}

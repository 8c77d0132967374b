package dev.tandem.jmh.exchange;

import dev.tandem.flow.generator.KernelFlow;

/** Passes of an exchange, each held against what the flow states. */
final class Passes {

  private Passes() {}

  /** One pass; million commands a second. */
  static double closed(RunningKernel<KernelFlow> kernel, KernelFlow flow) {
    long trades = kernel.trades();
    long refusals = kernel.refusals();
    long start = System.nanoTime();
    kernel.pass();
    double seconds = (System.nanoTime() - start) / 1e9;
    check(kernel, flow, trades, refusals, 1);
    return flow.size() / seconds / 1e6;
  }

  /**
   * About so many seconds at a rate, whole passes, at least one.
   *
   * @throws IllegalStateException if the flow is not met, or the times cannot be: see {@link
   *     RunningKernel.Early}
   */
  static RunningKernel.Paced open(
      RunningKernel<KernelFlow> kernel, KernelFlow flow, double rate, double seconds) {
    long trades = kernel.trades();
    long refusals = kernel.refusals();
    long passes = Math.max(1, Math.round(rate * seconds / flow.size()));
    RunningKernel.Paced paced = kernel.pace(passes, rate);
    check(kernel, flow, trades, refusals, passes);
    if (paced.earlyShare() > RunningKernel.NEGLIGIBLE_SHARE) {
      throw new IllegalStateException(
          "%d of %d answers are stamped before their time, by up to %d ns"
              .formatted(
                  paced.early().answers(), paced.latency().getTotalCount(), paced.early().nanos()));
    }
    return paced;
  }

  private static void check(
      RunningKernel<KernelFlow> kernel, KernelFlow flow, long trades, long refusals, long passes) {
    long traded = kernel.trades() - trades;
    long refused = kernel.refusals() - refusals;
    if (traded != flow.population().trades() * passes
        || refused != flow.population().refusals() * passes) {
      throw new IllegalStateException(
          "%d trades and %d refusals in %d passes of %s"
              .formatted(traded, refused, passes, flow.population()));
    }
  }
}

package dev.tandem.jmh.exchange;

import dev.tandem.core.api.Topology;
import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.KernelFlows;
import java.util.ArrayList;
import java.util.List;

/** What the fused exchange carries and how soon it answers, for the model to be held against. */
public final class FusedProbe {

  private static final int WARM_UP = 8;

  private FusedProbe() {}

  /**
   * What was measured, on {@link KernelFlows#STEADY}.
   *
   * @param closed million commands a second of the closed loop, the best pass: its work alone
   * @param medians ns from the intended time to the answer, for each rate
   */
  public record Measured(double closed, List<Double> medians) {}

  /** Measures once, a fresh exchange; {@code rates} in commands a second, each a pass at least. */
  public static Measured measure(List<Double> rates, double seconds) {
    KernelFlow flow = KernelFlows.STEADY.make(KernelSession.SEED);
    try (RunningKernel<KernelFlow> kernel = new TandemKernel(Topology.fused(), true)) {
      kernel.load(flow);
      double best = 0;
      for (int i = 0; i < WARM_UP; i++) {
        best = Math.max(best, Passes.closed(kernel, flow));
      }
      List<Double> medians = new ArrayList<>();
      for (double rate : rates) {
        RunningKernel.Paced paced = Passes.open(kernel, flow, rate, seconds);
        medians.add((double) paced.latency().getValueAtPercentile(50));
      }
      return new Measured(best, medians);
    }
  }
}

package dev.tandem.jmh.kernel;

import dev.tandem.core.topology.Topology;
import dev.tandem.jmh.compare.ChildProcess;
import dev.tandem.jmh.compare.JvmFlags;
import java.util.List;
import java.util.Locale;

/** Whole exchanges that can be run on a {@link KernelFlow}. */
public enum KernelEntrant {
  FUSED(Topology.fused(), true),
  PIPELINED(Topology.pipelined(1, 1), true),
  /** Without users, balances and holds. */
  FUSED_NO_RISK(Topology.fused(), false),
  /** exchange-core 0.5.3 with its throughput configuration, waiting threads yield. */
  EXCHANGE_CORE_YIELDING(null, true),
  /** The same, waiting threads block: with fewer CPUs than threads it may do better. */
  EXCHANGE_CORE_BLOCKING(null, true);

  private final Topology topology;
  private final boolean risk;

  KernelEntrant(Topology topology, boolean risk) {
    this.topology = topology;
    this.risk = risk;
  }

  /** Whether it can carry out the commands of a flow. */
  boolean runs(KernelFlows flow) {
    return topology != null || !flow.movesNameQuantities();
  }

  /** An exchange that holds the symbol and the users. */
  RunningKernel start() {
    return topology == null
        ? new ExchangeCoreKernel(this == EXCHANGE_CORE_BLOCKING)
        : new TandemKernel(topology, risk);
  }

  /** How its process is started; the peer needs another version of the Disruptor. */
  ChildProcess.Launch launch() {
    String name = name().toLowerCase(Locale.ROOT);
    return topology == null
        ? new ChildProcess.Launch(
            KernelProcess.class, name, JvmFlags.CHRONICLE, "peers/exchange-core")
        : new ChildProcess.Launch(
            KernelProcess.class, name, List.of("--enable-native-access=ALL-UNNAMED"), null);
  }
}

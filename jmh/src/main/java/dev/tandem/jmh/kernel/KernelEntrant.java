package dev.tandem.jmh.kernel;

import dev.tandem.core.topology.Topology;
import dev.tandem.flow.load.KernelFlow;
import dev.tandem.flow.load.KernelFlows;
import dev.tandem.jmh.compare.ChildProcess;
import dev.tandem.jmh.compare.JvmFlags;
import java.util.List;
import java.util.Locale;

/** Whole exchanges that can be run on a {@link KernelFlow}. */
public enum KernelEntrant {
  FUSED,
  PIPELINED,
  /** Without users, balances and holds. */
  FUSED_NO_RISK,
  /** exchange-core 0.5.3 with its throughput configuration, waiting threads yield. */
  EXCHANGE_CORE_YIELDING,
  /** The same, waiting threads block: with fewer CPUs than threads it may do better. */
  EXCHANGE_CORE_BLOCKING;

  private boolean isPeer() {
    return this == EXCHANGE_CORE_YIELDING || this == EXCHANGE_CORE_BLOCKING;
  }

  /** Whether it can carry out the commands of a flow. */
  boolean runs(KernelFlows flow) {
    return !isPeer() || !flow.movesNameQuantities();
  }

  /** An exchange that holds the symbol and the users. */
  RunningKernel start() {
    return switch (this) {
      case FUSED -> new TandemKernel(Topology.fused(), true);
      case PIPELINED -> new TandemKernel(Topology.pipelined(1, 1), true);
      case FUSED_NO_RISK -> new TandemKernel(Topology.fused(), false);
      case EXCHANGE_CORE_YIELDING -> new ExchangeCoreKernel(false);
      case EXCHANGE_CORE_BLOCKING -> new ExchangeCoreKernel(true);
    };
  }

  /** How its process is started; the peer needs another version of the Disruptor. */
  ChildProcess.Launch launch() {
    String name = name().toLowerCase(Locale.ROOT);
    return isPeer()
        ? new ChildProcess.Launch(
            KernelProcess.class, name, JvmFlags.CHRONICLE, "peers/exchange-core")
        : new ChildProcess.Launch(
            KernelProcess.class, name, List.of("--enable-native-access=ALL-UNNAMED"), null);
  }
}

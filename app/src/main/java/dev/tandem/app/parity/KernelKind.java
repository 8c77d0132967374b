package dev.tandem.app.parity;

import dev.tandem.core.api.Topology;

/** The kernels that a flow goes through, in this order; the first one is what the others equal. */
enum KernelKind {
  JAVA_FUSED("Java fused", false, false),
  JAVA_PIPELINED("Java pipelined", false, true),
  CPP_FUSED("C++ fused", true, false),
  CPP_PIPELINED("C++ pipelined", true, true);

  private static final int EXPECTED_ORDERS = 1 << 16;

  private final String title;
  private final boolean isCpp;
  private final boolean isPipelined;

  KernelKind(String title, boolean isCpp, boolean isPipelined) {
    this.title = title;
    this.isCpp = isCpp;
    this.isPipelined = isPipelined;
  }

  String title() {
    return title;
  }

  boolean isCpp() {
    return isCpp;
  }

  Topology topology() {
    return isPipelined ? Topology.pipelined(1, 1) : Topology.fused();
  }

  /** Whether it runs such a stream: without risk, C++ has no pipeline. */
  boolean runs(boolean risk) {
    return risk || this != CPP_PIPELINED;
  }

  /** How one in C++ is made for a stream: with records, without a log. */
  TwinOptions twinOptions(CommandStream stream) {
    return TwinOptions.of(stream.risk(), Math.max(1, stream.users()), EXPECTED_ORDERS)
        .in(topology())
        .keepingRecords();
  }

  /** A new one without a log. */
  ComparedKernel open(CommandStream stream) {
    return isCpp
        ? new CppKernel(new TwinExchange(twinOptions(stream)))
        : new JavaKernel(topology(), stream.risk());
  }
}

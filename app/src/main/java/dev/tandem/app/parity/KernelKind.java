package dev.tandem.app.parity;

import dev.tandem.core.api.Topology;

/** The kernels that a flow goes through, in this order; the first one is what the others equal. */
enum KernelKind {
  JAVA_FUSED("Java fused", Made.IN_JAVA, false),
  JAVA_PIPELINED("Java pipelined", Made.IN_JAVA, true),
  CPP_FUSED("C++ fused", Made.IN_CPP, false),
  CPP_PIPELINED("C++ pipelined", Made.IN_CPP, true),
  MODEL("Serial model", Made.AS_MODEL, false);

  /** What it is, before it is fused or pipelined. */
  enum Made {
    IN_JAVA,
    IN_CPP,
    AS_MODEL
  }

  private static final int EXPECTED_ORDERS = 1 << 16;

  private final String title;
  private final Made made;
  private final boolean isPipelined;

  KernelKind(String title, Made made, boolean isPipelined) {
    this.title = title;
    this.made = made;
    this.isPipelined = isPipelined;
  }

  String title() {
    return title;
  }

  Made made() {
    return made;
  }

  /** Its threads for a stream. */
  Topology topology(CommandStream stream) {
    if (!isPipelined) {
      return Topology.fused();
    }
    return made == Made.IN_JAVA ? stream.shards().java() : stream.shards().cpp();
  }

  /** Whether it runs such a stream: without risk there is no model. */
  boolean runs(boolean risk) {
    return risk || this != MODEL;
  }

  /** How one in C++ is made for a stream: with records, without a log. */
  TwinOptions twinOptions(CommandStream stream) {
    return TwinOptions.of(stream.risk(), Math.max(1, stream.users()), EXPECTED_ORDERS)
        .in(topology(stream))
        .keepingRecords();
  }

  /** A new one without a log. */
  ComparedKernel open(CommandStream stream) {
    return switch (made) {
      case IN_JAVA -> new JavaKernel(topology(stream), stream.risk());
      case IN_CPP -> new CppKernel(new TwinExchange(twinOptions(stream)));
      case AS_MODEL -> new ModelKernel();
    };
  }
}

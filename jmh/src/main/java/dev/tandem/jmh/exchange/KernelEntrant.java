package dev.tandem.jmh.exchange;

import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.Topology;
import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.KernelFlows;
import dev.tandem.jmh.harness.ChildProcess;
import dev.tandem.jmh.harness.JvmFlags;
import dev.tandem.jmh.harness.Libraries;
import dev.tandem.jmh.harness.OlderJdk;
import dev.tandem.jmh.harness.Peers;
import dev.tandem.jmh.report.Row;
import dev.tandem.wal.Durability;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Whole exchanges that can be run on a {@link KernelFlow}. */
public enum KernelEntrant {
  FUSED,
  PIPELINED,
  /** PIPELINED, each stage publishes every command. */
  PIPELINED_EACH,
  /** PIPELINED, each stage publishes after 20 commands and at the end of a batch. */
  PIPELINED_20,
  /** PIPELINED, each stage publishes at the end of a batch alone. */
  PIPELINED_BATCH_END,
  /** FUSED with a log that no answer waits for. */
  FUSED_LOGGED,
  /** FUSED, answers once the command is written to its log. */
  FUSED_WRITTEN,
  /** FUSED, answers once the command is on the disk. */
  FUSED_SYNCED,
  /** Without users, balances and holds. */
  FUSED_NO_RISK,
  /** The exchange in C++ on one thread. */
  CPP_FUSED,
  /** The exchange in C++ with a thread for each stage. */
  CPP_PIPELINED,
  /** The exchange in C++ without users, balances and holds. */
  CPP_FUSED_NO_RISK,
  /** The exchange in C++ on one thread, and one that answers what is written to its log. */
  CPP_FUSED_WRITTEN,
  /** As CPP_FUSED_WRITTEN, it answers what is on the disk. */
  CPP_FUSED_SYNCED,
  /**
   * exchange-core 0.5.3 with its configuration for throughput in closed loops and for latency in
   * open ones, waiting threads yield. These configurations keep each thread on a CPU of its own
   * while one is free: on two CPUs that is one of its threads, and the others go where they like.
   */
  EXCHANGE_CORE_YIELDING,
  /**
   * As EXCHANGE_CORE_YIELDING, but no thread is kept on a CPU, as none of Tandem's is. Neither is
   * always the better one where threads outnumber CPUs, so both are measured.
   */
  EXCHANGE_CORE_YIELDING_UNPINNED,
  /**
   * As EXCHANGE_CORE_YIELDING_UNPINNED, with its journal on the disk. It does not sync: its peer is
   * FUSED_WRITTEN.
   */
  EXCHANGE_CORE_JOURNAL_UNPINNED;

  /** exchange-core with what it needs. */
  private static final Libraries PEER_LIBRARIES =
      Libraries.of(
              "peers/exchange-core", "exchange/core2/", "org/agrona/", "org/eclipse/collections/")
          .withChronicle();

  private static final String SPINS_NOT =
      ", where these configurations spin, for a CPU for each of five threads: with fewer, one that"
          + " spins keeps a CPU from one that works, so no entrant spins";

  private static final String PINNED =
      "; as these configurations have it, a thread is kept on a CPU of its own while one is free"
          + " (THREAD_AFFINITY_ENABLE_PER_LOGICAL_CORE), which on two CPUs one thread is";

  private static final String UNPINNED =
      ", but with THREAD_AFFINITY_DISABLE: no thread is kept on a CPU, as none of Tandem's is;"
          + " neither is always the better one where threads outnumber CPUs";

  /** Whether it is sent the flow from a file. */
  boolean isPeer() {
    return name().startsWith("EXCHANGE_CORE_");
  }

  /** How durable a command is before it is answered; null without a log of ours. */
  private Durability durability() {
    return switch (this) {
      case FUSED_LOGGED -> Durability.NONE;
      case FUSED_WRITTEN, CPP_FUSED_WRITTEN -> Durability.WRITTEN;
      case FUSED_SYNCED, CPP_FUSED_SYNCED -> Durability.SYNCED;
      default -> null;
    };
  }

  /** Whether its stages have threads of their own: four, and a producer. */
  boolean hasThreads() {
    return isPeer() || name().contains("PIPELINED");
  }

  /** Whether it can carry out the commands of a flow. */
  boolean runs(KernelFlows flow) {
    return !isPeer() || !flow.movesNameQuantities();
  }

  /** What it is to us. */
  Row.Kind kind() {
    if (this == FUSED_NO_RISK || this == CPP_FUSED_NO_RISK) {
      return Row.Kind.BOUND;
    }
    return isPeer() ? Row.Kind.PEER : name().startsWith("CPP") ? Row.Kind.CPP : Row.Kind.JAVA;
  }

  /** How it is configured. */
  String about() {
    return switch (this) {
      case FUSED -> "Tandem in Java, FUSED: one thread, behind the ring and its producer";
      case PIPELINED -> "Tandem in Java, PIPELINED(1, 1): a thread for each of four stages";
      case PIPELINED_EACH -> "as PIPELINED, each stage publishes every command";
      case PIPELINED_20 ->
          "as PIPELINED, each stage publishes after 20 commands and at the end of a batch";
      case PIPELINED_BATCH_END -> "as PIPELINED, each stage publishes at the end of a batch alone";
      case FUSED_LOGGED -> "as FUSED, with a log that no answer waits for";
      case FUSED_WRITTEN -> "as FUSED, it answers a command once it is written to its log";
      case FUSED_SYNCED -> "as FUSED, it answers a command once it is on the disk";
      case FUSED_NO_RISK -> "Tandem in Java, FUSED, without users and balances";
      case CPP_FUSED -> "Tandem in C++, on the calling thread, without a ring";
      case CPP_PIPELINED -> "Tandem in C++, a thread for each of four stages";
      case CPP_FUSED_NO_RISK -> "Tandem in C++, on the calling thread, without users and balances";
      case CPP_FUSED_WRITTEN ->
          "as CPP_FUSED, and a thread that answers a command once it is written to its log";
      case CPP_FUSED_SYNCED ->
          "as CPP_FUSED, and a thread that answers a command once it is on the disk";
      case EXCHANGE_CORE_YIELDING -> peer();
      case EXCHANGE_CORE_YIELDING_UNPINNED -> "as EXCHANGE_CORE_YIELDING" + UNPINNED;
      case EXCHANGE_CORE_JOURNAL_UNPINNED ->
          "as EXCHANGE_CORE_YIELDING_UNPINNED, with its journal, which it writes and does not sync";
    };
  }

  private String peer() {
    return "exchange-core "
        + Peers.version("exchange-core")
        + ", its throughput configuration in closed loops and its latency configuration in open"
        + " ones, with one matching engine, for the flow has one symbol, and one risk engine, for"
        + " each engine is a thread more; a waiting thread yields"
        + SPINS_NOT
        + PINNED
        + "; on "
        + OlderJdk.find()
            .map(OlderJdk::name)
            .orElse("Java " + Runtime.version() + ", because no JDK 17, its own, was found")
        + " with "
        + String.join(" ", launch().flags());
  }

  /** Those that a comparison takes unless others are named. */
  static List<KernelEntrant> usual() {
    return Arrays.stream(values())
        .filter(e -> e == PIPELINED || !e.name().startsWith("PIPELINED"))
        .toList();
  }

  private static RunningKernel<KernelFlow> pipelined(PublishInterval interval) {
    return new TandemKernel(Topology.pipelined(1, 1), true, interval, null);
  }

  /**
   * An exchange that holds the symbol and the users.
   *
   * @param folder where it makes the folder of its log, if it has one
   */
  RunningKernel<KernelFlow> start(Path folder) {
    KernelLog log = durability() == null ? null : KernelLog.in(folder, durability());
    return switch (this) {
      case FUSED, FUSED_LOGGED, FUSED_WRITTEN, FUSED_SYNCED ->
          new TandemKernel(Topology.fused(), true, PublishInterval.adaptive(), log);
      case PIPELINED -> pipelined(PublishInterval.adaptive());
      case PIPELINED_EACH -> pipelined(PublishInterval.every(1));
      case PIPELINED_20 -> pipelined(PublishInterval.every(20));
      case PIPELINED_BATCH_END -> pipelined(PublishInterval.every(Integer.MAX_VALUE));
      case FUSED_NO_RISK ->
          new TandemKernel(Topology.fused(), false, PublishInterval.adaptive(), null);
      case CPP_FUSED, CPP_FUSED_WRITTEN, CPP_FUSED_SYNCED -> new TwinKernel(true, false, log);
      case CPP_PIPELINED -> new TwinKernel(true, true, null);
      case CPP_FUSED_NO_RISK -> new TwinKernel(false, false, null);
      case EXCHANGE_CORE_YIELDING,
          EXCHANGE_CORE_YIELDING_UNPINNED,
          EXCHANGE_CORE_JOURNAL_UNPINNED ->
          throw new IllegalStateException(this + " has a process on its own Java");
    };
  }

  /** Flags of the JVM that it is measured in. */
  List<String> jvmFlags() {
    if (!isPeer()) {
      return JvmFlags.NATIVE;
    }
    return OlderJdk.find().isPresent() ? JvmFlags.CHRONICLE_17 : JvmFlags.CHRONICLE;
  }

  /** How its process is started; the peer needs another version of the Disruptor. */
  ChildProcess.Launch launch() {
    String name = name().toLowerCase(Locale.ROOT);
    return isPeer()
        ? launchPeer(name)
        : ChildProcess.Launch.ofJvm(KernelProcess.class, name, jvmFlags(), Libraries.ALL);
  }

  private ChildProcess.Launch launchPeer(String name) {
    return OlderJdk.find()
        .map(
            jdk ->
                ChildProcess.Launch.ofJvm(
                    jdk.home(), ExchangeCoreProcess.class, name, jvmFlags(), PEER_LIBRARIES))
        .orElseGet(
            () ->
                ChildProcess.Launch.ofJvm(
                    ExchangeCoreProcess.class, name, jvmFlags(), PEER_LIBRARIES));
  }
}

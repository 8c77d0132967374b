package dev.tandem.jmh.originals;

import dev.tandem.jmh.report.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One of the original reports, and the comparison that does it again. Where rounds with CPUs far
 * apart stand by themselves there are five, so that three are left to judge by.
 */
enum Study {
  /** Sequences that are published for a batch. */
  BATCH(
      "dev.tandem.jmh.exchange.KernelComparison",
      "--flows STEADY --entrants PIPELINED,PIPELINED_EACH,PIPELINED_20,PIPELINED_BATCH_END",
      "--rounds 5 --warm-up 4 --passes 3 --seconds 0.3 --rates 100000",
      "--rounds 7 --warm-up 8 --passes 8 --seconds 2 --rates 50000,100000,500000,1000000"),
  /** How soon an exchange answers what its log has written, and what it has synced. */
  WAL(
      "dev.tandem.jmh.exchange.KernelComparison",
      "--flows STEADY --entrants FUSED_WRITTEN,FUSED_SYNCED",
      "--rounds 5 --warm-up 4 --passes 3 --seconds 1 --rates 35800",
      "--rounds 7 --warm-up 8 --passes 8 --seconds 3 --rates 35800,100000,200000"),
  /** A burst of orders. */
  BURST(
      "dev.tandem.jmh.ingress.IngressComparison",
      "--senders 1,5,20 --receivers 1 --memory touched --orders 100000 --rate 0",
      "--entrants TANDEM_LANES,TANDEM_SHARED,DISRUPTOR_MP,JCTOOLS_SPSC,JCTOOLS_MPSC,"
          + "AGRONA_MANY_TO_ONE,ARRAY_BLOCKING_QUEUE"
          + " --rounds 5 --warm-up 3 --bursts 3",
      "--rounds 3");

  private final String main;
  private final String common;
  private final String quick;
  private final String full;

  Study(String main, String common, String quick, String full) {
    this.main = main;
    this.common = common;
    this.quick = quick;
    this.full = full;
  }

  /** The program and its arguments. */
  List<String> arguments(boolean isQuick, Path json) {
    List<String> arguments = new ArrayList<>();
    arguments.add(main);
    arguments.addAll(List.of(((isQuick ? quick : full) + " " + common).split(" ", -1)));
    arguments.addAll(List.of("--json", json.toString()));
    return arguments;
  }

  /** Judges what it wrote. */
  Outcome judge(Path json) throws IOException {
    return switch (this) {
      case BATCH -> BatchUpdates.of(Result.read(json));
      case WAL -> WalStatistics.of(Result.read(json));
      case BURST -> Bursts.of(Result.read(json));
    };
  }
}

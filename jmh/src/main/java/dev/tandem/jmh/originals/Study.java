package dev.tandem.jmh.originals;

import com.fasterxml.jackson.databind.ObjectMapper;
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
  /** What a log confirms, and how fast. */
  WAL(
      "dev.tandem.jmh.wal.WalComparison",
      "--systems TANDEM_WRITTEN,TANDEM,EXCHANGE_WRITTEN,EXCHANGE_SYNCED --sizes 115",
      "--workloads " + Study.LOADS + " --rounds 3 --millis 500 --warmups 2 --warmup-millis 500",
      "--workloads " + Study.LOADS + " --rounds 5"),
  /** Fetch-add and compare-and-set. */
  CLAIM(
      Study.TURNS,
      "ClaimBenchmark -p claim=FETCH_ADD,COMPARE_AND_SET",
      "--rounds 3 -wi 2 -i 3",
      "--rounds 5 -wi 8 -i 8"),
  /** The loop over sectors. */
  SECTORS(
      Study.TURNS,
      "SectorBenchmark.(xxh64|reference64)$ -p implementation=JAVA,PANAMA",
      "--rounds 3 -wi 1 -w 500ms -i 3 -r 200ms",
      "--rounds 5"),
  /** A burst of orders. */
  BURST(
      "dev.tandem.jmh.ingress.IngressComparison",
      "--senders 1,5,20 --receivers 1 --memory touched --orders 100000 --rate 0",
      "--entrants TANDEM_LANES,TANDEM_SHARED,DISRUPTOR_MP,JCTOOLS_SPSC,JCTOOLS_MPSC,"
          + "AGRONA_MANY_TO_ONE,ARRAY_BLOCKING_QUEUE"
          + " --rounds 5 --warm-up 3 --bursts 3",
      "--rounds 3"),
  /** Requests a second of code that did not change. */
  GATEWAY(
      "dev.tandem.jmh.gateway.GatewayComparison",
      "--states-only --wrk none",
      "--rounds 3 --warm-up 8 --seconds 1",
      "--rounds 5");

  private static final String LOADS = "ONE_WAITING,OPEN_36K,OPEN_100K,OPEN_200K,SATURATION";

  /** JMH, a process for each round. */
  private static final String TURNS = "dev.tandem.jmh.harness.JmhTurns";

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

  private boolean isJmh() {
    return main.equals(TURNS);
  }

  /**
   * The program and its arguments.
   *
   * @param rust the program of the queues' peers in Rust; null if there is none
   */
  List<String> arguments(boolean isQuick, Path json, Path rust) {
    List<String> arguments = new ArrayList<>();
    arguments.add(main);
    // The rounds first, as JmhTurns wants them.
    arguments.addAll(List.of(((isQuick ? quick : full) + " " + common).split(" ", -1)));
    if (this == BURST && rust != null) {
      arguments.addAll(List.of("--rust", rust.toString()));
    }
    arguments.addAll(
        isJmh()
            ? List.of("-rf", "json", "-rff", json.toString())
            : List.of("--json", json.toString()));
    return arguments;
  }

  /** Judges what it wrote. */
  Outcome judge(Path json) throws IOException {
    return switch (this) {
      case BATCH -> BatchUpdates.of(Result.read(json));
      case WAL -> WalStatistics.of(Result.read(json));
      case CLAIM -> Claiming.of(new ObjectMapper().readTree(json.toFile()));
      case SECTORS -> SectorLoops.of(new ObjectMapper().readTree(json.toFile()));
      case BURST -> Bursts.of(Result.read(json));
      case GATEWAY -> Requests.of(Result.read(json));
    };
  }
}

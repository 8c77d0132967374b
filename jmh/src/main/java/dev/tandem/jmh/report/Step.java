package dev.tandem.jmh.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * One comparison of a report: a program of the benchmarks' jar, in a process of its own.
 *
 * @param subject names its result
 * @param form what it writes
 * @param main the program
 * @param quick its arguments in a run of a quarter of an hour
 * @param full its arguments in a run without that bound
 */
record Step(String subject, Form form, String main, List<String> quick, List<String> full) {

  /** What a step writes. */
  enum Form {
    /** A {@link Result}, where {@code --json} says. */
    RESULT,
    /** JMH's own JSON. */
    JMH,
    /** The answer of {@code tandem parity}, on its standard output. */
    PARITY
  }

  private static final String ORIGINALS = "originals";
  private static final String GATEWAY = "gateway";
  private static final String JMH = "dev.tandem.jmh.harness.JmhTurns";
  private static final String KERNELS = "dev.tandem.jmh.exchange.KernelComparison";
  private static final String SHAPES =
      "--subject shapes --rates 0"
          + " --entrants FUSED,PIPELINED,CPP_FUSED,CPP_PIPELINED,EXCHANGE_CORE_YIELDING,EXCHANGE_CORE_YIELDING_UNPINNED";

  /** What a trial replaces in the arguments of a short run. */
  private static final Map<String, String> SMALLEST =
      Map.ofEntries(
          Map.entry("--rounds", "1"),
          Map.entry("--warm-up", "1"),
          Map.entry("--warmups", "1"),
          Map.entry("--passes", "1"),
          Map.entry("--bursts", "1"),
          Map.entry("--seconds", "0.05"),
          Map.entry("--millis", "50"),
          Map.entry("--warmup-millis", "50"),
          Map.entry("--records", "20000"),
          Map.entry("--seeds", "1"),
          Map.entry("-wi", "1"),
          Map.entry("-w", "50ms"),
          Map.entry("-i", "2"),
          Map.entry("-r", "50ms"));

  /** The arguments of a short run with the least of everything: they try a step out. */
  List<String> trial() {
    List<String> arguments = new ArrayList<>(quick);
    for (int i = 1; i < arguments.size(); i++) {
      arguments.set(i, SMALLEST.getOrDefault(arguments.get(i - 1), arguments.get(i)));
    }
    return arguments;
  }

  /** Whether it is left out of a short run, unless it is named. */
  boolean isForFullRuns() {
    return subject.equals(ORIGINALS) || subject.equals(GATEWAY);
  }

  /** Programs that it needs of the machine; without one of them it cannot be measured. */
  List<String> needs() {
    return subject.equals(GATEWAY) ? List.of("taskset") : List.of();
  }

  /** Those of {@link #needs} that none of some folders has. */
  List<String> missing(String... folders) {
    return needs().stream()
        .filter(
            program ->
                Arrays.stream(folders)
                    .noneMatch(folder -> Files.isExecutable(Path.of(folder, program))))
        .toList();
  }

  /** Whether its benchmarks state the population of their commands. */
  boolean hasPopulation() {
    return subject.equals("book") || subject.equals("workload");
  }

  /** All, in the order in which they are measured and shown. */
  static List<Step> all() {
    return List.of(
        step(
            "parity",
            Form.PARITY,
            "dev.tandem.app.Main",
            "parity --json --seeds 4",
            "parity --json --seeds 20"),
        step(
            "kernel",
            Form.RESULT,
            KERNELS,
            "--flows STEADY --rounds 3 --warm-up 12 --passes 3 --seconds 0.3 --entrants FUSED,PIPELINED,"
                + "FUSED_NO_RISK,CPP_FUSED,CPP_PIPELINED,CPP_FUSED_NO_RISK,"
                + "FUSED_LOGGED,FUSED_WRITTEN,FUSED_SYNCED,CPP_FUSED_WRITTEN,CPP_FUSED_SYNCED,"
                + "EXCHANGE_CORE_YIELDING,EXCHANGE_CORE_YIELDING_UNPINNED,"
                + "EXCHANGE_CORE_JOURNAL_UNPINNED"
                + " --closed-only FUSED_NO_RISK,CPP_FUSED_NO_RISK,"
                + "EXCHANGE_CORE_YIELDING_UNPINNED,EXCHANGE_CORE_JOURNAL_UNPINNED",
            "--rounds 7 --warm-up 12 --passes 12 --seconds 3"),
        step(
            "shapes",
            Form.RESULT,
            KERNELS,
            SHAPES + " --flows DEEP,SWING,WIDE --rounds 3 --warm-up 6 --passes 3",
            SHAPES + " --flows DEEP,THIN,SWING,WIDE --rounds 7 --warm-up 12 --passes 12"),
        step(
            "book",
            Form.JMH,
            JMH,
            "--rounds 3 OrderBookBenchmark -p ids=SHUFFLED -wi 2 -w 300ms -i 4 -r 200ms -prof gc",
            "--rounds 5 OrderBookBenchmark -wi 3 -w 1 -i 7 -r 500ms -prof gc"),
        step(
            "workload",
            Form.JMH,
            JMH,
            "--rounds 3 BookWorkloadBenchmark -p workload=PUBLISHED,STATIC,FLASH_CRASH,SWING_40"
                + " -p ids=SHUFFLED -wi 1 -w 300ms -i 3 -r 150ms -prof gc",
            "--rounds 5 BookWorkloadBenchmark -p ids=DENSE,SHUFFLED -wi 3 -w 1 -i 7 -r 500ms"
                + " -prof gc"),
        step(
            "ingress",
            Form.RESULT,
            "dev.tandem.jmh.ingress.IngressComparison",
            "--senders 5 --receivers 1 --memory touched --rounds 3 --warm-up 3 --bursts 3"
                + " --seconds 0.12",
            "--rounds 3"),
        step(
            GATEWAY,
            Form.RESULT,
            "dev.tandem.jmh.gateway.GatewayComparison",
            "--rounds 3 --warm-up 3 --seconds 1",
            "--rounds 5"),
        step(
            "wal",
            Form.RESULT,
            "dev.tandem.jmh.wal.WalComparison",
            "--rounds 3 --millis 200 --warmups 1 --warmup-millis 300 --sizes 115"
                + " --workloads SATURATION,EIGHT_WAITING,OPEN_100K",
            "--rounds 5"),
        step(
            "logger",
            Form.RESULT,
            "dev.tandem.jmh.logger.LoggerComparison",
            "--rounds 3 --records 200000 --millis 100 --threads 1,4 --rates 0,100000"
                + " --without TANDEM_SUSTAINED",
            "--rounds 5"),
        step(
            "hash",
            Form.RESULT,
            "dev.tandem.jmh.hash.HashComparison",
            "--rounds 1 --quick --sizes 32,65536",
            "--rounds 3"),
        step(
            ORIGINALS,
            Form.RESULT,
            "dev.tandem.jmh.originals.OriginalsRun",
            "--quick",
            "--studies batch,wal,burst"));
  }

  private static Step step(String subject, Form form, String main, String quick, String full) {
    return new Step(
        subject, form, main, List.of(quick.split(" ", -1)), List.of(full.split(" ", -1)));
  }
}

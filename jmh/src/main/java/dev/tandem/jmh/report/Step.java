package dev.tandem.jmh.report;

import java.util.ArrayList;
import java.util.List;

/**
 * One comparison of a report: a program of the benchmarks' jar, in a process of its own.
 *
 * @param subject names its result
 * @param main the program
 * @param quick its arguments in a run of a quarter of an hour
 * @param full its arguments in a run without that bound
 * @param form what it writes
 */
record Step(String subject, String main, List<String> quick, List<String> full, Form form) {

  /** What a step writes. */
  enum Form {
    /** A {@link Result}, where {@code --json} says. */
    RESULT,
    /** JMH's own JSON. */
    JMH,
    /** The answer of {@code tandem parity}, on its standard output. */
    PARITY
  }

  private static final String JMH_MAIN = "org.openjdk.jmh.Main";

  static List<Step> all() {
    List<Step> steps = new ArrayList<>();
    steps.add(
        new Step(
            "parity",
            "dev.tandem.app.Main",
            List.of("parity", "--json", "--seeds", "3"),
            List.of("parity", "--json", "--seeds", "20"),
            Form.PARITY));
    steps.add(
        new Step(
            "kernel",
            "dev.tandem.jmh.kernel.KernelComparison",
            List.of("--rounds", "3", "--warm-up", "6", "--passes", "5", "--seconds", "1"),
            List.of("--rounds", "7", "--warm-up", "12", "--passes", "12", "--seconds", "3"),
            Form.RESULT));
    steps.add(
        new Step(
            "sweep",
            "dev.tandem.jmh.kernel.KernelComparison",
            List.of(
                "--sweep",
                "--rounds",
                "1",
                "--warm-up",
                "3",
                "--seconds",
                "0.5",
                "--flows",
                "STEADY",
                "--entrants",
                "FUSED,PIPELINED,CPP_FUSED,CPP_PIPELINED,EXCHANGE_CORE_YIELDING"),
            List.of(
                "--sweep",
                "--rounds",
                "5",
                "--warm-up",
                "6",
                "--seconds",
                "2",
                "--flows",
                "STEADY",
                "--entrants",
                "FUSED,PIPELINED,CPP_FUSED,CPP_PIPELINED,EXCHANGE_CORE_YIELDING"),
            Form.RESULT));
    steps.add(
        new Step(
            "book",
            JMH_MAIN,
            List.of(
                "OrderBookBenchmark",
                "-p",
                "ids=DENSE,SHUFFLED",
                "-f",
                "1",
                "-wi",
                "2",
                "-w",
                "1",
                "-i",
                "5",
                "-r",
                "1",
                "-prof",
                "gc"),
            List.of(
                "OrderBookBenchmark",
                "-f",
                "3",
                "-wi",
                "5",
                "-w",
                "1",
                "-i",
                "8",
                "-r",
                "1",
                "-prof",
                "gc"),
            Form.JMH));
    steps.add(
        new Step(
            "pipeline",
            JMH_MAIN,
            List.of(
                "DisruptorBenchmark",
                "-f",
                "1",
                "-wi",
                "2",
                "-w",
                "1",
                "-i",
                "5",
                "-r",
                "1",
                "-prof",
                "gc"),
            List.of(
                "DisruptorBenchmark",
                "-f",
                "5",
                "-wi",
                "3",
                "-w",
                "1",
                "-i",
                "5",
                "-r",
                "1",
                "-prof",
                "gc"),
            Form.JMH));
    steps.add(
        new Step(
            "wal",
            "dev.tandem.jmh.wal.WalComparison",
            List.of(
                "--rounds",
                "3",
                "--millis",
                "800",
                "--warmups",
                "2",
                "--warmup-millis",
                "500",
                "--sizes",
                "115",
                "--workloads",
                "SATURATION,EIGHT_WAITING,OPEN_100K"),
            List.of("--rounds", "5"),
            Form.RESULT));
    steps.add(
        new Step(
            "logger",
            "dev.tandem.jmh.logger.LoggerComparison",
            List.of(
                "--rounds",
                "3",
                "--records",
                "400000",
                "--millis",
                "300",
                "--threads",
                "1,4",
                "--rates",
                "0,100000"),
            List.of("--rounds", "5"),
            Form.RESULT));
    steps.add(
        new Step(
            "hash",
            "dev.tandem.jmh.hash.HashComparison",
            List.of("--quick", "--sizes", "32,1152,65536"),
            List.of("--rounds", "2"),
            Form.RESULT));
    return steps;
  }
}

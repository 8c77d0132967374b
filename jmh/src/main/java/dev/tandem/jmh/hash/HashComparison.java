package dev.tandem.jmh.hash;

import dev.tandem.doctor.FitnessWatch;
import dev.tandem.jmh.harness.CpuProfiler;
import dev.tandem.jmh.harness.JmhTurns;
import dev.tandem.jmh.harness.Peers;
import dev.tandem.jmh.report.JmhResult;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * XXH64 and XXH3 of arrays: each implementation, the Java peers, CRC-32C and the xxHash library in
 * C, at every size; a process for each figure, by turns.
 *
 * <p>The C library is called in a loop in C, and so costs what it costs a native caller; a call
 * from Java through a critical downcall would cost it about 2 ns more, as it costs ours.
 */
@Command(
    name = "HashComparison",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Compares Tandem's hash functions with their peers.")
public final class HashComparison implements Callable<Integer> {

  @Option(names = "--sizes", split = ",", description = "Bytes of the inputs.")
  private List<Integer> sizes = List.of(8, 32, 64, 114, 256, 1_152, 8_192, 65_536, 1_048_576);

  @Option(names = "--rounds", description = "Processes of each figure.")
  private int rounds = 2;

  @Option(names = "--quick", description = "Shorter ones, in less than half the time.")
  private boolean quick;

  @Option(names = "--json", description = "Where the result is written.")
  private Path json;

  /** Exits with 0, or 1 if it failed. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new HashComparison()).execute(args));
  }

  @Override
  public Integer call() throws IOException, RunnerException {
    Path raw = Files.createTempFile("tandem-hash", ".json");
    try (FitnessWatch watch = FitnessWatch.begin()) {
      JmhTurns turns = new JmhTurns();
      for (int round = 0; round < rounds; round++) {
        turns.next(options().build());
      }
      turns.write(raw.toString());
      Result.About about =
          new Result.About(
              "hash",
              "XXH64 and XXH3 of arrays: Tandem, its Java peers, and the library in C",
              entrants(),
              List.of("A round is a process. The C library is called in a loop in C."));
      Result result = JmhResult.read(raw, about, List.of("java", "vector"), watch.report());
      result.with(result.rows().stream().map(HashComparison::named).toList()).report(json);
    } finally {
      Files.delete(raw);
    }
    return 0;
  }

  private ChainedOptionsBuilder options() {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("\\.Xxh(64|3)Benchmark\\.")
            .param("size", sizes.stream().map(Object::toString).toArray(String[]::new))
            .warmupIterations(5)
            .warmupTime(TimeValue.milliseconds(quick ? 80 : 150))
            .measurementIterations(quick ? 3 : 8)
            .measurementTime(TimeValue.milliseconds(quick ? 50 : 80))
            .addProfiler(CpuProfiler.class);
    if (!ReferenceLoop.isBuilt()) {
      System.err.println("the C library is left out: " + ReferenceLoop.whyNot());
      options.exclude("\\.reference$");
    }
    return options;
  }

  /** A row in the group of its function and size; CRC-32C is another function. */
  private static Row named(Row row) {
    String[] name = row.group().split(", ", -1);
    String function = name[0].replace("Benchmark", "").toUpperCase(Locale.ROOT);
    String group =
        String.format(Locale.ROOT, "%s of %,d bytes", function, Integer.parseInt(name[1]));
    Row.Kind kind =
        switch (row.entrant()) {
          case "panama", "jni" -> Row.Kind.CPP;
          case "crc32c" -> Row.Kind.BOUND;
          default -> row.kind();
        };
    return row.in(group).as(kind);
  }

  private static Map<String, String> entrants() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("java", "Tandem in Java alone");
    all.put("vector", "Tandem in Java by the Vector API, an incubating module that is added");
    all.put("panama", "Tandem in C++ by Panama: critical calls, the array where it lies");
    all.put("jni", "Tandem in C++ by JNI, which pins the array for the call");
    all.put("zeroAllocationHashing", peer("zero-allocation-hashing"));
    all.put("hash4j", peer("hash4j") + ", hashBytesToLong, its call without a stream");
    all.put("lz4Java", peer("lz4-java") + ", fastestInstance, which it advises: JNI");
    all.put("crc32c", "CRC-32C of the JDK, another function, for orientation");
    all.put("reference", "xxHash's own library, as this machine has it, called in a loop in C");
    return all;
  }

  private static String peer(String name) {
    return name + " " + Peers.version(name);
  }
}

package dev.tandem.jmh.originals;

import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.FitnessWatch;
import dev.tandem.jmh.harness.Folders;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Does the original reports again, by the comparisons that are there, and judges each claim by a
 * rule. A report that fails is named, and the others are still reported.
 */
@Command(
    name = "OriginalsRun",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Does the original reports again, each beside what it claimed.")
public final class OriginalsRun implements Callable<Integer> {

  @Option(names = "--quick", description = "Few rounds, some seven minutes in all.")
  private boolean quick;

  @Option(names = "--studies", split = ",", description = "Of ${COMPLETION-CANDIDATES}.")
  private List<Study> studies = List.of(Study.values());

  @Option(names = "--json", description = "Where the result is written.")
  private Path json;

  private final List<Row> rows = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** Exits with 0, 1 if a report failed, 2 for wrong usage. */
  public static void main(String[] args) {
    System.exit(
        new CommandLine(new OriginalsRun())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("tandem-originals");
    boolean failed = false;
    FitnessReport fitness;
    try (FitnessWatch watch = FitnessWatch.begin()) {
      for (Study study : studies) {
        System.err.println(study);
        failed |= !run(study, directory);
      }
      fitness = watch.report();
    } finally {
      Folders.delete(directory);
    }
    notes.add("Entrants that begin with CLAIMED are not measured here: they are what was claimed.");
    Result.now(
            new Result.About(
                "originals",
                "The original reports, done again, beside what they claimed",
                Map.of(),
                List.copyOf(notes)),
            fitness,
            rows,
            List.of())
        .report(json);
    return failed ? 1 : 0;
  }

  private boolean run(Study study, Path directory) throws IOException, InterruptedException {
    Path file = directory.resolve(study + ".json");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:+UseParallelGC",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Ddev.tandem.hash.library=hash/target/cmake/libtandem.so"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(study.arguments(quick, file));
    int code =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start()
            .waitFor();
    try {
      Outcome outcome = study.judge(file);
      rows.addAll(outcome.rows());
      notes.addAll(outcome.findings());
    } catch (IOException | IllegalArgumentException e) {
      notes.add("Failed: " + study + ", " + e.getMessage());
      return false;
    }
    return code == 0;
  }
}

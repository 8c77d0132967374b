package dev.tandem.jmh.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lists what differs between two runs by more than their rounds do. */
@Command(
    name = "CompareRuns",
    mixinStandardHelpOptions = true,
    description = {
      "Compares the JSON files of two folders of ParityRun, at the same speed of the CPU.",
      "Listed is what is 3 %% apart and whose rounds have no range in common. That happens by chance,"
          + " too: with three rounds on each side one time in ten.",
      "Surely worse is what remains by Mann and Whitney's test and Holm's correction for the number"
          + " of figures; five rounds a side suffice for twelve figures. More rounds, fewer figures:"
          + " measure a subject by turns, see BeforeAfter."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing is surely worse",
      "1:something is surely worse, failed or is gone",
      "2:wrong usage"
    })
public final class CompareRuns implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "BEFORE", description = "A folder.")
  private Path before;

  @Parameters(index = "1", paramLabel = "NOW", description = "A folder.")
  private Path now;

  /** Exits with the codes that its help names. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new CompareRuns());
  }

  @Override
  public Integer call() throws IOException {
    return report(read(before), read(now));
  }

  /** Prints the comparison; 1 if something is surely worse, else 0. */
  static int report(Map<String, Result> old, Map<String, Result> young) {
    young.forEach(
        (subject, result) -> {
          if (old.containsKey(subject)) {
            System.out.printf(
                "%s: the machine was %s, then %s; commit %s, then %s%n",
                subject,
                old.get(subject).verdictText(),
                result.verdictText(),
                old.get(subject).commitText(),
                result.commitText());
          }
        });
    List<Change> all = Change.common(old, young);
    List<Change> sure = Change.sure(all);
    List<Change> apart = all.stream().filter(c -> sure.contains(c) || c.isApart()).toList();
    apart.stream()
        .sorted(
            Comparator.comparingDouble(
                c -> c.isRegression() ? -Math.abs(c.percent()) : Math.abs(c.percent())))
        .forEach(c -> System.out.println(line(c) + (sure.contains(c) ? "; sure" : "")));
    List<String> lost = Change.lost(old, young);
    lost.forEach(line -> System.out.println("WORSE  " + line));
    System.out.printf(
        "%d of %d figures are apart, %d of them surely%n", apart.size(), all.size(), sure.size());
    return !lost.isEmpty() || sure.stream().anyMatch(Change::isRegression) ? 1 : 0;
  }

  /** A figure of both runs. */
  static String line(Change c) {
    return "%-6s %+6.1f %%  %s: %s -> %s %s"
        .formatted(
            c.isRegression() ? "WORSE" : "better",
            c.percent(),
            c.name(),
            Figure.of(c.before()),
            Figure.of(c.now()),
            c.now().unit());
  }

  private static Map<String, Result> read(Path folder) throws IOException {
    Map<String, Result> results = Files.isDirectory(folder) ? ParityRun.read(folder) : Map.of();
    if (results.isEmpty()) {
      throw new CommandLine.ParameterException(
          commandLine(), folder + " holds no results of ParityRun");
    }
    return results;
  }
}

package dev.tandem.jmh.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists what differs between two kept runs by more than their rounds do. */
@Command(
    name = "CompareRuns",
    mixinStandardHelpOptions = true,
    description = {
      "Compares the JSON files of two folders of ParityRun.",
      "A figure differs if equal runs would lie as far apart less often than one time in twenty (by"
          + " the ranks of their rounds; of three rounds one in ten), and the medians are 3 %% apart;"
          + " both at the same speed of the CPU, where that was measured beside the rounds.",
      "With two rounds on each side that says little: too few rounds to tell, it says then.",
      "A round of JMH's is a process, whatever its iterations; of one no interval can be given.",
      "Of many figures some differ by chance. What remains by Holm's correction for their number"
          + " sets the exit code; the others are worth a look. So does what failed or is gone, a"
          + " whole subject, too, but for those that a short run leaves out.",
      "All figures of a subject are judged at once, too, and those of the whole run: Tandem in Java"
          + " against the others beside it, which tell what the machine did. What is counted are"
          + " processes. A subject that is worse by 3 %% or more, and by chance less often than one"
          + " time in twenty, all subjects taken together, sets the exit code.",
      "Then a line counts the figures that were judged, those outside each other's intervals at the"
          + " same speed of the CPU, how many would be so by chance, and those that remain.",
      "At the end each figure that both runs print is held against the interval that the other"
          + " prints: those that differ are listed, by --list=all the others, too, and the last line"
          + " counts how many agree. A figure without an interval agrees with none. This changes no"
          + " exit code."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing is worse that chance does not explain; see which subjects were not judged",
      "1:a figure, a subject or the whole run is, or something failed or is gone",
      "2:wrong usage"
    })
public final class CompareRuns implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "BEFORE", description = "A folder.")
  private Path before;

  @Parameters(index = "1", paramLabel = "NOW", description = "A folder.")
  private Path now;

  @Option(
      names = "--list",
      description = "Which figures are held against their intervals line by line.",
      showDefaultValue = CommandLine.Help.Visibility.ALWAYS)
  private Listed listed = Listed.DIFFERENT;

  /** Which figures are listed. */
  private enum Listed {
    DIFFERENT,
    ALL
  }

  /** Exits with the codes that its help names. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new CompareRuns()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() throws IOException {
    Map<String, Result> old = read(before);
    Map<String, Result> young = read(now);
    List<String> same = History.notMeasuredAgain(old, young);
    old.keySet().removeAll(same);
    young.keySet().removeAll(same);
    same.forEach(
        subject ->
            System.out.printf("%s: one measurement, in both folders: not compared%n", subject));
    Change.Comparison comparison = Change.between(old, young);
    for (Change c : comparison.changes()) {
      System.out.printf(
          "%-6s %+6.1f %%  %s: %s (%s to %s) -> %s (%s to %s) %s%s%n",
          c.isRegression() ? "WORSE" : "better",
          c.percent(),
          c.name(),
          Figure.text(c.before().median()),
          Figure.text(c.before().lowest()),
          Figure.text(c.before().highest()),
          Figure.text(c.now().median()),
          Figure.text(c.now().lowest()),
          Figure.text(c.now().highest()),
          c.now().unit(),
          comparison.sure().contains(c) ? "" : "; worth a look");
    }
    comparison.lost().forEach(line -> System.out.printf("WORSE  %s%n", line));
    List<String> gone = Lost.subjects(old, young, false);
    gone.forEach(line -> System.out.printf("WORSE  %s%n", line));
    // A short run never measures them.
    Lost.subjects(old, young, true).forEach(line -> System.out.printf("worth a look  %s%n", line));
    comparison
        .unasked()
        .forEach(line -> System.out.printf("not measured by the second run: %s%n", line));
    comparison.curves().forEach(line -> System.out.printf("worth a look  %s%n", line));
    System.out.println(comparison.agreedSentence());
    for (Change c : comparison.untold()) {
      System.out.printf(
          "%s: too few rounds to tell, %d and %d%s%n",
          c.name(),
          c.before().rounds(),
          c.now().rounds(),
          c.hasRanges() ? "" : "; of one round no interval can be given");
    }
    young.forEach(
        (subject, result) -> {
          if (old.containsKey(subject)) {
            Result was = old.get(subject);
            System.out.printf(
                "%s: the machine was %s, then %s; commit %s, then %s%n",
                subject,
                was.verdictText(),
                result.verdictText(),
                was.commitText(),
                result.commitText());
          }
        });
    System.out.println(comparison.countedSentence());
    Pooled pooled = Pooled.between(old, young);
    pooled.lines().forEach(System.out::println);
    tell(Agreement.between(old, young));
    return comparison.isWorse() || pooled.isWorse() || !gone.isEmpty() ? 1 : 0;
  }

  private void tell(Agreement agreement) {
    agreement.figures().stream()
        .filter(f -> listed == Listed.ALL || f.state() == Agreement.State.DIFFERS)
        .forEach(figure -> System.out.println(figure.line()));
    agreement.bySubject().forEach(System.out::println);
    System.out.println(agreement.sentence());
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

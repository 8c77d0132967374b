package dev.tandem.jmh.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Writes the documents' figures from results that are kept in the tree: {@code
 * docs/benchmarks/report.md}, {@code originals.md} and the marked block of {@code README.md}.
 */
@Command(
    name = "Documents",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Keeps the results of a run in docs/benchmarks/kept and writes the documents' figures from"
          + " all that are kept.",
      "A subject that the run has not, or that is not named, stays as it was kept."
    })
public final class Documents implements Callable<Integer> {

  static final String BEGIN = "<!-- figures:begin -->";
  static final String END = "<!-- figures:end -->";

  private static final Path KEPT = Path.of("docs", "benchmarks", "kept");
  private static final String ORIGINALS = "originals";
  private static final int COLUMNS = 120;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "RUN",
      description = "A folder that ParityRun left. Without one, nothing new is kept.")
  private Path run;

  @Option(
      names = "--changed",
      description = "Keeps results of changed sources, too, which nobody can measure again.")
  private boolean changed;

  @Option(
      names = "--only",
      split = ",",
      description = "Subjects of the run to keep; all by default.")
  private List<String> only = List.of();

  @Option(names = "--root", description = "The project's folder.")
  private Path root = Path.of("");

  /** Exits with 0, 1 if it failed, 2 for wrong usage. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Documents()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    Map<String, Result> results = asked(run == null ? Map.of() : ParityRun.read(run));
    List<String> dirty =
        results.values().stream()
            .filter(Result::isOfChangedSources)
            .map(result -> result.subject() + " of " + result.commitText())
            .toList();
    if (!dirty.isEmpty() && !changed) {
      System.err.printf(
          "not kept: %s; commit and measure again, or ask for it with --changed%n",
          String.join(", ", dirty));
      return 1;
    }
    for (Result result : results.values()) {
      result
          .by(Calls.withoutFiles(result.command()))
          .write(root.resolve(KEPT).resolve(result.subject() + ".json"));
    }
    for (Map.Entry<Path, String> document : texts(root).entrySet()) {
      Files.writeString(document.getKey(), document.getValue());
    }
    return 0;
  }

  private Map<String, Result> asked(Map<String, Result> results) {
    Map<String, Result> asked = new LinkedHashMap<>(results);
    for (String subject : only) {
      if (!results.containsKey(subject)) {
        throw new ParameterException(
            spec.commandLine(), run + " has no " + subject + ", but " + results.keySet());
      }
    }
    asked.keySet().removeIf(subject -> !only.isEmpty() && !only.contains(subject));
    return asked;
  }

  /** Each document and what it should hold, by what is kept. */
  static Map<Path, String> texts(Path root) throws IOException {
    Map<String, Result> kept = ParityRun.read(root.resolve(KEPT));
    Result originals = kept.remove(ORIGINALS);
    Path figures = root.resolve("docs").resolve("benchmarks");
    Map<Path, String> texts = new LinkedHashMap<>();
    texts.put(figures.resolve("report.md"), Markdown.of(kept));
    if (originals != null) {
      texts.put(figures.resolve(ORIGINALS + ".md"), Markdown.originals(originals));
    }
    Path readme = root.resolve("README.md");
    texts.put(readme, withBlock(Files.readString(readme), block(kept)));
    return texts;
  }

  /**
   * A text with another block between its marks.
   *
   * @throws IllegalArgumentException if it has not each mark once, in order
   */
  static String withBlock(String text, String block) {
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0
        || end < begin
        || text.indexOf(BEGIN, begin + 1) >= 0
        || text.indexOf(END, end + 1) >= 0) {
      throw new IllegalArgumentException("expected " + BEGIN + " and " + END + ", each once");
    }
    return text.substring(0, begin + BEGIN.length()) + "\n" + block + "\n" + text.substring(end);
  }

  /** The figures of the README, with what the machine was like. */
  private static String block(Map<String, Result> kept) {
    Result kernel = kept.get("kernel");
    if (kernel == null) {
      throw new IllegalArgumentException("no figure of the kernel is kept");
    }
    String words = (Summary.ratios(kernel) + " " + Summary.machine(kernel)).strip();
    return Summary.table(kernel) + "\n\n" + wrapped(words);
  }

  /** The same words, in lines as the document's other paragraphs have them. */
  private static String wrapped(String paragraph) {
    StringBuilder text = new StringBuilder();
    int column = 0;
    // A number and its % stay together.
    for (String word : paragraph.split(" (?!%)", -1)) {
      if (column > 0) {
        boolean fits = column + 1 + word.length() <= COLUMNS;
        text.append(fits ? ' ' : '\n');
        column = fits ? column + 1 : 0;
      }
      text.append(word);
      column += word.length();
    }
    return text.toString();
  }
}

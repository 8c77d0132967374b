package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.harness.Spread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The documents' figures are those of the kept results. */
class DocumentsTest {

  private static final Path PROJECT = Path.of("..");

  @TempDir private Path root;

  @Test
  void theProjectsDocumentsTellWhatIsKept() throws Exception {
    Map<Path, String> texts = Documents.texts(PROJECT);
    assertThat(texts).hasSize(5);
    for (Map.Entry<Path, String> document : texts.entrySet()) {
      assertThat(Files.readString(document.getKey()))
          .as(
              "%s: not what docs/benchmarks/kept gives; java -cp jmh/target/benchmarks.jar %s",
              document.getKey(), Documents.class.getName())
          .isEqualTo(document.getValue());
    }
  }

  @Test
  void aRunIsKeptAndTold() throws Exception {
    Path run = root.resolve("run");
    Results.of("kernel", 1, 1).write(run.resolve("kernel.json"));
    Results.of("originals", 2, 1).write(run.resolve("originals.json"));
    Path figures = Files.createDirectories(root.resolve("docs/benchmarks"));
    Files.writeString(
        root.resolve("README.md"), "before\n" + Documents.BEGIN + "\n1\n" + Documents.END + "\nz");
    int code = new CommandLine(new Documents()).execute(run.toString(), "--root", root.toString());
    assertThat(code).isZero();
    Result kernel = Result.read(figures.resolve("kept/kernel.json"));
    Row fused = kernel.rows().get(0);
    assertThat(kernel.raw().isEmpty()).isTrue();
    String readme = Files.readString(root.resolve("README.md"));
    assertThat(readme).startsWith("before\n").endsWith(Documents.END + "\nz");
    assertThat(readme.replace('\n', ' '))
        .contains("takes " + Figure.text(fused.median()) + " (")
        .contains("DISTURBED: others used 9.0 % of the CPU time");
    assertThat(readme.lines()).allMatch(line -> line.length() <= 120);
    assertThat(Files.readString(figures.resolve("report.md")))
        .contains(Figure.text(fused.median()));
    assertThat(Files.readString(figures.resolve("originals.md"))).contains("- A note.");
    // A second run without the kernel leaves it as it was.
    Path second = root.resolve("second");
    Results.of("wal", 3, 1).write(second.resolve("wal.json"));
    new CommandLine(new Documents()).execute(second.toString(), "--root", root.toString());
    assertThat(Files.readString(root.resolve("README.md"))).isEqualTo(readme);
  }

  /** What a longer command measured is not replaced by a short run that was taken for others. */
  @Test
  void onlyNamedSubjectsAreKept() throws Exception {
    Path run = root.resolve("run");
    for (String subject : List.of("kernel", "sweep", "wal")) {
      Results.of(subject, 1, 1).write(run.resolve(subject + ".json"));
    }
    Files.createDirectories(root.resolve("docs/benchmarks"));
    Files.writeString(root.resolve("README.md"), Documents.BEGIN + "\n" + Documents.END);
    String[] call = {run.toString(), "--root", root.toString(), "--only", "kernel,wal"};
    assertThat(new CommandLine(new Documents()).execute(call)).isZero();
    Path kept = root.resolve("docs/benchmarks/kept");
    assertThat(kept.resolve("kernel.json")).isRegularFile();
    assertThat(kept.resolve("wal.json")).isRegularFile();
    assertThat(kept.resolve("sweep.json")).doesNotExist();
    // A name that the run has not, and names without a run, are mistakes.
    call[4] = "kernel,seep";
    assertThat(new CommandLine(new Documents()).execute(call)).isEqualTo(2);
    assertThat(
            new CommandLine(new Documents()).execute("--root", root.toString(), "--only", "kernel"))
        .isEqualTo(2);
  }

  /** What was measured on changed sources cannot be measured again, so it is not kept unasked. */
  @Test
  void aRunOfChangedSourcesIsNotKept() throws Exception {
    Path run = root.resolve("run");
    Path file = run.resolve("kernel.json");
    Results.of("kernel", 1, 1).write(file);
    Files.writeString(
        file, Files.readString(file).replace("\"commit\" : \"\"", "\"commit\" : \"5e28d45+\""));
    Files.createDirectories(root.resolve("docs/benchmarks"));
    Files.writeString(root.resolve("README.md"), Documents.BEGIN + "\n" + Documents.END);
    String[] call = {run.toString(), "--root", root.toString(), "--changed"};
    assertThat(new CommandLine(new Documents()).execute(Arrays.copyOf(call, 3))).isEqualTo(1);
    assertThat(root.resolve("docs/benchmarks/kept/kernel.json")).doesNotExist();
    assertThat(new CommandLine(new Documents()).execute(call)).isZero();
    assertThat(Files.readString(root.resolve("README.md")))
        .contains("commit 5e28d45+ (with changes that were not committed)");
  }

  @Test
  void theBooksPageHasARowForEachShapeOfBothResults() throws Exception {
    Map<String, Result> kept =
        Map.of(
            "workload",
            result(
                "workload",
                row("SHUFFLED, STATIC", "BOOK", 35.6, 36.1, Map.of("live orders", 40_013.0)),
                row("SHUFFLED, STATIC", "CPP", 29, 29, Map.of("live orders", 40_013.0)),
                row("DENSE, STATIC", "BOOK", 1, 1, Map.of())),
            "book",
            result(
                "book",
                row("SHUFFLED", "BOOK", 29.5, 30.5, Map.of("B an operation", 0.1)),
                row("SHUFFLED", "EXCHANGE_CORE", 66, 67, Map.of())));
    assertThat(BookResultsTable.of(kept))
        .contains("| `STATIC` | 40,013 live orders | 35.6 (35.6–36.1) | 29.0 (29.0–29.0) |  |")
        .contains("| missed by 5.6 |")
        .contains("| `SPOT`, no reports |  | 29.5 (29.5–30.5) |  | 66.0 (66.0–67.0) |")
        .contains("| met, at the edge |")
        .doesNotContain("1.00");
    assertThat(BookResultsTable.of(Map.of("book", kept.get("book")))).isEmpty();
    assertThat(BookResultsTable.judged(row("", "", 20, 30, Map.of()))).isEqualTo("met");
  }

  private static Row row(
      String group, String entrant, double median, double highest, Map<String, Double> others) {
    return Row.of(
        group,
        entrant,
        Row.Kind.JAVA,
        "ns/op",
        true,
        3,
        new Spread(median, median, highest),
        others);
  }

  private static Result result(String subject, Row... rows) {
    return Results.now(
        new Result.About(subject, "t", Map.of(), List.of()),
        Results.fitness(Verdict.QUIET),
        List.of(rows),
        List.of(),
        List.of());
  }

  @Test
  void marksThatAreNotThereAreTold() {
    for (String text :
        List.of("", Documents.BEGIN, Documents.END + Documents.BEGIN, Documents.BEGIN.repeat(2))) {
      assertThatThrownBy(() -> Documents.withBlock(text, "x"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}

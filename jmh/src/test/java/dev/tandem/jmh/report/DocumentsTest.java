package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
  void theProjectsDocumentsReportWhatIsKept() throws Exception {
    Map<Path, String> texts = Documents.texts(PROJECT);
    assertThat(texts).hasSize(3);
    for (Map.Entry<Path, String> document : texts.entrySet()) {
      assertThat(Files.readString(document.getKey()))
          .as(
              "%s: not what docs/benchmarks/kept gives; java -cp jmh/target/benchmarks.jar %s",
              document.getKey(), Documents.class.getName())
          .isEqualTo(document.getValue());
    }
  }

  /** Two rows of one name in one table are two figures that nobody can tell apart. */
  @Test
  void aGroupHasAnEntrantOnce() throws Exception {
    for (Result result : ParityRun.read(PROJECT.resolve("docs/benchmarks/kept")).values()) {
      assertThat(result.rows().stream().map(r -> r.group() + " / " + r.entrant()))
          .as(result.subject())
          .doesNotHaveDuplicates();
      assertThat(
              result.curves().stream()
                  .map(c -> c.group() + " / " + c.entrant() + " / " + c.asked()))
          .as(result.subject())
          .doesNotHaveDuplicates();
    }
  }

  private void makeDocuments() throws Exception {
    Files.createDirectories(root.resolve("docs/benchmarks"));
    Files.writeString(
        root.resolve("README.md"), "before\n" + Documents.BEGIN + "\n1\n" + Documents.END + "\nz");
  }

  @Test
  void aRunIsKeptAndReported() throws Exception {
    Path run = root.resolve("run");
    Results.of("kernel", 1, 1, 3).write(run.resolve("kernel.json"));
    Results.of("originals", 2, 1, 3).write(run.resolve("originals.json"));
    makeDocuments();
    int code = new CommandLine(new Documents()).execute(run.toString(), "--root", root.toString());
    assertThat(code).isZero();
    Path figures = root.resolve("docs/benchmarks");
    Result kernel = Result.read(figures.resolve("kept/kernel.json"));
    assertThat(kernel).isEqualTo(Result.read(run.resolve("kernel.json")));
    // A figure a line.
    assertThat(Files.readAllLines(figures.resolve("kept/kernel.json"))).hasSizeBetween(20, 30);
    String fused = Figure.of(kernel.rows().get(0));
    String readme = Files.readString(root.resolve("README.md"));
    assertThat(readme)
        .startsWith("before\n")
        .endsWith(Documents.END + "\nz")
        .contains("| " + fused + ", 117 ns of CPU a command |  |\n")
        .contains("Nothing else ran on it.")
        // Of rounds with CPUs far apart there are none, so no ratio is told.
        .doesNotContain("near each other");
    assertThat(Files.readString(figures.resolve("report.md"))).contains("| FUSED | " + fused);
    assertThat(Files.readString(figures.resolve("originals.md"))).contains("- A note.");
    // A second run without the kernel leaves it as it was.
    Path second = root.resolve("second");
    Results.of("wal", 3, 1, 3).write(second.resolve("wal.json"));
    new CommandLine(new Documents()).execute(second.toString(), "--root", root.toString());
    assertThat(Files.readString(root.resolve("README.md"))).isEqualTo(readme);
  }

  /** Ours in Java, in C++, and the best of the others; both ratios or neither. */
  @Test
  void theThreeStandSideBySide() {
    Result near = Results.of("kernel", 1, 1, 3);
    List<Row> rows = new ArrayList<>(near.rows());
    near.rows().forEach(row -> rows.add(row.in(row.group() + ", CPUs far apart")));
    Result both = Results.of("kernel", rows.toArray(Row[]::new));
    String ratio = Figure.text(Groups.factor(near.rows().get(0), near.rows().get(2)));
    assertThat(Markdown.of(Results.bySubject(both)))
        .contains("| kernel: STEADY | M commands/s | FUSED ")
        .contains(" | EXCHANGE_CORE_YIELDING ")
        .contains(" | " + ratio + " |\n")
        .contains("With CPUs near each other, ")
        .contains(". Far apart, it is ");
    assertThat(Summary.ratios(near)).isEmpty();
  }

  @Test
  void onlyNamedSubjectsAreKept() throws Exception {
    Path run = root.resolve("run");
    for (String subject : List.of("kernel", "logger", "wal")) {
      Results.of(subject, 1, 1, 3).write(run.resolve(subject + ".json"));
    }
    makeDocuments();
    String[] call = {run.toString(), "--root", root.toString(), "--only", "kernel,wal"};
    assertThat(new CommandLine(new Documents()).execute(call)).isZero();
    Path kept = root.resolve("docs/benchmarks/kept");
    assertThat(kept.resolve("kernel.json")).isRegularFile();
    assertThat(kept.resolve("wal.json")).isRegularFile();
    assertThat(kept.resolve("logger.json")).doesNotExist();
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
    Results.of("kernel", 1, 1, 3).write(file);
    Files.writeString(
        file, Files.readString(file).replace("\"commit\": \"\"", "\"commit\": \"5e28d45+\""));
    makeDocuments();
    String[] call = {run.toString(), "--root", root.toString(), "--changed"};
    assertThat(new CommandLine(new Documents()).execute(Arrays.copyOf(call, 3))).isEqualTo(1);
    assertThat(root.resolve("docs/benchmarks/kept/kernel.json")).doesNotExist();
    assertThat(new CommandLine(new Documents()).execute(call)).isZero();
    assertThat(Files.readString(root.resolve("README.md")).replace('\n', ' '))
        .contains("commit 5e28d45+ (with changes that were not committed)");
  }

  @Test
  void marksThatAreNotThereAreReported() {
    for (String text :
        List.of("", Documents.BEGIN, Documents.END + Documents.BEGIN, Documents.BEGIN.repeat(2))) {
      assertThatThrownBy(() -> Documents.withBlock(text, "x"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}

package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
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
    assertThat(texts).hasSize(3);
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
    assertThat(readme)
        .contains("takes " + Figure.text(fused.median()) + " (")
        .contains("DISTURBED: others used 9.0 % of the CPU time");
    assertThat(Files.readString(figures.resolve("report.md")))
        .contains(Figure.text(fused.median()));
    assertThat(Files.readString(figures.resolve("originals.md"))).contains("- A note.");
    // A second run without the kernel leaves it as it was.
    Path second = root.resolve("second");
    Results.of("wal", 3, 1).write(second.resolve("wal.json"));
    new CommandLine(new Documents()).execute(second.toString(), "--root", root.toString());
    assertThat(Files.readString(root.resolve("README.md"))).isEqualTo(readme);
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

package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.Judgement;
import dev.tandem.doctor.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the machine did is told apart from what a measurement did to itself. */
class OutsideVerdictTest {

  @TempDir Path folder;

  private static Result result(String subject, Judgement outside) {
    FitnessReport all = Results.fitness(Verdict.OVERSUBSCRIBED, "its own threads waited");
    Judgement own = new Judgement(all.verdict(), all.reasons());
    Result made = Results.of(subject, 1, 1);
    return Results.now(
        new Result.About(subject, made.title(), Map.of(), List.of()),
        new FitnessReport(all.verdict(), all.reasons(), List.of(), all.whole(), outside, own),
        made.rows(),
        made.curves(),
        Map.of());
  }

  @Test
  void theFileThePageAndTheDocumentHaveIt() throws Exception {
    Judgement quiet = new Judgement(Verdict.QUIET, List.of());
    Judgement disturbed = new Judgement(Verdict.DISTURBED, List.of("others used 9.0 %"));
    Path file = folder.resolve("kernel.json");
    result("kernel", quiet).write(file);
    Result kernel = Result.read(file);
    assertThat(kernel.outside()).isEqualTo(quiet);
    assertThat(kernel.withoutRaw().by("again").outside()).isEqualTo(quiet);
    String page =
        new Page(Map.of("kernel", kernel, "wal", result("wal", disturbed)), Map.of()).html();
    assertThat(page)
        .contains("OVERSUBSCRIBED for ")
        .contains(". From outside: DISTURBED for wal; QUIET for kernel.")
        .contains("OVERSUBSCRIBED, outside: QUIET: its own threads waited")
        .contains("OVERSUBSCRIBED, outside: DISTURBED: its own threads waited")
        .contains("\"verdict oversubscribed\"");
    assertThat(Markdown.originals(kernel)).contains("OVERSUBSCRIBED, outside: QUIET: its own");
  }

  /** Comparisons that are joined keep the whole report among all that they measured. */
  @Test
  void aReportComesBackFromItsFileWithTheOutsideOrWithoutIt() throws Exception {
    Judgement quiet = new Judgement(Verdict.QUIET, List.of());
    FitnessReport without = Results.fitness(Verdict.OVERSUBSCRIBED, "its own threads waited");
    FitnessReport report =
        new FitnessReport(
            without.verdict(),
            without.reasons(),
            without.changes(),
            without.whole(),
            quiet,
            new Judgement(without.verdict(), without.reasons()));
    ObjectNode tree = Result.JSON.valueToTree(report);
    assertThat(Result.JSON.treeToValue(tree, FitnessReport.class)).isEqualTo(report);
    tree.remove(List.of("outside", "own"));
    ((ObjectNode) tree.path("whole")).remove("memoryPressurePercent");
    FitnessReport older = Result.JSON.treeToValue(tree, FitnessReport.class);
    assertThat(older).isEqualTo(without);
    assertThat(older).hasToString("OVERSUBSCRIBED (its own threads waited)");
  }

  /** Files that were kept before it was told have no such field; nothing is made up for them. */
  @Test
  void olderFilesAreReadAndSayNothingOfIt() throws Exception {
    Path file = folder.resolve("kernel.json");
    result("kernel", new Judgement(Verdict.QUIET, List.of())).write(file);
    JsonNode tree = Result.JSON.readTree(file.toFile());
    assertThat(((ObjectNode) tree).remove("outside")).isNotNull();
    Result.JSON.writeValue(file.toFile(), tree);
    Result older = Result.read(file);
    assertThat(older.outside()).isNull();
    assertThat(older.verdictText()).isEqualTo("OVERSUBSCRIBED");
    assertThat(new Page(Map.of("kernel", older), Map.of()).html())
        .contains("OVERSUBSCRIBED: its own threads waited")
        .doesNotContain("outside");
    older.write(file);
    assertThat(Result.JSON.readTree(file.toFile())).isEqualTo(tree);
  }
}

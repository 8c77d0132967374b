package dev.tandem.it.commands;

import static dev.tandem.it.Ended.assertUsage;
import static dev.tandem.it.Ended.replay;
import static dev.tandem.it.Ended.tandem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.it.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Warm-up, turns and medians of the demo and of replays. */
class RoundsTest {

  @TempDir private Path dir;

  @Test
  void theDemoAgreesWithItself() {
    Ended ended =
        tandem("demo", "--commands", "20k", "--rate", "100k", "--rounds", 2, "--warmup", "40k");
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out())
        .contains("FUSED", "PIPELINED", "from both", "What to try next")
        .contains("| #", "Warmed up before with 40,000 commands", "median of 2 rounds (")
        .doesNotContain("DIFFERENT");
  }

  @Test
  void theDemoWithoutWarmUpSaysSo() {
    Ended ended =
        tandem("demo", "--commands", "2k", "--rate", "100k", "--rounds", 1, "--warmup", 0);
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("Not warmed up", ", one round");
  }

  @Test
  void topologiesTakeTurnsAndMediansAreReported() throws IOException {
    Path flow = dir.resolve("flow.csv");
    tandem("generate", "--mix", "full", "--commands", "5k", "--symbols", 3, "-o", flow);
    Ended ended =
        tandem(
            "replay",
            flow,
            "--warmup",
            "10k",
            "--rounds",
            3,
            "--topology",
            "fused",
            "--topology",
            "pipelined:2,2",
            "--json",
            "-");
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.err())
        .contains("FUSED and PIPELINED(2,2) by turns", "3 rounds each, closed loop")
        .contains(
            "10,000 generated commands in each topology before, in exchanges that were thrown")
        .contains("median of 3 rounds (");
    JsonNode figures = new ObjectMapper().readTree(ended.out());
    assertThat(figures.get("version").asText()).startsWith("0.");
    assertThat(figures.get("machine").get("cpus").asInt()).isPositive();
    assertThat(figures.get("input").get("files").get(0).asText()).isEqualTo(flow.toString());
    assertThat(figures.get("input").get("format").asText()).isEqualTo("csv");
    assertThat(figures.get("ratePerSecond").isNull()).isTrue();
    assertThat(figures.get("durability").isNull()).isTrue();
    assertThat(figures.get("warmupCommands").asInt()).isEqualTo(10_000);
    assertThat(figures.get("runs")).hasSize(2);
    for (JsonNode run : figures.get("runs")) {
      assertThat(run.get("rounds")).hasSize(3);
      List<Long> speeds = new ArrayList<>();
      run.get("rounds").forEach(round -> speeds.add(round.get("commandsPerSecond").asLong()));
      assertThat(run.get("commandsPerSecond").get("median").asLong())
          .isEqualTo(speeds.stream().sorted().toList().get(1));
    }
    try (Stream<Path> files = Files.list(dir)) {
      assertThat(files).containsExactly(flow);
    }
  }

  @Test
  void aLogHasOneRound() throws IOException {
    Path flow = dir.resolve("flow.csv");
    tandem("generate", "--commands", "1k", "-o", flow);
    Path wal = dir.resolve("wal");
    assertUsage(
        tandem("replay", flow, "--wal", wal, "--rounds", 2), "--wal goes with one round of one");
    assertUsage(
        replay(flow, "--topology", "fused", "--topology", "fused"), "names a topology twice");
    assertUsage(tandem("replay", flow, "--rounds", 0), "--rounds is 0, expected 1 to");
    Ended ended =
        tandem(
            "replay", flow, "--wal", wal, "--warmup", 0, "--durability", "written", "--json", "-");
    assertThat(ended.code()).as(ended.err()).isZero();
    JsonNode figures = new ObjectMapper().readTree(ended.out());
    assertThat(figures.get("durability").asText()).isEqualTo("WRITTEN");
    assertThat(figures.get("log").get("written").asLong()).isPositive();
  }
}

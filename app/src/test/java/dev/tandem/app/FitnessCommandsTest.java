package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.app.Xxhsum.Outcome;
import dev.tandem.app.output.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a machine in whatever state: what the verdict is, is asserted where it is made. */
class FitnessCommandsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void theDoctorReportsSetUpJitterAndVerdict() throws Exception {
    Outcome outcome = HelpTest.tandem("doctor", "--seconds", "1", "--json");
    JsonNode json = JSON.readTree(outcome.out());
    assertThat(json.at("/verdict").asText())
        .isIn("QUIET", "DISTURBED", "THROTTLED", "OVERSUBSCRIBED");
    assertThat(outcome.code())
        .isEqualTo(json.at("/verdict").asText().equals("QUIET") ? ExitCode.OK : ExitCode.MISMATCH);
    assertThat(json.at("/facts").findValuesAsText("name"))
        .contains(
            "isolcpus", "frequency governor", "clock source", "CPU quota", "huge pages, defrag")
        .contains("CPUs of the group", "memory of the group");
    assertThat(json.at("/watched/tookNs").asLong()).isGreaterThanOrEqualTo(1_000_000_000L);
    assertThat(json.at("/outside/verdict").asText()).isIn("QUIET", "DISTURBED", "THROTTLED");
    assertThat(json.at("/outside/reasons").isArray()).isTrue();
    assertThat(json.at("/jitter/lostPercent").isNumber()).isTrue();
    for (String name :
        List.of(
            "voluntarySwitches",
            "involuntarySwitches",
            "migrations",
            "waitedMillis",
            "waitedPercent")) {
      // A number, or null where the system does not tell it.
      assertThat(json.at("/watched").has(name)).as(name).isTrue();
    }
  }

  @Test
  void whatBecameOfItsThreadsIsPrinted() {
    Outcome outcome = HelpTest.tandem("doctor", "--seconds", "1");
    assertThat(outcome.out())
        .contains(
            "its threads were moved, times",
            "gave up a CPU themselves, times",
            "switched off unasked, times",
            "could have run and had no CPU");
  }

  @Test
  void theDoctorRefusesATimeThatIsNone() {
    Outcome outcome = HelpTest.tandem("doctor", "--seconds", "0");
    assertThat(outcome.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(outcome.err()).contains("--seconds is 0, expected 1 to 3600");
  }

  @Test
  void aCommandsExitCodeIsPassedOnAndItsReadingsAreWritten(@TempDir Path folder) throws Exception {
    Path json = folder.resolve("readings.json");
    Outcome outcome =
        HelpTest.tandem("diagnose", "--json", json.toString(), "--", "sh", "-c", "exit 7");
    assertThat(outcome.code()).isEqualTo(7);
    assertThat(outcome.err()).contains("CPU time used by the command", "on");
    JsonNode readings = JSON.readTree(Files.readString(json));
    assertThat(readings.at("/exitCode").asInt()).isEqualTo(7);
    assertThat(readings.at("/command").asText()).isEqualTo("sh -c exit 7");
    assertThat(readings.at("/watched/ownPercent").isNumber()).isTrue();
  }

  /** Whether perf is between the two or not. */
  @Test
  void aCommandThatASignalKilledHasTheCodeOfIt() {
    for (List<String> options : List.of(List.<String>of(), List.of("--no-perf"))) {
      List<String> words = new ArrayList<>(List.of("diagnose"));
      words.addAll(options);
      words.addAll(List.of("--", "sh", "-c", "kill -9 $$"));
      assertThat(HelpTest.tandem(words.toArray(new String[0])).code()).isEqualTo(128 + 9);
    }
  }

  @Test
  void aCommandThatIsNotThereIsNamed() {
    Outcome outcome = HelpTest.tandem("diagnose", "--", "/nowhere/at-all");
    assertThat(outcome.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(outcome.err()).contains("/nowhere/at-all cannot be run");
  }
}

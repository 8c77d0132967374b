package dev.tandem.jmh.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The log and the logger in C++ answer the requests of the comparisons. */
class CppProcessTest {
  private static final Path BUILT = Path.of("..", "hash", "target", "cmake");

  @TempDir private Path home;

  @ParameterizedTest
  @ValueSource(strings = {"TANDEM_CPP", "TANDEM_CPP_DEFERRED"})
  void theLoggerLosesNoRecord(String system) throws IOException {
    try (ChildProcess process = start("tandem-logger-process", system)) {
      JsonNode saturated = ask(process, "2 0 20000 0");
      assertThat(saturated.path("sent").asLong()).isEqualTo(20_000);
      assertThat(saturated.path("lost").asLong(-1)).isZero();
      assertThat(saturated.path("callerBytes").asDouble(-1)).isZero();
      assertThat(saturated.path("callerPerSecond").asDouble())
          .isGreaterThanOrEqualTo(saturated.path("perSecond").asDouble())
          .isPositive();
      JsonNode paced = ask(process, "1 100000 2000 0");
      // A schedule may be given up on a slow machine.
      assertThat(paced.path("sent").asLong()).isBetween(2L, 2_000L);
      assertThat(paced.path("lost").asLong(-1)).isZero();
      assertThat(paced.path("latePercent").asDouble(-1)).isBetween(0.0, 100.0);
      JsonNode call = paced.path("call");
      assertThat(call.path("p50").asLong()).isPositive();
      assertThat(call.path("p99").asLong()).isGreaterThanOrEqualTo(call.path("p50").asLong());
      assertThat(call.path("max").asLong()).isPositive();
    }
    try (var left = Files.list(home.resolve(system))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void theLogConfirmsAndReadsBack() throws IOException {
    try (ChildProcess process = start("tandem-wal-process", "TANDEM_CPP_WRITTEN")) {
      JsonNode waited = ask(process, "EIGHT_WAITING 115 20");
      assertThat(waited.path("records").asLong()).isPositive();
      assertThat(waited.path("p50Us").asDouble()).isPositive();
      JsonNode all = ask(process, "OPEN_100K 115 20");
      assertThat(all.path("records").asLong()).isBetween(1L, 2_000L);
      assertThat(all.path("latePercent").asDouble(-1)).isBetween(0.0, 100.0);
      JsonNode bad = ask(process, "NONSENSE 115 20");
      assertThat(bad.path("error").asText()).contains("no such workload: NONSENSE");
      assertThat(ask(process, "REPLAY 65536 0").path("records").asLong()).isEqualTo(256);
    }
  }

  private ChildProcess start(String program, String system) {
    Path built = BUILT.resolve(program);
    assumeThat(built).as("built with the native parts").isExecutable();
    List<String> command = List.of("env", "TANDEM_LOG_SHORT=1", built.toString());
    return new ChildProcess(new ChildProcess.Launch(system, command), home);
  }

  private static JsonNode ask(ChildProcess process, String request) throws IOException {
    return new ObjectMapper().readTree(process.ask(request));
  }
}

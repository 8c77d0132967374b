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

/** The log, the logger and the intake in C++ answer the requests of the comparisons. */
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

  @ParameterizedTest
  @ValueSource(strings = {"TANDEM_CPP_LANES", "TANDEM_CPP_LANES_1K", "TANDEM_CPP_SHARED"})
  void everyOrderArrives(String system) throws IOException {
    try (ChildProcess process = start("tandem-ingress-process", system)) {
      for (String request :
          List.of(
              "burst 3 1 64 3000 cold 1 2",
              "burst 2 3 128 3000 touched 1 2",
              "paced 2 64 100000 0.02 touched")) {
        boolean burst = request.startsWith("burst");
        JsonNode samples = ask(process, request).path("samples");
        assertThat(samples).as(request).hasSize(burst ? 2 : 1);
        for (JsonNode sample : samples) {
          assertThat(sample.path("orders").asLong()).isEqualTo(burst ? 3_000 : 2_000);
          assertThat(sample.path("totalNanos").asLong()).isPositive();
          assertThat(sample.path("nanos")).extracting(JsonNode::asLong).isSorted();
          assertThat(sample.path("bytesPerOrder").asDouble(-1)).isZero();
          assertThat(sample.path("latePercent").asDouble(-1)).isBetween(0.0, burst ? 0 : 100.0);
        }
      }
      // A schedule that nobody can keep.
      JsonNode late = ask(process, "paced 2 4096 1000000000 0.00001 touched").path("samples");
      assertThat(late.path(0).path("latePercent").asDouble()).isGreaterThan(50);
      assertThat(ask(process, "burst 0 1 64 10 cold 0 1").path("error").asText())
          .contains("a sender and a receiver at least");
      assertThat(ask(process, "nonsense").path("error").asText())
          .contains("no such request: nonsense");
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

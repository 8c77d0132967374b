package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The times of the kernel's stages, as they are scraped. */
@Timeout(300)
class StageMetricsTest {

  @TempDir private Path directory;

  private Gateway gateway(boolean pipelined, boolean measured) throws IOException {
    return Gateway.start(
        GatewaySettings.in(directory)
            .port(0)
            .segmentBytes(1 << 20)
            .topology(pipelined ? Topology.pipelined(1, 1) : Topology.fused())
            .stageMetrics(measured)
            .build());
  }

  private static String order(int id) {
    return "{\"user\":1,\"symbol\":1,\"side\":\"SELL\",\"price\":30,\"quantity\":1,\"order\":"
        + id
        + "}";
  }

  private static List<Long> numbers(String metrics, String line) {
    List<Long> found = new ArrayList<>();
    for (MatchResult match :
        Pattern.compile("(?m)^" + line + " (\\d+)").matcher(metrics).results().toList()) {
      found.add(Long.parseLong(match.group(1)));
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyStageHasAHistogramThatGrows(boolean pipelined) throws IOException {
    try (Gateway gateway = gateway(pipelined, true)) {
      Client client = new Client(gateway, gateway.adminToken().orElseThrow());
      client.prepare();
      long before = 0;
      for (int round = 0; round < 2; round++) {
        for (int i = 1; i <= 50; i++) {
          assertThat(client.post("/v1/orders", order(round * 50 + i)).status()).isEqualTo(200);
        }
        String metrics = client.get("/metrics").text();
        for (String stage : List.of("admission", "hold-0", "matching-0", "settle-0", "results")) {
          String name = "tandem_stage_seconds_%s\\{stage=\"" + stage + "\"%s\\}";
          List<Long> counts = numbers(metrics, name.formatted("count", ""));
          assertThat(counts).as(stage + metrics).hasSize(1);
          assertThat(counts.get(0)).as(stage).isGreaterThanOrEqualTo(before + 50);
          List<Long> buckets = numbers(metrics, name.formatted("bucket", ",le=\"[^\"]+\""));
          assertThat(buckets).hasSize(15).isSorted().endsWith(counts.get(0));
          assertThat(metrics).containsPattern(name.formatted("sum", ""));
        }
        before += 50;
      }
    }
  }

  @Test
  void nothingIsMeasuredByDefault() throws IOException {
    try (Gateway gateway = gateway(false, false)) {
      Client client = new Client(gateway, gateway.adminToken().orElseThrow());
      assertThat(client.get("/metrics").text()).doesNotContain("tandem_stage");
    }
  }
}

package dev.tandem.jmh.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("night")
class JmhTurnsTest {

  /** Two benchmarks in two turns: each has two processes, and of each all iterations. */
  @Test
  void eachTurnIsAProcessOfEachBenchmark(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("all.json");
    JmhTurns.main(
        ("--rounds 2 Xxh64Benchmark.crc32c -p size=32,64 -f 7 -wi 1 -w 10ms -i 3 -r 10ms -rf json"
                + " -prof dev.tandem.jmh.harness.CpuProfiler -rff "
                + file)
            .split(" "));
    JsonNode all = new ObjectMapper().readTree(file.toFile());
    assertThat(all).hasSize(2);
    for (JsonNode benchmark : all) {
      JsonNode processes = benchmark.path("primaryMetric").path("rawData");
      assertThat(processes).hasSize(2);
      JsonNode steps = benchmark.path("secondaryMetrics").path(CpuProfiler.STEP).path("rawData");
      assertThat(steps).hasSize(2);
      for (int process = 0; process < 2; process++) {
        assertThat(processes.get(process)).hasSize(3);
        // Beside each measured iteration, and beside no other.
        assertThat(steps.get(process)).hasSize(3);
      }
    }
    assertThat(all.get(0).path("params").path("size").asText()).isEqualTo("32");
    assertThat(all.get(1).path("params").path("size").asText()).isEqualTo("64");
    // All share a folder, which is gone then.
    String property = "-D" + Once.FOLDER_PROPERTY + "=";
    String shared = all.get(0).path("jvmArgs").get(0).asText();
    assertThat(shared).startsWith(property);
    assertThat(all.get(1).path("jvmArgs").get(0).asText()).isEqualTo(shared);
    assertThat(Path.of(shared.substring(property.length()))).doesNotExist();
  }
}

package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallsTest {

  @Test
  void aCallCanBePastedIntoAShell() {
    Path here = Path.of("").toAbsolutePath();
    assertThat(
            Calls.of(
                List.of(
                    "-XX:+UseParallelGC",
                    "-Dtandem.commit=abc",
                    "-cp",
                    here + "/jmh/target/benchmarks.jar",
                    "org.openjdk.jmh.Main",
                    "(Disruptor|PingPong)Benchmark",
                    "it's",
                    "-rff",
                    here + "/target/raw.json")))
        .isEqualTo(
            "java -XX:+UseParallelGC -cp jmh/target/benchmarks.jar org.openjdk.jmh.Main"
                + " '(Disruptor|PingPong)Benchmark' 'it'\\''s' -rff target/raw.json");
  }

  @Test
  void onlyFilesOfOneRunAreLeftOut() {
    assertThat(Calls.withoutFiles("java -cp a.jar M --json t/x.json --cpp hash/p --rounds 3"))
        .isEqualTo("java -cp a.jar M --cpp hash/p --rounds 3");
    // Of parity --json has no value.
    assertThat(Calls.withoutFiles("java -cp a.jar M parity --json --seeds 4"))
        .isEqualTo("java -cp a.jar M parity --json --seeds 4");
    assertThat(Calls.withoutFiles("java M -rf json -rff t/raw.json")).isEqualTo("java M -rf json");
  }

  @Test
  void theCallOfThisProcessNamesItsClassPathAndFlags() {
    assertThat(Calls.ofThisProcess()).startsWith("java ").containsAnyOf(" -cp ", " -jar ");
  }
}

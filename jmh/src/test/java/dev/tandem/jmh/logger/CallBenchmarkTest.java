package dev.tandem.jmh.logger;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CallBenchmarkTest {
  @TempDir private Path home;

  @ParameterizedTest
  @EnumSource(CallBenchmark.Kept.class)
  void aBurstIsKeptAndNothingIsLeft(CallBenchmark.Kept files) throws Exception {
    CallBenchmark benchmark = new CallBenchmark();
    benchmark.files = files;
    benchmark.directory = home.toString();
    benchmark.open();
    benchmark.ready();
    benchmark.threeLongs();
    // Fails if a record was dropped.
    benchmark.close();
    try (var left = Files.list(home)) {
      assertThat(left).isEmpty();
    }
  }
}

package dev.tandem.jmh.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collection;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Without the xxHash library only its own column is missing. */
class MissingReferenceTest {

  @BeforeAll
  static void thereIsNoLibrary() {
    System.setProperty("tandem.reference.library", "/nowhere/libtandem-reference.so");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Xxh64Benchmark.java", "Xxh3Benchmark.java"})
  void theOthersAreMeasured(String benchmark) throws Exception {
    OptionsBuilder options = new OptionsBuilder();
    options
        .include("\\.hash\\." + benchmark.replace(".", "\\.") + "$")
        .forks(0)
        .warmupIterations(0)
        .measurementIterations(1)
        .measurementTime(TimeValue.milliseconds(1))
        .verbosity(VerboseMode.SILENT);
    options.param("size", "64");
    Collection<RunResult> results = new Runner(options.build()).run();
    assertThat(results).hasSize(1);
  }

  @Test
  void itsOwnBenchmarkSaysWhatIsMissing() {
    assertThatThrownBy(() -> new ReferenceLoop("xxh64", new byte[8]))
        .hasMessageContaining("/nowhere/libtandem-reference.so")
        .hasMessageContaining("libxxhash-dev");
  }
}

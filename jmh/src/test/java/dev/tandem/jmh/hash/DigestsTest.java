package dev.tandem.jmh.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** A benchmark that gives a wrong digest fails before it is timed. */
class DigestsTest {

  /** Stands for a benchmark. */
  public static final class Five {
    public long digest() {
      return 5;
    }
  }

  @Test
  void aWrongDigestIsRefused() {
    assertThatCode(() -> Measured.check(new Five(), "digest", 5)).doesNotThrowAnyException();
    assertThatThrownBy(() -> Measured.check(new Five(), "digest", 6))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("digest gives 0000000000000005, expected 0000000000000006");
    assertThatThrownBy(() -> Measured.check(new Five(), "other", 5))
        .isInstanceOf(IllegalStateException.class);
  }

  /** Set-ups pass their own checks; in this process, for a moment. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Xxh64Benchmark.java",
        "Xxh64Benchmark.hash4j",
        "Xxh64Benchmark.lz4Java",
        "Xxh64Benchmark.crc32c",
        "Xxh3Benchmark.java",
        "Xxh3Benchmark.hash4j"
      })
  void whatIsTimedIsChecked(String benchmark) throws Exception {
    OptionsBuilder options = new OptionsBuilder();
    options
        .include(benchmark + "$")
        .forks(0)
        .warmupIterations(0)
        .measurementIterations(1)
        .measurementTime(TimeValue.milliseconds(1))
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT);
    options.param("size", "114");
    Options all = options.build();
    assertThat(new Runner(all).run()).hasSize(1);
  }
}

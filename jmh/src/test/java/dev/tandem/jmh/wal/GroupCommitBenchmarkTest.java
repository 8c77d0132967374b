package dev.tandem.jmh.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.wal.Durability;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GroupCommitBenchmarkTest {
  @TempDir private Path home;

  @ParameterizedTest
  @EnumSource(names = {"WRITTEN", "SYNCED"})
  void eachGroupIsAppendedAndConfirmed(Durability level) throws Exception {
    GroupCommitBenchmark benchmark = new GroupCommitBenchmark();
    benchmark.level = level;
    benchmark.records = 16;
    benchmark.directory = home.toString();
    benchmark.open();
    long first = benchmark.group();
    assertThat(benchmark.group()).isEqualTo(first + 16);
    benchmark.close();
    try (var left = Files.list(home)) {
      assertThat(left).isEmpty();
    }
  }
}

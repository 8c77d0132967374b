package dev.tandem.jmh.wal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class WrittenAfterPauseTest {

  @Test
  void itRunsAndLeavesNothing(@TempDir Path folder) throws Exception {
    String[] arguments = {
      "--dir",
      folder.toString(),
      "--pause",
      "0",
      "--records",
      "50",
      "--gap-micros",
      "1",
      "--rounds",
      "1",
      "--segment-bytes",
      "8388608"
    };
    assertThat(new CommandLine(new WrittenAfterPause()).execute(arguments)).isZero();
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }
}

package dev.tandem.jmh.wal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
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
      "1",
      "--records",
      "50",
      "--gap-micros",
      "1",
      "--rounds",
      "1",
      "--segment-bytes",
      "8388608"
    };
    // As a wait for the log may leave one over.
    LockSupport.unpark(Thread.currentThread());
    long begin = System.nanoTime();
    assertThat(new CommandLine(new WrittenAfterPause()).execute(arguments)).isZero();
    assertThat(System.nanoTime() - begin).as("two pauses").isGreaterThan(2_000_000_000L);
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }
}

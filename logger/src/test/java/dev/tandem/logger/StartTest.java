package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that can start only one of its two threads. */
class StartTest {
  @TempDir private Path directory;

  /** A thread that has ended cannot be started: it stands for one that the system refuses. */
  @Test
  void withoutTheSecondThreadNothingIsLeft() throws IOException {
    LogStore store = LogStore.prepare(directory, Logs.small().build());
    store.maintenance().start();
    store.maintenance().stop();
    assertThatThrownBy(store::begin)
        .isInstanceOf(IllegalThreadStateException.class)
        .hasNoSuppressedExceptions();
    assertThat(Thread.getAllStackTraces().keySet()).noneMatch(store::isOwn);
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
    try (LogStore next = LogStore.open(directory, Logs.small().build())) {
      assertThat(next.writer("x").log(LogLevel.INFO, "again")).isTrue();
    }
    assertThat(Logs.read(directory).messages()).contains("again");
  }
}

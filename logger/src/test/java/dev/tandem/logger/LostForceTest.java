package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.storage.BrokenForces;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a plain file has lost when a force of it failed, no later force makes good. */
class LostForceTest {

  @TempDir private Path directory;

  private LogStore open() throws IOException {
    return LogStore.open(directory, Logs.small().build());
  }

  private static void breaks(LogStore store, IOException failure) throws IOException {
    BrokenForces.of(store.active().currentAcquire().file(), failure);
  }

  @Test
  void everyFlushFailsUntilTheSegmentIsDoneWith() throws IOException {
    try (LogStore store = open()) {
      LogWriter writer = store.writer("w");
      assertThat(writer.log(LogLevel.INFO, "lost")).isTrue();
      breaks(store, new IOException("Input/output error"));
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(store::flush)
            .isInstanceOf(IOException.class)
            .hasStackTraceContaining("Input/output error");
      }
      store.rotate();
      assertThat(writer.log(LogLevel.INFO, "two")).isTrue();
      Logs.await("the end", () -> isFlushed(store));
    }
    assertThat(Logs.read(directory).messages()).containsExactly("lost", "two");
  }

  private static boolean isFlushed(LogStore store) {
    try {
      store.flush();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void anInterruptLosesNothing() throws IOException {
    try (LogStore store = open()) {
      assertThat(store.writer("w").log(LogLevel.INFO, "one")).isTrue();
      breaks(store, new ClosedChannelException());
      assertThatThrownBy(store::flush).isInstanceOf(IOException.class);
      store.flush();
    }
  }
}

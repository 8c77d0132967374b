package dev.tandem.jmh.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {

  /** Answers a request with itself; goes to sleep, or ends, when it is told to. */
  private static final String SCRIPT =
      """
      while read line; do
        [ "$line" = hang ] && exec sleep 600
        [ "$line" = end ] && { echo 'cannot go on' >&2; exit 3; }
        echo "%s$line"
      done
      """
          .formatted(RequestLoop.ANSWER);

  @TempDir private Path folder;

  private ChildProcess child(Duration limit) {
    return new ChildProcess(
        new ChildProcess.Launch("shell", List.of("/bin/sh", "-c", SCRIPT)), folder, limit);
  }

  @Test
  void aProcessThatHangsIsKilledAndStartedAnew() throws Exception {
    try (ChildProcess child = child(Duration.ofSeconds(2))) {
      assertThatThrownBy(() -> child.ask("hang"))
          .isInstanceOf(IOException.class)
          .hasMessage("no answer to \"hang\" within 2 s, so the process was killed");
      assertThat(child.ask("work")).isEqualTo("work");
    }
  }

  /** Its end is seen while it is still being killed. */
  @Test
  void whoKilledItIsReportedEachTime() throws Exception {
    try (ChildProcess child = child(Duration.ofMillis(1))) {
      for (int i = 0; i < 200; i++) {
        assertThatThrownBy(() -> child.ask("hang")).hasMessageStartingWith("no answer to ");
      }
    }
  }

  @Test
  void theLimitIsOfOneAnswer() throws Exception {
    try (ChildProcess child = child(Duration.ofSeconds(2))) {
      long end = System.nanoTime() + Duration.ofMillis(2_500).toNanos();
      while (System.nanoTime() < end) {
        assertThat(child.ask("work")).isEqualTo("work");
        Thread.sleep(100);
      }
    }
  }

  @Test
  void aProcessThatEndsReportsWhy() throws Exception {
    try (ChildProcess child = child(Duration.ofMinutes(5))) {
      assertThatThrownBy(() -> child.ask("end")).hasMessage("the process ended: cannot go on");
      assertThat(child.ask("work")).isEqualTo("work");
    }
  }
}

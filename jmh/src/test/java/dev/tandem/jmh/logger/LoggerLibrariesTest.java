package dev.tandem.jmh.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.jmh.harness.ChildProcess;
import dev.tandem.jmh.harness.Loadable;
import dev.tandem.jmh.harness.SmallChild;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No peer of the logger runs with the library of another. */
class LoggerLibrariesTest {

  private static final Map<LoggerSystem, Set<String>> OWN =
      Map.of(
          LoggerSystem.BARE_CAS, Set.of(),
          LoggerSystem.LOG4J2, Set.of("disruptor", "log4j2"),
          LoggerSystem.LOGBACK, Set.of("logback"),
          LoggerSystem.GFLOG, Set.of("gflog"),
          LoggerSystem.TINYLOG, Set.of("tinylog"),
          LoggerSystem.CHRONICLE_QUEUE, Set.of("chronicle", "chronicle-queue"));

  @Test
  void eachHasItsOwn() {
    OWN.forEach(
        (system, own) ->
            assertThat(Loadable.by(system.launch(null))).as("%s", system).isEqualTo(own));
  }

  /** What it lacks would be found missing by the first request. */
  @Test
  void eachRunsWithItsOwn(@TempDir Path folder) throws Exception {
    for (LoggerSystem system : OWN.keySet()) {
      try (ChildProcess process = SmallChild.of(system.launch(null), folder)) {
        assertThat(process.ask(new Job(2, 0, 1_000, 0).words()))
            .as("%s", system)
            .contains("\"sent\":1000")
            .doesNotContain("\"error\"", "\"lost\"");
      }
    }
  }
}

package dev.tandem.jmh.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.jmh.harness.ChildProcess;
import dev.tandem.jmh.harness.Loadable;
import dev.tandem.jmh.harness.SmallChild;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No peer of the logger runs with the library of another. */
@Tag("thorough")
class LoggerLibrariesTest {

  private static final Map<LoggerSystem, Set<String>> OWN =
      Map.of(
          LoggerSystem.BARE_TIMED, Set.of(),
          LoggerSystem.LOG4J2, Set.of("disruptor", "log4j2"),
          LoggerSystem.LOGBACK, Set.of("logback"),
          LoggerSystem.CHRONICLE_QUEUE, Set.of("chronicle", "chronicle-queue"));

  @Test
  void eachHasItsOwn() {
    OWN.forEach(
        (system, own) ->
            assertThat(Loadable.by(system.launch(null))).as("%s", system).isEqualTo(own));
  }

  /** The version that a result names is that of the jar that runs. */
  @Test
  void eachNamesTheVersionsThatItRunsWith() throws Exception {
    Map<LoggerSystem, List<String>> jars =
        Map.of(
            LoggerSystem.LOG4J2, List.of("log4j-core", "disruptor"),
            LoggerSystem.LOGBACK, List.of("logback-classic"),
            LoggerSystem.CHRONICLE_QUEUE, List.of("chronicle-queue"));
    for (Map.Entry<LoggerSystem, List<String>> of : jars.entrySet()) {
      Path folder =
          Path.of("target", "peers", of.getKey().name().toLowerCase(Locale.ROOT).replace('_', '-'));
      for (String jar : of.getValue()) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, jar + "-[0-9]*.jar")) {
          String version =
              found
                  .iterator()
                  .next()
                  .getFileName()
                  .toString()
                  .replaceAll("^.*?-(\\d.*)\\.jar$", "$1");
          assertThat(of.getKey().description()).contains(" " + version);
        }
      }
    }
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

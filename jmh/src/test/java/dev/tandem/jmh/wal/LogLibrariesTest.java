package dev.tandem.jmh.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.jmh.harness.ChildProcess;
import dev.tandem.jmh.harness.Loadable;
import dev.tandem.jmh.harness.SmallChild;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No peer of the log runs with the library of another. */
class LogLibrariesTest {

  private static final Map<LogSystem, Set<String>> OWN =
      Map.of(
          LogSystem.PLAIN, Set.of(),
          LogSystem.AERON_ARCHIVE, Set.of("aeron"));

  @Test
  void eachHasItsOwn() {
    OWN.forEach(
        (system, own) ->
            assertThat(Loadable.by(system.launch(null))).as("%s", system).isEqualTo(own));
  }

  /** As the same library is run among the queues, see {@code IngressEntrant}. */
  @Test
  void agronaChecksNoBounds() {
    String unchecked = "-Dagrona.disable.bounds.checks=true";
    assertThat(LogSystem.AERON_ARCHIVE.jvmFlags()).contains(unchecked);
    assertThat(LogSystem.AERON_ARCHIVE.launch(null).flags()).contains(unchecked);
  }

  /** What it lacks would be found missing by the first request. */
  @Tag("thorough")
  @Test
  void eachRunsWithItsOwn(@TempDir Path folder) throws Exception {
    for (LogSystem system : OWN.keySet()) {
      if (system == LogSystem.PLAIN) {
        continue; // It fills its segments first, which takes seconds.
      }
      try (ChildProcess process = SmallChild.of(system.launch(null), folder)) {
        assertThat(process.ask(LogProcess.request(Workload.SATURATION, 115, 20)))
            .as("%s", system)
            .contains("\"perSecond\"")
            .doesNotContain("\"error\"");
      }
    }
  }
}

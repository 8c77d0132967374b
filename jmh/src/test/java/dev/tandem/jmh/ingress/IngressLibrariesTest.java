package dev.tandem.jmh.ingress;

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

/** No queue runs with the library of another. */
class IngressLibrariesTest {

  private static final Map<IngressEntrant, Set<String>> OWN =
      Map.of(
          IngressEntrant.DISRUPTOR_MP, Set.of("disruptor"),
          IngressEntrant.JCTOOLS_MPSC, Set.of("jctools"),
          IngressEntrant.AGRONA_MANY_TO_ONE, Set.of("aeron"),
          IngressEntrant.ARRAY_BLOCKING_QUEUE, Set.of());

  @Test
  void eachHasItsOwn() {
    OWN.forEach(
        (entrant, own) ->
            assertThat(Loadable.by(entrant.launch(null))).as("%s", entrant).isEqualTo(own));
  }

  /** What it lacks would be found missing by the first request. */
  @Tag("thorough")
  @Test
  void eachRunsWithItsOwn(@TempDir Path folder) throws Exception {
    for (IngressEntrant entrant : OWN.keySet()) {
      try (ChildProcess process = SmallChild.of(entrant.launch(null), folder)) {
        assertThat(process.ask("burst 2 1 1024 200 touched 0 1"))
            .as("%s", entrant)
            .contains("\"orders\":200");
      }
    }
  }
}

package dev.tandem.jmh.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("thorough")
class LibrariesTest {

  private static ChildProcess.Launch launch(Libraries libraries) {
    return ChildProcess.Launch.ofJvm(LibrariesTest.class, "system", List.of(), libraries);
  }

  @Test
  void aProcessHasTheHarnessAlone() {
    assertThat(Loadable.by(launch(Libraries.of(null)))).isEmpty();
  }

  @Test
  void itHasItsOwnFolderAndWhatItNames() {
    assertThat(Loadable.by(launch(Libraries.of("peers/jctools", "com/lmax/disruptor/"))))
        .containsExactly("disruptor", "jctools");
    assertThat(Loadable.by(launch(Libraries.of(null).withChronicle()))).contains("chronicle");
  }

  /** The benchmarks' jar is for Tandem itself, which has libraries of its own. */
  @Test
  void tandemHasAllOfThisProcess() {
    assertThat(Loadable.by(launch(Libraries.ALL))).contains("disruptor", "hash4j", "chronicle");
  }
}

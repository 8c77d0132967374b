package dev.tandem.jmh.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A peer's own Java is found by its release file alone. */
class OlderJdkTest {

  @TempDir private Path folder;

  @Test
  void theFirstOfItsVersionIsTaken() throws Exception {
    java("a-25", "25.0.1");
    java("b-170", "170");
    Path wanted = java("c-17", "17.0.9");
    java("d-17", "17");
    Files.createDirectories(folder.resolve("b-empty"));
    assertThat(OlderJdk.find(List.of(folder.resolve("none"), folder)))
        .contains(new OlderJdk(wanted, "Maker 17.0.9"));
  }

  @Test
  void noneIsFoundWhereThereIsNone() throws Exception {
    java("a-25", "25.0.1");
    assertThat(OlderJdk.find(List.of(folder))).isEmpty();
  }

  private Path java(String name, String version) throws Exception {
    Path home = folder.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    Path java = Files.createFile(home.resolve("bin/java"));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"Maker\"\nJAVA_VERSION=\"" + version + "\"\n");
    return home;
  }
}

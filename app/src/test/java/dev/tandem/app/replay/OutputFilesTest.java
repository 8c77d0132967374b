package dev.tandem.app.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFilesTest {

  @TempDir private Path dir;

  private static OutputFiles.Content text(String text) {
    return out -> out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files.map(p -> p.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void allFilesAppearTogether() throws IOException {
    Path a = dir.resolve("a");
    Path b = dir.resolve("b");
    try (OutputFiles files = new OutputFiles()) {
      files.write(a, text("one"));
      files.write(b, text("two"));
      assertThat(names()).doesNotContain("a", "b");
      files.commit();
    }
    assertThat(names()).containsExactly("a", "b");
    assertThat(a).hasContent("one");
    assertThat(b).hasContent("two");
  }

  @Test
  void afterAFailureNothingIsLeftAndTheOldFileStands() throws IOException {
    Path a = Files.writeString(dir.resolve("a"), "old");
    assertThatThrownBy(
            () -> {
              try (OutputFiles files = new OutputFiles()) {
                files.write(a, text("new"));
                files.write(
                    dir.resolve("b"),
                    out -> {
                      out.write(1);
                      throw new IOException("disk full");
                    });
                files.commit();
              }
            })
        .hasMessage("cannot write " + dir.resolve("b") + ": disk full");
    assertThat(names()).containsExactly("a");
    assertThat(a).hasContent("old");
  }

  @Test
  void aLinkStaysALink() throws IOException {
    Path target = Files.writeString(dir.resolve("target"), "old");
    Path link = Files.createSymbolicLink(dir.resolve("link"), target);
    try (OutputFiles files = new OutputFiles()) {
      files.write(link, text("new"));
      files.commit();
    }
    assertThat(link).isSymbolicLink();
    assertThat(target).hasContent("new");
  }

  @Test
  void aDeviceIsWrittenToAndStays() throws IOException {
    Path device = Path.of("/dev/null");
    assumeTrue(Files.exists(device));
    OutputFiles.check(device);
    try (OutputFiles files = new OutputFiles()) {
      files.write(device, text("gone"));
      files.commit();
    }
    assertThat(Files.isRegularFile(device)).isFalse();
    assertThat(Files.exists(device)).isTrue();
  }

  @Test
  void impossiblePlacesAreRefusedBeforehand() {
    assertThatThrownBy(() -> OutputFiles.check(dir.resolve("no/file")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("there is no directory");
    assertThatThrownBy(() -> OutputFiles.check(dir))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is a directory");
  }
}

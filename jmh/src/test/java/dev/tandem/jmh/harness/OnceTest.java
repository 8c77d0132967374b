package dev.tandem.jmh.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnceTest {

  /** With a figure that decimal places would not bring back. */
  record Found(double live, long hash) {}

  private final AtomicInteger searches = new AtomicInteger();

  @TempDir private Path folder;

  @AfterEach
  void forget() {
    System.clearProperty(Once.FOLDER_PROPERTY);
  }

  private Found find(String name) {
    return Once.in(name, Found.class, () -> new Found(1.0 / searches.incrementAndGet() / 3, -7));
  }

  @Test
  void withoutAFolderEachFindsIt() {
    assertThat(find("a")).isEqualTo(new Found(1.0 / 3, -7));
    assertThat(find("a")).isEqualTo(new Found(0.5 / 3, -7));
  }

  @Test
  void inAFolderTheFirstFindsItForAll() throws Exception {
    System.setProperty(Once.FOLDER_PROPERTY, folder.toString());
    assertThat(find("a")).isEqualTo(new Found(1.0 / 3, -7));
    assertThat(find("a")).isEqualTo(new Found(1.0 / 3, -7));
    // Another name is another thing.
    assertThat(find("b")).isEqualTo(new Found(0.5 / 3, -7));
    assertThat(searches).hasValue(2);
    try (var files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("a.json", "b.json");
    }
  }

  @Test
  void manyWordsComeBackAsTheyWere() {
    long[] words = new long[(1 << 17) + 3];
    Arrays.setAll(words, i -> i * 0x9E3779B97F4A7C15L);
    System.setProperty(Once.FOLDER_PROPERTY, folder.toString());
    assertThat(Once.words("w", words::clone)).isEqualTo(words);
    assertThat(
            Once.words(
                "w",
                () -> {
                  throw new IllegalStateException("found a second time");
                }))
        .isEqualTo(words);
  }

  @Test
  void noWordsAreWordsToo() {
    System.setProperty(Once.FOLDER_PROPERTY, folder.toString());
    assertThat(Once.words("w", () -> new long[0])).isEmpty();
    assertThat(Once.words("w", () -> new long[1])).isEmpty();
  }

  @Test
  void whatCannotBeReadIsNotFoundAnew() throws Exception {
    System.setProperty(Once.FOLDER_PROPERTY, folder.toString());
    Files.writeString(folder.resolve("a.json"), "{\"live\":");
    assertThatThrownBy(() -> find("a"))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("a.json");
    assertThat(searches).hasValue(0);
  }
}

package dev.tandem.wal.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WalExampleTest {

  @TempDir Path directory;

  @Test
  void runs() throws IOException {
    assertThat(WalExample.run(directory)).containsExactly("0: hello");
  }

  @Test
  void isWhatTheReadmeShows() throws IOException {
    Path root = Path.of(System.getProperty("tandem.root"));
    Path source =
        root.resolve("wal/src/test/java")
            .resolve(WalExample.class.getName().replace('.', '/') + ".java");
    String readme = Files.readString(root.resolve("README.md"));
    String shown = readme.substring(readme.indexOf("## A log by itself"));
    int begin = shown.indexOf("```java") + 7;
    shown = shown.substring(begin, shown.indexOf("```\n", begin));
    assertThat(Files.readString(source).replaceAll("\\s+", " "))
        .contains(shown.strip().replaceAll("\\s+", " "));
  }
}

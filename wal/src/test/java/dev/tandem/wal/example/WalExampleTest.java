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
  void isWhatTheDocumentShows() throws IOException {
    Path root = Path.of(System.getProperty("tandem.root"));
    Path source =
        root.resolve("wal/src/test/java")
            .resolve(WalExample.class.getName().replace('.', '/') + ".java");
    String document = Files.readString(root.resolve("docs/wal.md"));
    int begin = document.indexOf("```java") + 7;
    String shown = document.substring(begin, document.indexOf("```\n", begin));
    assertThat(Files.readString(source).replaceAll("\\s+", " "))
        .contains(shown.strip().replaceAll("\\s+", " "));
  }
}

package dev.tandem.core.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import java.io.IOException;
import java.nio.channels.Channel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DropCopyExampleTest {

  @TempDir private Path directory;

  /** Is open so often. */
  private static Channel open(int looks) {
    return new Channel() {
      private int left = looks;

      @Override
      public boolean isOpen() {
        return left-- > 0;
      }

      @Override
      public void close() {}
    };
  }

  @Test
  void runs() {
    try (Exchange exchange =
        Exchange.builder()
            .journal(JournalOptions.in(directory).keepForCursors())
            .daemon()
            .start()) {
      exchange.async().addUser(5).join();
      exchange.async().addUser(6).join();
    }
    DropCopyExample copy = new DropCopyExample();
    assertThat(copy.run(directory, 0, open(2))).isEqualTo(2);
    assertThat(copy.numbers).isEqualTo(List.of(0L, 1L));
    assertThat(copy.run(directory, 2, open(1))).isEqualTo(2);
    assertThat(copy.numbers).hasSize(2);
  }

  @Test
  void isWhatTheDocumentShows() throws IOException {
    Path root = Path.of(System.getProperty("tandem.root"));
    Path source =
        root.resolve("core/src/test/java")
            .resolve(DropCopyExample.class.getName().replace('.', '/') + ".java");
    String document = Files.readString(root.resolve("docs/recovery.md"));
    int begin = document.indexOf("```java") + 7;
    String shown = document.substring(begin, document.indexOf("```\n", begin));
    assertThat(Files.readString(source).replaceAll("\\s+", " "))
        .contains(shown.strip().replaceAll("\\s+", " "));
  }
}

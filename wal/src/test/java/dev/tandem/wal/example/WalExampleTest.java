package dev.tandem.wal.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.wal.WalVerifier;
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
  void theArchiveGetsWhatIsAppended() throws IOException {
    assertThat(WalExample.archive(directory)).containsExactly("0: order 4711");
    // What it has is not given again.
    assertThat(WalExample.archive(directory)).containsExactly("1: order 4711");
  }

  @Test
  void aShorterLogHoldsTheRecordsUpToAPoint() throws IOException {
    Path log = directory.resolve("log");
    WalExample.run(log);
    WalExample.archive(log);
    WalExample.cut(log, directory.resolve("one"), 0, Long.MAX_VALUE);
    assertThat(WalVerifier.verify(directory.resolve("one")).records()).isEqualTo(1);
    WalExample.cut(log, directory.resolve("all"), 99, Long.MAX_VALUE);
    assertThat(WalVerifier.verify(directory.resolve("all")).records()).isEqualTo(2);
    WalExample.cut(log, directory.resolve("none"), 99, 0);
    assertThat(WalVerifier.verify(directory.resolve("none")).records()).isZero();
  }

  @Test
  void isWhatTheDocumentShows() throws IOException {
    Path root = Path.of(System.getProperty("tandem.root"));
    Path source =
        root.resolve("wal/src/test/java")
            .resolve(WalExample.class.getName().replace('.', '/') + ".java");
    String document = Files.readString(root.resolve("docs/wal.md"));
    int blocks = 0;
    for (int at = document.indexOf("```java"); at >= 0; at = document.indexOf("```java", at + 7)) {
      String shown = document.substring(at + 7, document.indexOf("```\n", at + 7));
      assertThat(Files.readString(source).replaceAll("\\s+", " "))
          .contains(shown.strip().replaceAll("\\s+", " "));
      blocks++;
    }
    assertThat(blocks).isEqualTo(3);
  }
}

package dev.tandem.wal.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WalExampleTest {

  @TempDir Path directory;

  @Test
  void runs() throws IOException {
    assertThat(WalExample.run(directory)).containsExactly("0: hello");
  }
}

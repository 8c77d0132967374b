package dev.tandem.it.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The log files of {@code testdata} say what they said when they were written; {@code
 * vectors_test.cpp} of the logger reads the same. {@code -Dtandem.vectors.write=true} writes them
 * first.
 */
class LogFileVectorsTest {

  @BeforeAll
  static void writeIfAsked() throws IOException {
    if (Boolean.getBoolean("tandem.vectors.write")) {
      LogFileVectors.write();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"closed", "killed", "torn", "damaged", "overrun"})
  void aLogFileIsJudged(String name) throws IOException {
    Path directory = LogFileVectors.directory().resolve(name);
    String expected = Files.readString(directory.resolveSibling(name + ".txt"));
    String found = LogFileVectors.text(directory);
    assertThat(new String(found.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
        .isEqualTo(expected);
    assertThat(expected)
        .contains(
            switch (name) {
              case "closed" -> "48 records, 2 files, 0 holes, 0 abandoned\n";
              case "killed" -> "2 files, 1 holes, 1 abandoned\n";
              case "torn" -> "46 records, 2 files, at least 3 holes, 0 abandoned\n";
              case "damaged" -> "damage " + LogFileVectors.RUN + "2.tlog: at 0: the header";
              default -> "1 files, at least 0 holes";
            });
  }
}

package dev.tandem.it.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The two documents that everybody reads are short, and not by long lines. */
class DocumentLinesTest {

  private static final int COLUMNS = 120;

  /** Tables, and what stands as it is typed or printed, may be wider. */
  @ParameterizedTest
  @CsvSource({"README.md, 150", "ARCHITECTURE.md, 200"})
  void proseIsOfShortLines(String name, int most) throws IOException {
    List<String> lines = Files.readAllLines(TestData.root().resolve(name));
    assertThat(lines).as(name).hasSizeLessThanOrEqualTo(most);
    List<String> tooLong = new ArrayList<>();
    boolean verbatim = false;
    for (String line : lines) {
      verbatim ^= line.startsWith("```");
      // A link cannot be broken.
      boolean breaks = line.strip().contains(" ");
      if (!verbatim && breaks && !line.startsWith("|") && line.length() > COLUMNS) {
        tooLong.add(line);
      }
    }
    assertThat(tooLong).as("longer than %s characters in %s", COLUMNS, name).isEmpty();
  }
}

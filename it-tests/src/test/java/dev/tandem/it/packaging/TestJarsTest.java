package dev.tandem.it.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Jars of tests, which other modules' tests use. */
class TestJarsTest {

  private static final String MADE = "<goal>test-jar</goal>";

  /**
   * The launcher builds without tests, and Maven requests all jars of a module's dependencies,
   * those of its tests, too. One that is skipped with the tests ends the build where no older one
   * was installed: on a fresh machine.
   */
  @Test
  void areMadeWithoutTestsToo() throws IOException {
    int made = 0;
    for (Path pom : poms()) {
      String text = Files.readString(pom);
      int at = text.indexOf(MADE);
      while (at >= 0) {
        String execution = text.substring(at, text.indexOf("</execution>", at));
        assertThat(execution).as(pom.toString()).contains("<skip>false</skip>");
        made++;
        at = text.indexOf(MADE, at + 1);
      }
    }
    assertThat(made).isEqualTo(3);
  }

  private static List<Path> poms() throws IOException {
    try (Stream<Path> modules = Files.list(TestData.root())) {
      return modules.map(module -> module.resolve("pom.xml")).filter(Files::exists).toList();
    }
  }
}

package dev.tandem.logger.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that stand elsewhere. */
class PlaceholdersTest {
  private static final Map<String, String> VALUES = Map.of("A", "a", "home", "/h", "nest", "${A}");

  @ParameterizedTest
  @CsvSource({
    "plain,plain",
    "${A},a",
    "x${A}y${home}/z,xay/h/z",
    "${none:-d},d",
    "${none:-},''",
    "${A:-d},a",
    "${none:-a:-b},a:-b",
    "${nest},${A}",
    "$${A},${A}",
    "${A}$${A}${A},a${A}a",
    "$A {A} $,$A {A} $",
  })
  void valuesArePutIn(String text, String expected) {
    assertThat(Placeholders.resolve(text, "f:1", VALUES::get)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a${A    | f:1: found '${A', expected '}' after it",
        "${}     | f:1: found '${}', expected a name in it",
        "${:-d}  | f:1: found '${:-d}', expected a name in it",
        "${none} | f:1: found '${none}' without a value, expected a system property or environment",
      })
  void whatCannotBePutInIsNamed(String text, String message) {
    assertThatThrownBy(() -> Placeholders.resolve(text, "f:1", VALUES::get))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void aPropertyOfTheProcessIsBeforeItsEnvironment() throws IOException {
    String name = "tandem.test.directory";
    System.setProperty(name, "/by/property");
    try {
      assertThat(Setting.parse("f", new StringReader("directory = ${" + name + "}/logs")))
          .containsExactly(new Setting("directory", "/by/property/logs", "f:1"));
      System.setProperty("PATH", "/by/property");
      assertThat(Placeholders.lookup("PATH")).isEqualTo("/by/property");
    } finally {
      System.clearProperty(name);
      System.clearProperty("PATH");
    }
    assertThat(Placeholders.lookup("PATH")).isEqualTo(System.getenv("PATH")).isNotNull();
  }
}

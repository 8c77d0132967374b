package dev.tandem.logger.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.LogLevel;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingTest {
  @Test
  void linesAreSettingsWithTheirPlace() throws IOException {
    List<Setting> settings = parse("\ufeff# ours\n\n a = b = c \r\n! x\nd:\n");
    assertThat(settings)
        .containsExactly(new Setting("a", "b = c", "f:3"), new Setting("d", "", "f:5"));
  }

  @Test
  void badLinesAreNamed() {
    assertThatThrownBy(() -> parse("a=1\nnonsense"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("f:2: found 'nonsense', expected 'key = value'");
    assertThatThrownBy(() -> parse("a=1\n#\na=2"))
        .hasMessage("f:3: found a second 'a', expected one; the first is at f:1");
  }

  @ParameterizedTest
  @CsvSource({"0,0", "17,17", "8m,8388608", "8M,8388608", "4k,4096", "1g,1073741824"})
  void sizes(String text, long bytes) {
    assertThat(setting(text).bytes(0)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({"'',8m", "x,8m", "-1,8m", "8mb,8m", "999999999999999g,at least", "4,at least 8"})
  void badSizes(String text, String expected) {
    assertThatThrownBy(() -> setting(text).bytes(8))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("f:1: found '" + text + "' for k, expected a size")
        .hasMessageContaining(expected);
  }

  @Test
  void timesNumbersAndNames() {
    assertThat(setting("200ms").time()).isEqualTo(Duration.ofMillis(200));
    assertThat(setting("7D").time()).isEqualTo(Duration.ofDays(7));
    assertThat(setting("5").number(1, 5)).isEqualTo(5);
    assertThat(setting("warn").oneOf(LogLevel.class)).isEqualTo(LogLevel.WARN);
    assertThatThrownBy(() -> setting("200").time()).hasMessageContaining("expected a time");
    assertThatThrownBy(() -> setting("999999999999999d").time()).hasMessageContaining("a clock");
    assertThatThrownBy(() -> setting("6").number(1, 5)).hasMessageContaining("from 1 to 5");
    assertThatThrownBy(() -> setting("loud").oneOf(LogLevel.class))
        .hasMessage(
            "f:1: found 'loud' for k, expected one of trace, debug, info, warn, error, off");
  }

  private static Setting setting(String value) {
    return new Setting("k", value, "f:1");
  }

  private static List<Setting> parse(String text) throws IOException {
    return Setting.parse("f", new StringReader(text));
  }
}

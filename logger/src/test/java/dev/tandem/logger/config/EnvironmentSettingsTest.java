package dev.tandem.logger.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.LogLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The environment as a source of settings. */
class EnvironmentSettingsTest {
  @TempDir private Path dir;

  @Test
  void aProcessIsConfiguredByItsEnvironmentAlone() {
    LoggingConfig config =
        LoggingConfig.find(
            Map.of(
                "TANDEM_LOGGER_DIRECTORY",
                "${HOME}/logs",
                "TANDEM_LOGGER_RETAIN_FILES",
                "7",
                "TANDEM_LOGGER_LEVEL",
                "warn",
                "TANDEM_LOGGER_LEVEL_DEV_TANDEM",
                "debug",
                "HOME",
                "/home/svc",
                "TANDEM_OTHER",
                "not ours"));
    assertThat(config.isChosen()).isTrue();
    assertThat(config.directory()).isEqualTo(Path.of("/home/svc/logs"));
    assertThat(config.store().retention().files()).isEqualTo(7);
    assertThat(config.newLevels().of("a")).isEqualTo(LogLevel.WARN);
    assertThat(config.newLevels().of("dev.tandem.core")).isEqualTo(LogLevel.DEBUG);
    assertThat(LoggingConfig.find(Map.of("TANDEM_OTHER", "x")).isChosen()).isFalse();
  }

  @Test
  void itIsStrongerThanTheFileThatItNames() throws IOException {
    Path file =
        Files.writeString(dir.resolve("my.properties"), "name = file\nretain.files = ${COUNT}\n");
    Map<String, String> environment =
        Map.of(
            "TANDEM_LOGGER_CONFIG",
            file.toString(),
            "TANDEM_LOGGER_NAME",
            "environment",
            "COUNT",
            "3");
    LoggingConfig config = LoggingConfig.find(environment);
    assertThat(config.store().name()).isEqualTo("environment");
    assertThat(config.store().retention().files()).isEqualTo(3);
  }

  @Test
  void whatIsWrongIsNamedByItsVariable() {
    assertThatThrownBy(() -> LoggingConfig.find(Map.of("TANDEM_LOGGER_LEVEL", "loud")))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("environment variable TANDEM_LOGGER_LEVEL: found 'loud' for level");
    assertThatThrownBy(() -> LoggingConfig.find(Map.of("TANDEM_LOGGER_DIRECTROY", "x")))
        .hasMessageStartingWith(
            "environment variable TANDEM_LOGGER_DIRECTROY: found the key 'directroy'");
    assertThatThrownBy(() -> LoggingConfig.find(Map.of("TANDEM_LOGGER_CONFIG", "/no/such")))
        .hasMessageStartingWith("/no/such cannot be read");
  }
}

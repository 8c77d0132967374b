package dev.tandem.logger.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.config.Logging;
import dev.tandem.logger.config.LoggingConfig;
import dev.tandem.logger.config.RecordingOutput;
import java.util.ListResourceBundle;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;

class PlatformLoggerTest {
  private final RecordingOutput output = new RecordingOutput();
  private final Logging logging = output.logging(LoggingConfig.builder().build());
  private final System.Logger logger = new PlatformLogger(logging.logger("p"));

  @Test
  void recordsHaveTheirLevels() {
    logging.levels().set("p", LogLevel.TRACE);
    for (System.Logger.Level level : System.Logger.Level.values()) {
      logger.log(level, level.getName());
    }
    assertThat(output.records())
        .containsExactly(
            "TRACE p ALL",
            "TRACE p TRACE",
            "DEBUG p DEBUG",
            "INFO p INFO",
            "WARN p WARNING",
            "ERROR p ERROR");
    logging.levels().set("p", LogLevel.WARN);
    assertThat(logger.isLoggable(System.Logger.Level.INFO)).isFalse();
    assertThat(logger.isLoggable(System.Logger.Level.WARNING)).isTrue();
    assertThat(logger.isLoggable(System.Logger.Level.OFF)).isFalse();
    assertThat(logger.getName()).isEqualTo("p");
  }

  @Test
  void argumentsThrowablesAndBundles() {
    ResourceBundle bundle =
        new ListResourceBundle() {
          @Override
          protected Object[][] getContents() {
            return new Object[][] {{"key", "text of {0}"}};
          }
        };
    logger.log(System.Logger.Level.INFO, "a {0} b {1}", 1, "x");
    logger.log(System.Logger.Level.INFO, "plain {0}");
    logger.log(System.Logger.Level.INFO, "bad {0", 1);
    logger.log(System.Logger.Level.INFO, bundle, "key", 7);
    logger.log(System.Logger.Level.INFO, bundle, "missing", (Throwable) null);
    logger.log(System.Logger.Level.WARNING, "failed", new IllegalStateException("why"));
    logger.log(System.Logger.Level.INFO, () -> "supplied");
    logger.log(System.Logger.Level.INFO, (String) null);
    logger.log(System.Logger.Level.DEBUG, () -> "not supplied");
    assertThat(output.records())
        .containsExactly(
            "INFO p a 1 b x",
            "INFO p plain {0}",
            "INFO p bad {0",
            "INFO p text of 7",
            "INFO p missing",
            "WARN p failed java.lang.IllegalStateException: why",
            "INFO p supplied",
            "INFO p null");
  }
}

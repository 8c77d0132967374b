package dev.tandem.logger.fronts.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.fronts.slf4j.RecordingFront;
import java.util.ListResourceBundle;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;

class PlatformLoggerTest {
  private final RecordingFront front = new RecordingFront();
  private final System.Logger logger = new PlatformLogger(front);

  @Test
  void recordsHaveTheirLevels() {
    front.threshold = LogLevel.TRACE;
    for (System.Logger.Level level : System.Logger.Level.values()) {
      logger.log(level, level.getName());
    }
    assertThat(front.lines())
        .containsExactly(
            "TRACE ALL", "TRACE TRACE", "DEBUG DEBUG", "INFO INFO", "WARN WARNING", "ERROR ERROR");
    front.threshold = LogLevel.WARN;
    assertThat(logger.isLoggable(System.Logger.Level.INFO)).isFalse();
    assertThat(logger.isLoggable(System.Logger.Level.WARNING)).isTrue();
    assertThat(logger.isLoggable(System.Logger.Level.OFF)).isFalse();
    assertThat(logger.getName()).isEqualTo("test");
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
    front.threshold = LogLevel.INFO;
    logger.log(System.Logger.Level.INFO, "a {0} b {1}", 1, "x");
    logger.log(System.Logger.Level.INFO, "plain {0}");
    logger.log(System.Logger.Level.INFO, "bad {0", 1);
    logger.log(System.Logger.Level.INFO, bundle, "key", 7);
    logger.log(System.Logger.Level.INFO, bundle, "missing", (Throwable) null);
    logger.log(System.Logger.Level.WARNING, "failed", new IllegalStateException("why"));
    logger.log(System.Logger.Level.INFO, () -> "supplied");
    logger.log(System.Logger.Level.INFO, (String) null);
    logger.log(System.Logger.Level.DEBUG, () -> "not supplied");
    assertThat(front.lines())
        .containsExactly(
            "INFO a 1 b x",
            "INFO plain {0}",
            "INFO bad {0",
            "INFO text of 7",
            "INFO missing",
            "WARN failed java.lang.IllegalStateException: why",
            "INFO supplied",
            "INFO null");
  }
}

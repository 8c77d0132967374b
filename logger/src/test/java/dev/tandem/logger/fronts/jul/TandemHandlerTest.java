package dev.tandem.logger.fronts.jul;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.config.LoggingConfig;
import dev.tandem.logger.fronts.Logging;
import dev.tandem.logger.fronts.RecordingOutput;
import java.util.ListResourceBundle;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TandemHandlerTest {
  private final RecordingOutput output = new RecordingOutput();
  private final Logging logging =
      output.logging(
          LoggingConfig.builder()
              .level("", LogLevel.INFO)
              .level("jul.quiet", LogLevel.ERROR)
              .build());
  private final Logger root = LogManager.getLogManager().getLogger("");
  private Handler[] before;
  private Level levelBefore;

  @BeforeEach
  void install() {
    before = root.getHandlers();
    levelBefore = root.getLevel();
    TandemHandler.install(logging);
  }

  @AfterEach
  void restore() {
    logging.levels().clear("jul.quiet");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
    }
    for (Handler handler : before) {
      root.addHandler(handler);
    }
    root.setLevel(levelBefore);
  }

  @Test
  void recordsAreHandedOnWithTheirLevels() {
    Logger logger = Logger.getLogger("jul.test");
    logging.levels().set("jul.test", LogLevel.TRACE);
    logger.finest("finest");
    logger.finer("finer");
    logger.fine("fine");
    logger.config("config");
    logger.info("info");
    logger.warning("warning");
    logger.severe("severe");
    logger.log(Level.parse("950"), "between");
    assertThat(output.records())
        .containsExactly(
            "TRACE jul.test finest",
            "DEBUG jul.test finer",
            "DEBUG jul.test fine",
            "INFO jul.test config",
            "INFO jul.test info",
            "WARN jul.test warning",
            "ERROR jul.test severe",
            "WARN jul.test between");
  }

  @Test
  void whatWouldNotBeWrittenIsNotMade() {
    assertThat(Logger.getLogger("jul.other").isLoggable(Level.CONFIG)).isTrue();
    assertThat(Logger.getLogger("jul.other").isLoggable(Level.FINE)).isFalse();
    assertThat(Logger.getLogger("jul.quiet.one").isLoggable(Level.WARNING)).isFalse();
    logging.levels().set("jul.quiet", LogLevel.DEBUG);
    assertThat(Logger.getLogger("jul.quiet.one").isLoggable(Level.FINE)).isTrue();
    logging.levels().clear("jul.quiet");
    assertThat(Logger.getLogger("jul.quiet.one").isLoggable(Level.FINE)).isFalse();
    assertThat(Logger.getLogger("jul.quiet.one").isLoggable(Level.INFO)).isTrue();
  }

  @Test
  void anArgumentThatFailsLosesNoRecord() {
    for (Throwable failure : new Throwable[] {new IllegalStateException(), new AssertionError()}) {
      Object failing =
          new Object() {
            @Override
            public String toString() {
              if (failure instanceof Error error) {
                throw error;
              }
              throw (RuntimeException) failure;
            }
          };
      Logger.getLogger("jul.test").log(Level.INFO, "a {0}", failing);
    }
    assertThat(output.records()).containsExactly("INFO jul.test a {0}", "INFO jul.test a {0}");
  }

  @Test
  void argumentsThrowablesAndBundles() {
    Logger logger = Logger.getLogger("jul.test");
    logger.log(Level.INFO, "a {0} b {1}", new Object[] {1, "x"});
    logger.log(Level.WARNING, "failed", new IllegalStateException("why"));
    logger.log(Level.INFO, "it''s {0", new Object[] {1});
    logger.log(Level.INFO, (String) null);
    LogRecord record = new LogRecord(Level.INFO, "key");
    record.setLoggerName(null);
    record.setResourceBundle(
        new ListResourceBundle() {
          @Override
          protected Object[][] getContents() {
            return new Object[][] {{"key", "from the bundle {0}"}};
          }
        });
    record.setParameters(new Object[] {7});
    root.log(record);
    assertThat(output.records())
        .containsExactly(
            "INFO jul.test a 1 b x",
            "WARN jul.test failed java.lang.IllegalStateException: why",
            "INFO jul.test it''s {0",
            "INFO jul.test null",
            "INFO  from the bundle 7");
    assertThat(output.closed()).isFalse();
    root.getHandlers()[0].close();
    assertThat(output.flushes()).isEqualTo(1);
  }
}

package dev.tandem.logger.fronts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.SinkRecord;
import dev.tandem.logger.config.ConfigException;
import dev.tandem.logger.config.LoggingConfig;
import dev.tandem.logger.seal.SealException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LoggingTest {
  private final RecordingOutput output = new RecordingOutput();

  @Test
  void loggersFollowLevelsThatChangeAtRunTime() {
    Logging logging = output.logging(LoggingConfig.builder().level("a", LogLevel.WARN).build());
    FrontLogger logger = logging.logger("a.b");
    assertThat(logging.logger("a.b")).isSameAs(logger);
    assertThat(logger.isEnabled(LogLevel.INFO)).isFalse();
    logging.levels().set("a.b", LogLevel.DEBUG);
    assertThat(logger.isEnabled(LogLevel.DEBUG)).isTrue();
    logging.levels().clear("a.b");
    assertThat(logger.isEnabled(LogLevel.INFO)).isFalse();
    logger.log(LogLevel.ERROR, "x");
    assertThat(output.records()).containsExactly("ERROR a.b x");
  }

  @Test
  void directoryThatCannotBeWrittenIsReportedOnceAndTheServiceContinues() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Logging logging =
        Logging.of(
            LoggingConfig.builder().build(),
            config -> {
              throw new IOException("read-only");
            },
            new PrintStream(bytes, true, StandardCharsets.UTF_8));
    for (int i = 0; i < 3; i++) {
      logging.logger("l" + i).log(LogLevel.ERROR, "x");
    }
    logging.flush();
    logging.close();
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .hasSize(2)
        .anyMatch(
            line ->
                line.contains("nothing is logged, logs cannot be written: ")
                    && line.endsWith("read-only"))
        .last()
        .isEqualTo("tandem-logger: 3 records were dropped, for no log was open");
    assertThat(logging.dropped()).isEqualTo(3);
  }

  @Test
  void aThreadThatTheOpeningStartsDoesNotWaitForItAndLogsAfterwards() throws Exception {
    RecordingOutput output = new RecordingOutput();
    AtomicReference<Logging> logging = new AtomicReference<>();
    CountDownLatch opened = new CountDownLatch(1);
    AtomicReference<Thread> worker = new AtomicReference<>();
    AtomicInteger tries = new AtomicInteger();
    LoggingConfig.Builder builder = LoggingConfig.builder();
    builder.store().retryInterval(Duration.ofNanos(1));
    logging.set(
        Logging.of(
            builder.build(),
            config -> {
              if (tries.incrementAndGet() == 1) {
                throw new IOException("not yet");
              }
              CountDownLatch dropped = new CountDownLatch(1);
              Thread thread =
                  new Thread(
                      () -> {
                        FrontLogger logger = logging.get().logger("worker");
                        logger.log(LogLevel.INFO, "dropped");
                        dropped.countDown();
                        awaitQuietly(opened);
                        logger.log(LogLevel.INFO, "written");
                      });
              thread.start();
              worker.set(thread);
              awaitQuietly(dropped);
              return output;
            },
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8)));
    logging.get().logger("caller").log(LogLevel.INFO, "first");
    opened.countDown();
    worker.get().join();
    assertThat(output.records()).hasSize(2);
    assertThat(logging.get().dropped()).isEqualTo(1);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aDirectoryThatCanBeWrittenLaterIsLoggedTo() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    RecordingOutput output = new RecordingOutput();
    LoggingConfig.Builder builder = LoggingConfig.builder();
    builder.store().retryInterval(Duration.ofNanos(1));
    AtomicInteger tries = new AtomicInteger();
    Logging logging =
        Logging.of(
            builder.build(),
            config ->
                switch (tries.incrementAndGet()) {
                  case 1 -> throw new IOException("full");
                  case 2 -> throw new IllegalStateException("key source");
                  case 3 -> throw new SealException("no key");
                  default -> output;
                },
            new PrintStream(bytes, true, StandardCharsets.UTF_8));
    for (int i = 0; i < 4; i++) {
      logging.logger("l").log(LogLevel.INFO, "record " + i);
    }
    logging.close();
    assertThat(tries.get()).isEqualTo(4);
    assertThat(logging.dropped()).isEqualTo(2);
    assertThat(output.records()).hasSize(2);
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .hasSize(3)
        .element(1)
        .asString()
        .contains("logging begins");
  }

  @Test
  void whatTheLogDroppedIsCounted() {
    Logging logging =
        Logging.of(LoggingConfig.builder().build(), config -> new Dropping(), System.err);
    logging.logger("l").log(LogLevel.INFO, "x");
    assertThat(logging.dropped()).isEqualTo(1);
    logging.close();
    assertThat(logging.dropped()).isEqualTo(1);
  }

  /** As a full disk does. */
  private static final class Dropping implements Output {
    private final AtomicInteger drops = new AtomicInteger();

    @Override
    public RecordWriter writer(String logger) {
      return new RecordWriter() {
        @Override
        public void log(
            LogLevel level,
            String text,
            Object[] arguments,
            Throwable thrown,
            Map<String, String> context,
            String[] markers,
            Object[] keysAndValues) {
          drops.incrementAndGet();
        }

        @Override
        public void log(SinkRecord record) {
          drops.incrementAndGet();
        }
      };
    }

    @Override
    public long dropped() {
      return drops.get();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void keyThatIsMissingIsAnErrorNotAPlainLog() {
    assertThatThrownBy(
            () ->
                Logging.of(
                    LoggingConfig.builder().build(),
                    config -> {
                      throw new SealException("no key");
                    },
                    System.err))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("cannot be encrypted: no key");
  }

  @Test
  void whatIsLoggedWhileTheLogIsOpenedIsDropped() {
    AtomicReference<Logging> early = new AtomicReference<>();
    Logging logging =
        Logging.of(
            LoggingConfig.builder().build(),
            config -> {
              // As the platform's own loggers may do while the log is opened.
              early.set(output.logging(config));
              early.get().logger("inner").log(LogLevel.INFO, "x");
              return output;
            },
            System.err);
    logging.logger("outer").log(LogLevel.INFO, "y");
    assertThat(output.records()).contains("INFO outer y");
  }

  @Test
  void closedLogDropsAndCounts() {
    Logging logging = output.logging(LoggingConfig.builder().build());
    FrontLogger logger = logging.logger("a");
    logger.log(LogLevel.INFO, "before");
    logging.flush();
    logging.close();
    logger.log(LogLevel.INFO, "after");
    logging.logger("b").log(LogLevel.INFO, "after");
    assertThat(output.records()).containsExactly("INFO a before");
    assertThat(output.flushes()).isEqualTo(1);
    assertThat(output.closed()).isTrue();
    assertThat(logging.dropped()).isEqualTo(2);
  }

  @Test
  void whatLoggedBeforeAConfigurationWasGivenGoesOverToIt() {
    LoggingConfig unasked = LoggingConfig.find();
    assertThat(unasked.isChosen()).isFalse();
    RecordingOutput lines = new RecordingOutput();
    Logging logging = lines.logging(unasked);
    FrontLogger early = logging.logger("early");
    early.log(LogLevel.INFO, "before");
    LoggingConfig asked = LoggingConfig.builder().level("early", LogLevel.DEBUG).build();
    assertThatThrownBy(
            () ->
                logging.replaceDefault(
                    asked,
                    config -> {
                      throw new SealException("no key");
                    }))
        .isInstanceOf(ConfigException.class);
    early.log(LogLevel.INFO, "still");
    logging.replaceDefault(asked, config -> output);
    assertThat(logging.config()).isSameAs(asked);
    assertThat(lines.closed()).isTrue();
    assertThat(early.isEnabled(LogLevel.DEBUG)).isTrue();
    early.log(LogLevel.DEBUG, "after");
    logging.logger("late").log(LogLevel.INFO, "too");
    assertThat(lines.records()).containsExactly("INFO early before", "INFO early still");
    assertThat(output.records()).containsExactly("DEBUG early after", "INFO late too");
    assertThatThrownBy(() -> logging.replaceDefault(asked, config -> output))
        .isInstanceOf(IllegalStateException.class);
    assertThat(output.closed()).isFalse();
  }
}

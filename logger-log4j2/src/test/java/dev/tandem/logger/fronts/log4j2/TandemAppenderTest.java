package dev.tandem.logger.fronts.log4j2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogReader;
import dev.tandem.logger.LogRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.message.ParameterizedMessage;
import org.apache.logging.log4j.message.StringMapMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Log4j2 hands over is in the files. */
class TandemAppenderTest {
  @TempDir private Path dir;

  @Test
  void everythingOfAnEventIsKept() throws Exception {
    LoggerContext context = context("", false);
    Logger logger = context.getLogger("a.Logger");
    long before = System.currentTimeMillis();
    logger.info("plain");
    ThreadContext.put("user", "7");
    logger.warn(
        MarkerManager.getMarker("AUDIT").setParents(MarkerManager.getMarker("MONEY")),
        "{} of {}",
        1,
        "two");
    ThreadContext.clearAll();
    logger.error("failed {}", 3, new IllegalStateException("why"));
    logger.fatal(new StringMapMessage().with("order", 4711L));
    logger.debug("off");
    context.stop();

    List<LogRecord> records = read();
    assertThat(records)
        .extracting(each -> each.level() + " " + each.message())
        .containsExactly("INFO plain", "WARN 1 of two", "ERROR failed 3", "ERROR order=\"4711\"");
    LogRecord first = records.get(0);
    assertThat(first.logger()).isEqualTo("a.Logger");
    assertThat(first.thread()).isEqualTo(Thread.currentThread().getName());
    assertThat(first.time() / 1_000_000).isBetween(before, System.currentTimeMillis());
    LogRecord second = records.get(1);
    assertThat(second.pattern()).isEqualTo("{} of {}");
    assertThat(second.arguments()).containsExactly(1, "two");
    assertThat(second.context()).isEqualTo(Map.of("user", "7"));
    assertThat(second.markers()).containsExactly("AUDIT", "MONEY");
    LogRecord third = records.get(2);
    assertThat(third.arguments()).containsExactly(3);
    assertThat(third.thrown())
        .startsWith("java.lang.IllegalStateException: why")
        .contains("TandemAppenderTest");
    assertThat(records.get(3).keyValues()).containsExactly("level", "FATAL", "order", 4711L);
  }

  @Test
  void objectsHaveTheTextsThatTheFrameworkGivesThem() throws Exception {
    LoggerContext context = context("", false);
    context.getLogger("l").info((CharSequence) CharBuffer.wrap("a {} b"));
    context.getLogger("l").info((Object) List.of("{}"));
    context.getLogger("l").info("list {} of {}", List.of(new int[] {1, 2}), 3);
    context.stop();
    List<LogRecord> records = read();
    assertThat(records)
        .extracting(LogRecord::message)
        .containsExactly("a {} b", "[{}]", "list [[1, 2]] of 3");
    assertThat(records.get(2).pattern()).isNull();
  }

  /** As the framework's own appenders have it. */
  @Test
  void anArgumentThatFailsLosesNoRecordAndRunsOnce() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Object failing =
        new Object() {
          @Override
          public String toString() {
            throw new IllegalStateException("run " + runs.incrementAndGet());
          }
        };
    LoggerContext context = context("", false);
    context.getLogger("l").info("one {}", failing);
    context.getLogger("l").info(new ParameterizedMessage("two {}", failing));
    context.getLogger("l").info(failing);
    context.stop();
    assertThat(read()).hasSize(2);
    assertThat(read().get(0).message()).startsWith("one [!!!").endsWith(":run 1!!!]");
    assertThat(read().get(1).message()).startsWith("two [!!!").endsWith(":run 2!!!]");
  }

  @Test
  void anArgumentThatChangesMeanwhileLosesNoRecord() throws Exception {
    Map<String, String> changing =
        new HashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          public Set<Map.Entry<String, String>> entrySet() {
            throw new ConcurrentModificationException();
          }
        };
    LoggerContext context = context("", false);
    // Whose text Log4j2 has not made for itself: there it would be lost before any appender.
    context
        .getConfiguration()
        .getAppender("TANDEM")
        .append(
            Log4jLogEvent.newBuilder()
                .setLoggerName("l")
                .setLevel(Level.INFO)
                .setMessage(new ParameterizedMessage("map {}", changing))
                .build());
    context.stop();
    assertThat(read())
        .extracting(LogRecord::message)
        .containsExactly("map {} [!!!java.util.ConcurrentModificationException!!!]");
  }

  @Test
  void theMessageOrALayoutMayBeTheText() throws Exception {
    LoggerContext context = context("formatted=\"true\"", false);
    context.getLogger("l").info("order {}", 1);
    context.stop();
    assertThat(read()).hasSize(1);
    assertThat(read().get(0).message()).isEqualTo("order 1");
    assertThat(read().get(0).pattern()).isNull();

    context = context("><PatternLayout pattern=\"%-6level%msg%n\"/", false);
    context.getLogger("l").info("order {}", 2);
    context.stop();
    assertThat(read().get(1).message()).isEqualTo("INFO  order 2");
  }

  /** What an asynchronous appender writes later is as it was when it was logged. */
  @Test
  void eventsOfOtherThreadsKeepThreadAndMessage() throws Exception {
    LoggerContext context = context("", true);
    Logger logger = context.getLogger("l");
    AtomicReference<String> changing = new AtomicReference<>("before");
    Thread thread =
        new Thread(
            () -> {
              logger.info("value {}", changing);
              changing.set("after");
              logger.info("number {}", 7);
            },
            "worker-1");
    thread.start();
    thread.join();
    context.stop();
    List<LogRecord> records = read();
    assertThat(records).extracting(LogRecord::message).containsExactly("value before", "number 7");
    assertThat(records).extracting(LogRecord::thread).containsOnly("worker-1");
  }

  /** Reload: the new one is opened before the old one is closed. */
  @Test
  void aNewConfigurationContinuesInTheDirectory() throws Exception {
    LoggerContext context = context("", false);
    context.getLogger("l").info("old");
    context.setConfiguration(configuration(context, "", false));
    context.getLogger("l").info("new");
    context.stop();
    assertThat(read()).extracting(LogRecord::message).containsExactly("old", "new");
    assertThat(dir.resolve("logs").toFile().list((in, name) -> name.endsWith(".lock"))).isEmpty();
  }

  @Test
  void aWrongSettingIsRefused() {
    TandemAppender.Builder builder =
        TandemAppender.newBuilder()
            .setName("TANDEM")
            .setPropertyArray(
                new Property[] {
                  Property.createProperty("directory", dir.resolve("logs").toString()),
                  Property.createProperty("retain.fils", "3")
                });
    assertThatThrownBy(builder::build)
        .hasMessageStartingWith("appender TANDEM:2: found the key 'retain.fils'");
    assertThat(dir.resolve("logs")).doesNotExist();
  }

  @Test
  void levelsAreThoseOfTheFormat() {
    assertThat(EventConverter.level(Level.TRACE)).isEqualTo(LogLevel.TRACE);
    assertThat(EventConverter.level(Level.DEBUG)).isEqualTo(LogLevel.DEBUG);
    assertThat(EventConverter.level(Level.INFO)).isEqualTo(LogLevel.INFO);
    assertThat(EventConverter.level(Level.WARN)).isEqualTo(LogLevel.WARN);
    assertThat(EventConverter.level(Level.ERROR)).isEqualTo(LogLevel.ERROR);
    assertThat(EventConverter.level(Level.FATAL)).isEqualTo(LogLevel.ERROR);
    assertThat(EventConverter.level(Level.forName("NOTICE", 350))).isEqualTo(LogLevel.INFO);
  }

  private LoggerContext context(String inside, boolean async) throws IOException {
    LoggerContext context = new LoggerContext("test");
    context.start(configuration(context, inside, async));
    return context;
  }

  /**
   * @param inside of the appender's element: attributes, or the end of its head and elements
   */
  private XmlConfiguration configuration(LoggerContext context, String inside, boolean async)
      throws IOException {
    String text =
        "<Configuration><Appenders><Tandem name=\"TANDEM\" "
            + inside
            + "><Property name=\"directory\" value=\""
            + dir.resolve("logs")
            + "\"/></Tandem>"
            + (async ? "<Async name=\"ASYNC\"><AppenderRef ref=\"TANDEM\"/></Async>" : "")
            + "</Appenders><Loggers><Root level=\"INFO\"><AppenderRef ref=\""
            + (async ? "ASYNC" : "TANDEM")
            + "\"/></Root></Loggers></Configuration>";
    return new XmlConfiguration(
        context,
        new ConfigurationSource(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
  }

  private List<LogRecord> read() throws IOException {
    List<LogRecord> records = new ArrayList<>();
    try (LogReader reader = LogReader.open(List.of(dir.resolve("logs")), null)) {
      for (LogRecord record = reader.next(); record != null; record = reader.next()) {
        records.add(record);
      }
      assertThat(reader.damage()).isEmpty();
      assertThat(reader.holes()).isZero();
    }
    return records;
  }
}

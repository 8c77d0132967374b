package dev.tandem.logger.fronts.logback;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.status.Status;
import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogReader;
import dev.tandem.logger.LogRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.helpers.BasicMarkerFactory;

/** What Logback hands over is in the files. */
class TandemAppenderTest {
  @TempDir private Path dir;
  private final LoggerContext context = new LoggerContext();

  @AfterEach
  void stop() {
    context.stop();
  }

  @Test
  @SuppressWarnings("deprecation") // SLF4J has no other way to a marker's references
  void everythingOfAnEventIsKept() throws Exception {
    configure("", "");
    Logger logger = context.getLogger("a.Logger");
    BasicMarkerFactory factory = new BasicMarkerFactory();
    Marker audit = factory.getMarker("AUDIT");
    audit.add(factory.getMarker("MONEY"));
    long before = System.currentTimeMillis();
    logger.info("plain");
    context.getMDCAdapter().put("user", "7");
    logger.atWarn().addMarker(audit).addKeyValue("order", 4711L).log("{} of {}", 1, "two");
    context.getMDCAdapter().clear();
    logger.error("failed {}", 3, new IllegalStateException("why"));
    logger.debug("off");
    context.stop();

    List<LogRecord> records = read();
    assertThat(records)
        .extracting(each -> each.level() + " " + each.message())
        .containsExactly("INFO plain", "WARN 1 of two", "ERROR failed 3");
    LogRecord first = records.get(0);
    assertThat(first.pattern()).isNull();
    assertThat(first.logger()).isEqualTo("a.Logger");
    assertThat(first.thread()).isEqualTo(Thread.currentThread().getName());
    assertThat(first.time() / 1_000_000).isBetween(before, System.currentTimeMillis());
    LogRecord second = records.get(1);
    assertThat(second.pattern()).isEqualTo("{} of {}");
    assertThat(second.arguments()).containsExactly(1, "two");
    assertThat(second.context()).isEqualTo(Map.of("user", "7"));
    assertThat(second.markers()).containsExactly("AUDIT", "MONEY");
    assertThat(second.keyValues()).containsExactly("order", 4711L);
    LogRecord third = records.get(2);
    assertThat(third.arguments()).containsExactly(3);
    assertThat(third.thrown())
        .startsWith("java.lang.IllegalStateException: why")
        .contains("TandemAppenderTest");
  }

  @Test
  void theMessageOrALayoutMayBeTheText() throws Exception {
    configure("<formatted>true</formatted>", "");
    context.getLogger("l").info("order {}", 1);
    context.stop();
    assertThat(read()).hasSize(1);
    assertThat(read().get(0).message()).isEqualTo("order 1");
    assertThat(read().get(0).pattern()).isNull();

    context.reset();
    configure(
        "<layout class=\"ch.qos.logback.classic.PatternLayout\">"
            + "<pattern>%-6level%msg%nopex%n</pattern></layout>",
        "");
    context.getLogger("l").info("order {}", 2);
    context.stop();
    assertThat(read().get(1).message()).isEqualTo("INFO  order 2");
  }

  @Test
  void anArgumentMayFailOrLogOfItsOwn() throws Exception {
    configure("", "");
    Logger logger = context.getLogger("l");
    logger.info("outer {}", text(() -> logger.info("inner {}", text(() -> logger.info("third")))));
    logger.info(
        "failed {}",
        text(
            () -> {
              throw new IllegalStateException();
            }));
    context.stop();
    assertThat(read())
        .extracting(LogRecord::message)
        .startsWith("third", "inner x", "outer x")
        .last()
        .asString()
        .contains("java.lang.IllegalStateException");
    assertThat(read()).hasSize(4);
  }

  @Test
  void anArgumentThatLogsItselfComesToAnEnd() throws Exception {
    configure("", "");
    Logger logger = context.getLogger("l");
    Object itself =
        new Object() {
          @Override
          public String toString() {
            logger.info("again {}", this);
            return "itself";
          }
        };
    logger.info("first {}", itself);
    context.stop();
    assertThat(read()).extracting(LogRecord::message).contains("first itself");
    assertThat(read()).hasSizeBetween(2, 20);
  }

  /** An argument whose text runs code. */
  private static Object text(Runnable code) {
    return new Object() {
      @Override
      public String toString() {
        code.run();
        return "x";
      }
    };
  }

  /** What an asynchronous appender writes later is as it was when it was logged. */
  @Test
  void eventsOfOtherThreadsKeepThreadAndMessage() throws Exception {
    configure("", "<appender name=\"ASYNC\" class=\"" + AsyncAppender.class.getName() + "\">");
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
    assertThat(records.get(0).pattern()).isNull();
    assertThat(records.get(1).pattern()).isEqualTo("number {}");
  }

  /** Reload: the records of both configurations are there, and the old log is closed. */
  @Test
  void aNewConfigurationContinuesInTheDirectory() throws Exception {
    configure("", "");
    context.getLogger("l").info("old");
    context.reset();
    configure("<setting>name = second</setting>", "");
    context.getLogger("l").info("new");
    context.stop();
    assertThat(read()).extracting(LogRecord::message).containsExactly("old", "new");
    assertThat(dir.resolve("logs").toFile().list((in, name) -> name.endsWith(".lock"))).isEmpty();
  }

  @Test
  void aWrongSettingIsAnErrorInTheStatus() throws Exception {
    configure("<setting>retain.fils = 3</setting>", "");
    context.getLogger("l").info("nowhere");
    assertThat(context.getStatusManager().getCopyOfStatusList())
        .filteredOn(status -> status.getLevel() == Status.ERROR)
        .extracting(Status::getMessage)
        .anyMatch(text -> text.contains("TANDEM is not started: appender TANDEM:2: found the key"));
    assertThat(dir.resolve("logs")).doesNotExist();
  }

  @Test
  void levelsAreThoseOfTheFormat() {
    assertThat(EventConverter.level(ch.qos.logback.classic.Level.TRACE)).isEqualTo(LogLevel.TRACE);
    assertThat(EventConverter.level(ch.qos.logback.classic.Level.DEBUG)).isEqualTo(LogLevel.DEBUG);
    assertThat(EventConverter.level(ch.qos.logback.classic.Level.INFO)).isEqualTo(LogLevel.INFO);
    assertThat(EventConverter.level(ch.qos.logback.classic.Level.WARN)).isEqualTo(LogLevel.WARN);
    assertThat(EventConverter.level(ch.qos.logback.classic.Level.ERROR)).isEqualTo(LogLevel.ERROR);
  }

  /**
   * @param inside of the appender
   * @param around the beginning of an appender that has it; empty if there is none
   */
  private void configure(String inside, String around) throws Exception {
    boolean wrapped = !around.isEmpty();
    String text =
        "<configuration><appender name=\"TANDEM\" class=\""
            + TandemAppender.class.getName()
            + "\"><setting>directory = "
            + dir.resolve("logs")
            + "</setting>"
            + inside
            + "</appender>"
            + (wrapped ? around + "<appender-ref ref=\"TANDEM\"/></appender>" : "")
            + "<root level=\"INFO\"><appender-ref ref=\""
            + (wrapped ? "ASYNC" : "TANDEM")
            + "\"/></root></configuration>";
    if (context.getMDCAdapter() == null) {
      context.setMDCAdapter(new LogbackMDCAdapter());
    }
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    context.start();
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

package dev.tandem.logger.fronts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogReader;
import dev.tandem.logger.LogRecord;
import dev.tandem.logger.SinkRecord;
import dev.tandem.logger.config.ConfigException;
import dev.tandem.logger.config.LoggingConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a framework hands over is written as it was, whoever writes it. */
class RecordSinkTest {
  @TempDir private Path dir;

  @Test
  void recordsKeepTheTimeAndThreadThatTheyCameWith() throws IOException {
    Thread own = Thread.currentThread();
    String before = own.getName();
    try (RecordSink sink = open("name = app")) {
      write(sink, 3, "worker-1", "first");
      write(sink, 1, "worker-2", "second");
      write(sink, 2, before, "mine");
      write(sink, 4, "worker-1", "third");
      own.setName("renamed");
      write(sink, 5, "renamed", "mine again");
      write(sink, 6, "", "nobody's");
      assertThat(sink.dropped()).isZero();
    } finally {
      own.setName(before);
    }
    List<LogRecord> records = read();
    assertThat(records)
        .extracting(each -> each.time() + " " + each.thread() + " " + each.message())
        .containsExactly(
            "3 worker-1 first",
            "1 worker-2 second",
            "2 " + before + " mine",
            "4 worker-1 third",
            "5 renamed mine again",
            "6 unnamed nobody's");
    assertThat(records.get(0).threadId()).isEqualTo(records.get(3).threadId()).isNegative();
    assertThat(records.get(2).threadId()).isEqualTo((int) own.threadId());
    assertThat(records.get(0).file().getFileName().toString()).startsWith("app-");
  }

  /** More names than are kept, and each segment has those of its records. */
  @Test
  void manyThreadNamesAreNotMixedUp() throws IOException {
    int count = 10_000;
    try (RecordSink sink = open("segment.size = 64k", "full.wait = 60s")) {
      for (int i = 0; i < count; i++) {
        write(sink, i, "task-" + i, "of " + i);
      }
    }
    List<LogRecord> records = read();
    assertThat(records).hasSize(count);
    for (int i = 0; i < count; i++) {
      assertThat(records.get(i).thread()).isEqualTo("task-" + i);
      assertThat(records.get(i).message()).isEqualTo("of " + i);
    }
    assertThat(records.get(count - 1).file()).isNotEqualTo(records.get(0).file());
  }

  @Test
  void everythingBesideTheMessageIsKept() throws IOException {
    try (RecordSink sink = open()) {
      sink.write(
          "a.Logger",
          new SinkRecord(
              LogLevel.WARN,
              7,
              "t",
              "{} of {}",
              Arrays.asList(1, null),
              "java.lang.Error: why",
              Map.of("user", "7"),
              List.of("AUDIT"),
              Arrays.asList("order", 4711L, "none", null)));
      sink.write("a.Logger", record(LogLevel.OFF, 8, "t", "never"));
      Object[] sixteen = new Object[16];
      Arrays.fill(sixteen, 5);
      sink.write(
          "a.Logger",
          new SinkRecord(
              LogLevel.TRACE,
              9,
              "t",
              "{}".repeat(16),
              Arrays.asList(sixteen),
              null,
              Map.of(),
              List.of(),
              List.of()));
    }
    List<LogRecord> records = read();
    assertThat(records).hasSize(2);
    LogRecord first = records.get(0);
    assertThat(first.logger()).isEqualTo("a.Logger");
    assertThat(first.level()).isEqualTo(LogLevel.WARN);
    assertThat(first.pattern()).isEqualTo("{} of {}");
    assertThat(first.message()).isEqualTo("1 of null");
    assertThat(first.thrown()).isEqualTo("java.lang.Error: why");
    assertThat(first.context()).isEqualTo(Map.of("user", "7"));
    assertThat(first.markers()).containsExactly("AUDIT");
    assertThat(first.keyValues()).containsExactly("order", 4711L, "none", null);
    assertThat(records.get(1).message()).isEqualTo("5".repeat(16));
  }

  @Test
  void levelsAreTheFrameworksAndMistakesAreNamed() {
    for (String setting : List.of("level = info", "level.a = debug", "jul = true")) {
      assertThatThrownBy(() -> LoggingConfig.ofAppender("appender A", List.of("", setting)))
          .isInstanceOf(ConfigException.class)
          .hasMessageStartingWith("appender A:2: found the key '")
          .hasMessageContaining("at the framework");
    }
    assertThatThrownBy(() -> LoggingConfig.ofAppender("appender A", List.of("retain.fils = 3")))
        .hasMessageContaining("appender A:1: found the key 'retain.fils'");
  }

  /** Beside a framework a second provider would be a warning, or win. */
  @Test
  void nothingHereInstallsItself() {
    for (System.LoggerFinder finder : ServiceLoader.load(System.LoggerFinder.class)) {
      assertThat(finder.getClass().getName()).doesNotStartWith("dev.tandem");
    }
    ClassLoader loader = RecordSink.class.getClassLoader();
    assertThat(loader.getResource("META-INF/services/org.slf4j.spi.SLF4JServiceProvider")).isNull();
    assertThat(loader.getResource("org/slf4j/Logger.class")).isNull();
  }

  private RecordSink open(String... settings) {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("directory = " + dir.resolve("logs"));
    return RecordSink.open(LoggingConfig.ofAppender("appender A", all));
  }

  private static void write(RecordSink sink, long time, String thread, String text) {
    sink.write("a", record(LogLevel.INFO, time, thread, text));
  }

  private static SinkRecord record(LogLevel level, long time, String thread, String text) {
    return new SinkRecord(level, time, thread, text, null, null, Map.of(), List.of(), List.of());
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

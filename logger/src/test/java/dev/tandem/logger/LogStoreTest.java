package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What goes in comes out: every record once, each thread's in order, with all that belongs to it.
 */
class LogStoreTest {

  @TempDir private Path directory;

  @Test
  void tenThreadsOverManyFiles() throws IOException {
    int scale = Integer.getInteger("tandem.crash.scale", 1);
    int threads = 10;
    int each = 20_000 * scale;
    int atLeast = scale == 1 ? 4 : 50;
    long size = 48L * threads * each / atLeast / 4096 * 4096;
    LogStoreConfig config =
        LogStoreConfig.builder()
            .segmentSize(size)
            .blockBound(java.time.Duration.ofSeconds(60))
            .build();
    try (LogStore store = LogStore.open(directory, config)) {
      LogWriter writer = store.writer("many");
      Logs.run(
          threads,
          thread -> {
            for (int i = 0; i < each; i++) {
              if (!writer.log(LogLevel.INFO, "record {} of {}", i, thread)) {
                throw new AssertionError("dropped");
              }
            }
          });
      assertThat(store.metrics().records()).isEqualTo((long) threads * each);
    }
    Map<Long, Long> next = new HashMap<>();
    Set<Path> files = new HashSet<>();
    long records = 0;
    try (LogReader reader = LogReader.open(List.of(directory), null)) {
      for (LogRecord record = reader.next(); record != null; record = reader.next()) {
        long thread = ((Number) record.arguments().get(1)).longValue();
        long number = ((Number) record.arguments().get(0)).longValue();
        if (!record.thread().equals("writer-" + thread)
            || number != next.getOrDefault(thread, 0L)) {
          throw new AssertionError("after " + next + ": " + record);
        }
        next.put(thread, number + 1);
        files.add(record.file());
        records++;
      }
      assertThat(reader.holes()).isZero();
      assertThat(reader.holesExact()).isTrue();
      assertThat(reader.damage()).isEmpty();
    }
    assertThat(records).isEqualTo((long) threads * each);
    assertThat(files).hasSizeBetween(atLeast, atLeast + 1);
  }

  @Test
  void everyKindOfArgument() throws IOException {
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      LogWriter writer = store.writer("kinds");
      writer.log(LogLevel.TRACE, "plain");
      StringBuilder builder = new StringBuilder("build");
      writer.log(LogLevel.DEBUG, builder.append("er"));
      writer.log(LogLevel.INFO, "long {}", Long.MIN_VALUE);
      writer.log(LogLevel.INFO, "int {}", 7);
      writer.log(LogLevel.INFO, "double {}", 0.1);
      writer.log(LogLevel.INFO, "boolean {}", true);
      writer.log(LogLevel.INFO, "char {}", 'ß');
      writer.log(LogLevel.INFO, "text {}", "ünï©ode 𝄞 \u4e2d");
      writer.log(LogLevel.INFO, "null {}", (Object) null);
      writer.log(LogLevel.INFO, "{} and {}", "a", 2L);
      writer.log(LogLevel.INFO, "{}, {}, {}", 1L, 2L, 3L);
      writer.log(LogLevel.INFO, "{}, {}, {}", 1.5f, (short) 3, (byte) -1);
      writer.log(LogLevel.INFO, "{} {} {} {}", new Object[] {1, "b", null, List.of(4)});
      writer.log(LogLevel.INFO, "array {}", (Object) new int[] {1, 2});
      writer.line(LogLevel.INFO, "line {} {} {} {}").arg(1L).arg(2.5).arg('c').arg("d").log();
      writer.log(
          LogLevel.INFO,
          "sixteen {}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}",
          IntStream.range(0, 16).boxed().toArray());
      writer.log(LogLevel.INFO, "more {} {}", 1);
      writer.log(LogLevel.INFO, "escaped \\{} {}", 1);
      writer.log(LogLevel.INFO, "\u0000\u0000 zeros");
    }
    assertThat(Logs.read(directory).messages())
        .containsExactly(
            "plain",
            "builder",
            "long -9223372036854775808",
            "int 7",
            "double 0.1",
            "boolean true",
            "char ß",
            "text ünï©ode 𝄞 \u4e2d",
            "null null",
            "a and 2",
            "1, 2, 3",
            "1.5, 3, -1",
            "1 b null [4]",
            "array [1, 2]",
            "line 1 2.5 c d",
            "sixteen 0123456789101112131415",
            "more 1 {}",
            "escaped {} 1",
            "\u0000\u0000 zeros");
  }

  @Test
  void whatStandsBesideTheMessage() throws IOException {
    LogExtras extras =
        LogExtras.builder()
            .context(Map.of("user", "u1"))
            .marker("AUDIT")
            .marker("SLOW")
            .keyValue("lots", 5)
            .build();
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      LogWriter writer = store.writer("a.b");
      writer.logEvent(LogLevel.ERROR, "failed", new IllegalStateException("why"), extras);
      writer.logEvent(LogLevel.WARN, "{} left", new Object[] {3}, null, extras);
    }
    List<LogRecord> records = Logs.read(directory).records();
    assertThat(records).hasSize(2);
    LogRecord first = records.get(0);
    assertThat(first.level()).isEqualTo(LogLevel.ERROR);
    assertThat(first.logger()).isEqualTo("a.b");
    assertThat(first.thread()).isEqualTo(Thread.currentThread().getName());
    assertThat(first.thrown())
        .startsWith("java.lang.IllegalStateException: why")
        .contains("whatStandsBesideTheMessage");
    assertThat(first.context()).containsExactly(Map.entry("user", "u1"));
    assertThat(first.markers()).containsExactly("AUDIT", "SLOW");
    assertThat(first.keyValues()).containsExactly("lots", 5);
    assertThat(records.get(1).message()).isEqualTo("3 left");
    assertThat(records.get(1).thrown()).isNull();
    assertThat(RecordText.json(first)).contains("\"context\":{\"user\":\"u1\"}").contains("\\n");
    assertThat(RecordText.line(first)).doesNotContain("\n");
  }

  @Test
  void textsThatAreTooLongAreCutAndSaySo() throws IOException {
    String ascii = "x".repeat(100_000);
    String wide = "\u4e2d".repeat(100_000);
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      LogWriter writer = store.writer("long");
      writer.log(LogLevel.INFO, ascii);
      writer.log(LogLevel.INFO, "{} end", wide);
      String[] many = new String[2000];
      Arrays.fill(many, "value");
      LogExtras.Builder extras = LogExtras.builder();
      for (String value : many) {
        extras.keyValue("key", value);
      }
      writer.logEvent(LogLevel.INFO, "many", null, extras.build());
      writer.log(LogLevel.INFO, "short");
    }
    Logs.Content content = Logs.read(directory);
    assertThat(content.damage()).isEmpty();
    List<LogRecord> records = content.records();
    assertThat(records).hasSize(4);
    assertThat(records.get(0).cut()).isTrue();
    assertThat(ascii).startsWith(records.get(0).message());
    assertThat(records.get(1).cut()).isTrue();
    assertThat(records.get(1).arguments().get(0)).asString().isSubstringOf(wide);
    assertThat(records.get(2).cut()).isTrue();
    assertThat(records.get(2).keyValues().size()).isEven().isGreaterThan(100);
    assertThat(records.get(3).cut()).isFalse();
  }

  @Test
  void aTextThatLogsWhileItIsMade() throws IOException {
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      LogWriter writer = store.writer("inner");
      Object chatty =
          new Object() {
            @Override
            public String toString() {
              writer.log(LogLevel.INFO, "inside {} {}", "a", "b");
              writer.line(LogLevel.INFO, "inner line {}").arg(1L).log();
              return "done";
            }
          };
      writer.log(LogLevel.INFO, "{} {}", chatty, 5L);
      writer.line(LogLevel.INFO, "{} {}").arg(4L).arg(chatty).log();
      Object failing =
          new Object() {
            @Override
            public String toString() {
              throw new IllegalArgumentException("no");
            }
          };
      writer.log(LogLevel.INFO, "{}", failing);
    }
    assertThat(Logs.read(directory).messages())
        .startsWith("inside a b", "inner line 1", "done 5", "inside a b", "inner line 1", "4 done")
        .last()
        .asString()
        .contains("failed: java.lang.IllegalArgumentException");
  }

  @Test
  void levels() throws IOException {
    try (LogStore store = LogStore.open(directory, Logs.small().level(LogLevel.WARN).build())) {
      LogWriter writer = store.writer("levels");
      assertThat(writer.log(LogLevel.INFO, "no")).isFalse();
      assertThat(writer.log(LogLevel.WARN, "yes {}", 1)).isTrue();
      writer.setLevel(LogLevel.OFF);
      assertThat(writer.log(LogLevel.ERROR, "no")).isFalse();
      writer.setLevel(LogLevel.TRACE);
      assertThat(writer.log(LogLevel.TRACE, "too")).isTrue();
      assertThat(store.metrics().dropped()).isZero();
    }
    assertThat(Logs.read(directory).messages()).containsExactly("yes 1", "too");
  }

  @Test
  void aRecordIsThereAsSoonAsItsCallReturns() throws IOException {
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      LogWriter writer = store.writer("now");
      for (int i = 0; i < 20; i++) {
        writer.log(LogLevel.INFO, "{}", i);
        assertThat(Logs.read(directory).records()).hasSize(i + 1);
      }
      store.flush();
    }
  }

  @Test
  void twelveRotationsLoseNothing() throws IOException {
    List<String> expected = new ArrayList<>();
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      LogWriter writer = store.writer("roll");
      for (int i = 0; i < 12; i++) {
        assertThat(writer.log(LogLevel.INFO, "before {}", i)).isTrue();
        expected.add("before " + i);
        store.rotate();
      }
      Logs.await("12 rotations", () -> store.metrics().rotations() == 12);
    }
    assertThat(Logs.read(directory).messages()).isEqualTo(expected);
    // Cut after the last record: a closed file has no zeros at its end.
    for (Path file : LogReader.list(directory)) {
      assertThat(Files.size(file)).isLessThan(1 << 16);
    }
  }
}

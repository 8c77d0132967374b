package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.storage.Waits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a caller hands over, its call returns, and the record tells what it can. */
class CallTest {

  @TempDir private Path directory;

  private static Object textOf(Supplier<String> text) {
    return new Object() {
      @Override
      public String toString() {
        return text.get();
      }
    };
  }

  private static Object failing(Error error) {
    return textOf(
        () -> {
          throw error;
        });
  }

  @Test
  void badArgumentsAreReportedInTheirPlace() throws IOException {
    Object nothing = textOf(() -> null);
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      LogWriter writer = store.writer("w");
      assertThat(writer.log(LogLevel.INFO, "a {} {}", nothing, nothing)).isTrue();
      LogExtras extras = LogExtras.builder().keyValue("k", nothing).build();
      assertThat(writer.logEvent(LogLevel.INFO, "b", null, extras)).isTrue();
      assertThat(writer.log(LogLevel.INFO, "c {}", failing(new AssertionError("x")))).isTrue();
      assertThat(writer.log(LogLevel.INFO, "d {}", failing(new NoClassDefFoundError("x"))))
          .isTrue();
      assertThat(writer.log(LogLevel.INFO, "e {}", failing(new OutOfMemoryError("x")))).isTrue();
      assertThat(writer.log(LogLevel.INFO, "f {}", (Object[]) null)).isTrue();
      RuntimeException thrown =
          new RuntimeException() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
              throw new AssertionError("x");
            }
          };
      assertThat(writer.log(LogLevel.INFO, "g", thrown)).isTrue();
    }
    List<LogRecord> records = Logs.read(directory).records();
    assertThat(records).hasSize(7);
    assertThat(records.get(0).message()).isEqualTo("a null null");
    assertThat(records.get(1).keyValues()).containsExactly("k", "null");
    assertThat(records.get(2).message()).contains("failed: java.lang.AssertionError");
    assertThat(records.get(3).message()).contains("failed: java.lang.NoClassDefFoundError");
    assertThat(records.get(4).message()).contains("failed: java.lang.OutOfMemoryError");
    assertThat(records.get(5).message()).isEqualTo("f {}");
    assertThat(records.get(6).thrown()).contains("failed: java.lang.AssertionError");
  }

  @Test
  void aPatternThatIsTooLongToBeDefinedIsWrittenAsText() throws IOException {
    String wide = "\u4e2d".repeat(3_000);
    String narrow = "x".repeat(9_000);
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      LogWriter writer = store.writer("w");
      assertThat(writer.log(LogLevel.INFO, narrow + " value {}", 4711L)).isTrue();
      assertThat(writer.log(LogLevel.INFO, wide + " value {}", 4711L)).isTrue();
    }
    Logs.Content content = Logs.read(directory);
    assertThat(content.messages()).containsExactly(narrow + " value 4711", wide + " value 4711");
    assertThat(content.records()).noneMatch(LogRecord::cut);
  }

  @Test
  void offIsNoLevelOfARecord() throws IOException {
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      LogWriter writer = store.writer("w");
      assertThat(writer.isEnabled(LogLevel.OFF)).isFalse();
      assertThat(writer.log(LogLevel.OFF, "no")).isFalse();
      writer.setLevel(LogLevel.OFF);
      assertThat(writer.log(LogLevel.OFF, "no {}", 1L)).isFalse();
      assertThat(store.metrics().dropped()).isZero();
    }
    assertThat(Logs.read(directory).records()).isEmpty();
  }

  @Test
  void aThreadHasItsNewNameFromTheNextNewThingOn() throws IOException {
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      LogWriter writer = store.writer("w");
      Thread thread =
          new Thread(
              () -> {
                writer.log(LogLevel.INFO, "one");
                Thread.currentThread().setName("renamed");
                store.rotate();
                writer.log(LogLevel.INFO, "two");
              },
              "original");
      thread.start();
      Waits.join(thread);
    }
    assertThat(Logs.read(directory).records().stream().map(LogRecord::thread))
        .containsExactly("original", "renamed");
  }

  @Test
  void theOrderOfALineCannotBeTurnedAround() throws IOException {
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      store.writer("w").log(LogLevel.INFO, "a\u202eb\u2066c\u200fd\u061ce");
    }
    String line = RecordText.line(Logs.read(directory).records().get(0));
    assertThat(line).endsWith("a\\u202eb\\u2066c\\u200fd\\u061ce");
  }
}

package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.storage.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two producers that find the supply of segments empty: the case in which a full queue between
 * callers and a writer has been seen to lose records without a word. The supply is stopped for
 * certain by taking its directory away.
 */
class FullSupplyTest {
  private static final int PRODUCERS = 2;
  private static final int EACH = 10_000;

  @TempDir private Path temp;
  private Path directory;
  private Path away;

  @BeforeEach
  void paths() {
    directory = temp.resolve("log");
    away = temp.resolve("away");
  }

  /** With a file in its place: a directory that is not there would be made again. */
  private void takeAway() throws IOException {
    Files.move(directory, away);
    Files.createFile(directory);
  }

  private void bringBack() throws IOException {
    Files.delete(directory);
    Files.move(away, directory);
  }

  private static LogStoreConfig config(OverflowPolicy full) {
    return Logs.small().overflow(full).retryInterval(Duration.ofMillis(5)).build();
  }

  private static List<Long> numbers(Logs.Content content, int producer) {
    return content.records().stream()
        .filter(record -> record.arguments().size() == 2)
        .filter(record -> ((Number) record.arguments().get(0)).intValue() == producer)
        .map(record -> ((Number) record.arguments().get(1)).longValue())
        .toList();
  }

  @Test
  void blockedProducersLoseNothing() throws IOException {
    try (LogStore store = LogStore.open(directory, config(OverflowPolicy.BLOCK))) {
      LogWriter writer = store.writer("block");
      Logs.await("the segments ahead", store::isAhead);
      takeAway();
      Thread helper =
          new Thread(
              () -> {
                Logs.await("the supply to fail", () -> store.metrics().segmentFailures() > 0);
                try {
                  bringBack();
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              },
              "helper");
      helper.start();
      Logs.run(
          PRODUCERS,
          producer -> {
            for (int i = 0; i < EACH; i++) {
              assertThat(writer.log(LogLevel.INFO, "producer {} record {}", producer, i)).isTrue();
            }
          });
      Waits.join(helper);
      assertThat(store.metrics().dropped()).isZero();
      assertThat(store.metrics().records()).isEqualTo(PRODUCERS * (long) EACH);
    }
    Logs.Content content = Logs.read(directory);
    assertThat(content.damage()).isEmpty();
    assertThat(content.holes()).isZero();
    List<Long> all = IntStream.range(0, EACH).mapToObj(Long::valueOf).toList();
    for (int producer = 0; producer < PRODUCERS; producer++) {
      assertThat(numbers(content, producer)).isEqualTo(all);
    }
  }

  @Test
  void whatIsDroppedIsCountedExactly() throws IOException {
    boolean[][] written = new boolean[PRODUCERS][EACH];
    try (LogStore store = LogStore.open(directory, config(OverflowPolicy.DROP))) {
      LogWriter writer = store.writer("drop");
      Logs.await("the segments ahead", store::isAhead);
      takeAway();
      Logs.run(
          PRODUCERS,
          producer -> {
            for (int i = 0; i < EACH; i++) {
              written[producer][i] =
                  writer.log(LogLevel.INFO, "producer {} record {}", producer, i);
            }
          });
      long lost = 0;
      for (boolean[] one : written) {
        lost += IntStream.range(0, EACH).filter(i -> !one[i]).count();
      }
      assertThat(lost).isPositive().isLessThan(PRODUCERS * (long) EACH);
      assertThat(store.metrics().drops().get(LogLevel.INFO.code())).isEqualTo(lost);
      assertThat(store.metrics().dropped()).isEqualTo(lost);
      bringBack();
      Logs.await("logging to resume", () -> writer.log(LogLevel.ERROR, "resumed"));
    }
    Logs.Content content = Logs.read(directory);
    assertThat(content.damage()).isEmpty();
    assertThat(content.holes()).isZero();
    for (int producer = 0; producer < PRODUCERS; producer++) {
      boolean[] kept = written[producer];
      assertThat(numbers(content, producer))
          .isEqualTo(
              IntStream.range(0, EACH).filter(i -> kept[i]).mapToObj(Long::valueOf).toList());
    }
  }
}

package dev.tandem.core.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.Exchange;
import dev.tandem.core.LoggedState;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.RecoveryPoint;
import dev.tandem.wal.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A start says when what it drops may have been acknowledged. */
@Timeout(300)
class DoubtTest {

  /** Far enough from the end that whole batches follow. */
  private static final int BEFORE_THE_END = 2_000;

  @TempDir private Path directory;

  private static Exchange start(Path log) {
    return Exchange.builder()
        .daemon()
        .journal(JournalOptions.in(log).durability(Durability.WRITTEN))
        .start();
  }

  /** As a kill leaves the log. */
  private Path left() throws IOException {
    Path log = directory.resolve("log");
    Path left = Files.createDirectory(directory.resolve("left"));
    try (Exchange exchange = start(log)) {
      for (int i = 1; i <= 200; i++) {
        exchange.publisher().cancel(1, 1, i);
        exchange.awaitAnswered();
      }
      for (Path file : files(log)) {
        Files.copy(file, left.resolve(file.getFileName()));
      }
    }
    return left;
  }

  private static List<Path> files(Path log) throws IOException {
    try (Stream<Path> files = Files.list(log)) {
      // What is still being made gets its name when it is whole, and may be gone before the copy.
      return files
          .filter(file -> Files.isRegularFile(file) && !file.toString().endsWith(".tmp"))
          .sorted()
          .toList();
    }
  }

  private static void flip(Path log) throws IOException {
    Path first =
        files(log).stream()
            .filter(file -> file.toString().endsWith(".wal"))
            .findFirst()
            .orElseThrow();
    byte[] bytes = Files.readAllBytes(first);
    int end = bytes.length;
    while (bytes[end - 1] == 0) {
      end--;
    }
    bytes[end - BEFORE_THE_END] ^= 1;
    Files.write(first, bytes);
  }

  @Test
  void batchesBehindABadPlaceAreADoubt() throws IOException {
    Path left = left();
    flip(left);
    assertThat(LoggedState.read(JournalOptions.in(left), RecoveryPoint.END).recovery().doubt())
        .isPresent();
    try (Exchange exchange = start(left)) {
      assertThat(exchange.recovery().orElseThrow().doubt()).isPresent();
      assertThat(exchange.recovery().orElseThrow().droppedRecords()).isPositive();
    }
  }

  @Test
  void whatAKillLeavesIsNone() throws IOException {
    try (Exchange exchange = start(left())) {
      assertThat(exchange.recovery().orElseThrow().doubt()).isEmpty();
    }
  }
}

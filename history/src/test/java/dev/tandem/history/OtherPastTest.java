package dev.tandem.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.wal.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that has lost, with the power, what the database has already. */
class OtherPastTest {

  @TempDir private Path directory;

  private JournalOptions log() {
    return JournalOptions.in(directory.resolve("log"))
        .segmentBytes(1 << 20)
        .durability(Durability.WRITTEN)
        .keepForCursors();
  }

  private String url() {
    return "jdbc:sqlite:" + directory.resolve("history.db");
  }

  /** Places so many orders. */
  private void live(int from, int to) {
    try (Exchange exchange = Exchange.builder().journal(log()).daemon().start()) {
      if (from == 1) {
        exchange.async().addSymbol(SymbolSpec.of(1, 10, 20)).join();
        exchange.async().addUser(5).join();
        exchange.async().adjustBalance(5, 10, 1_000, 1).join();
      }
      for (int order = from; order < to; order++) {
        exchange.async().place(5, 1, order, Side.SELL, TimeInForce.GTC, 100, 1).join();
      }
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (Path old : files(to)) {
      Files.delete(old);
    }
    for (Path each : files(from)) {
      Files.copy(each, to.resolve(each.getFileName()));
    }
  }

  /** The log is again as it was before the last life, and the database has that life. */
  private void lose() throws IOException {
    live(1, 4);
    copy(directory.resolve("log"), directory.resolve("before"));
    live(4, 9);
    assertThat(History.build(log(), url(), false).nextEvent()).isEqualTo(11);
    copy(directory.resolve("before"), directory.resolve("log"));
  }

  @Test
  void aDatabaseThatIsAheadOfItsLogIsRefused() throws IOException {
    lose();
    assertThatThrownBy(() -> History.build(log(), url(), false))
        .isInstanceOf(HistoryException.class)
        .hasMessageContaining("has lost what was not synced")
        .hasMessageContaining("tandem history " + directory.resolve("log") + " --rebuild");
    HistoryStatus again = History.rebuild(log(), url());
    assertThat(again.nextEvent()).isEqualTo(6);
  }

  /** The numbers fit: only the records are others. */
  @Test
  void aDatabaseOfAnotherPastIsRefused() throws IOException {
    lose();
    live(101, 110);
    assertThatThrownBy(() -> History.build(log(), url(), false))
        .isInstanceOf(HistoryException.class)
        .hasMessageContaining("is another one than was read")
        .hasMessageContaining("--rebuild");
    assertThat(History.rebuild(log(), url()).nextEvent()).isEqualTo(15);
    live(110, 111);
    assertThat(History.build(log(), url(), false).nextEvent()).isEqualTo(16);
  }

  @Test
  void whatIsFollowedMeanwhileSaysSo() throws IOException, InterruptedException {
    lose();
    try (History history = History.start(log(), url())) {
      while (history.status().problem() == null) {
        Thread.sleep(10);
      }
      assertThat(history.status().problem()).contains("has lost what was not synced");
      // It may be built again meanwhile, and goes on.
      boolean isBuilt = false;
      while (!isBuilt) {
        try {
          History.rebuild(log(), url());
          isBuilt = true;
        } catch (HistoryException e) {
          // It has the cursor for the moment in which it tries again, or has found nothing there.
          isBuilt = history.status().problem() == null;
        }
      }
      while (!history.status().caughtUp()) {
        Thread.sleep(10);
      }
      assertThat(history.status().nextEvent()).isEqualTo(6);
    }
  }
}

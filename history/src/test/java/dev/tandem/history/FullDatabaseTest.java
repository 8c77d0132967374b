package dev.tandem.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An exchange goes on while its history has no room, and the history has all once it has. */
class FullDatabaseTest {

  private static final int ORDERS = 1_000;

  /** One of each order, and three before. */
  private static final long EVENTS = ORDERS + 3;

  @TempDir private Path directory;

  @Test
  void aFullDatabaseHoldsUpNobody() throws IOException, InterruptedException {
    JournalOptions log =
        JournalOptions.in(directory.resolve("log")).segmentBytes(1 << 20).keepForCursors();
    String url = "jdbc:sqlite:" + directory.resolve("history.db");
    try (Exchange exchange = Exchange.builder().journal(log).daemon().start();
        History history = History.start(log, url + "?max_page_count=40")) {
      exchange.async().addSymbol(SymbolSpec.of(1, 10, 20)).join();
      exchange.async().addUser(5).join();
      exchange.async().adjustBalance(5, 10, 1_000_000, 1).join();
      List<CompletableFuture<CommandResult>> answers = new ArrayList<>();
      for (int order = 1; order < ORDERS; order++) {
        answers.add(exchange.async().place(5, 1, order, Side.SELL, TimeInForce.GTC, 100, 1));
      }
      answers.forEach(CompletableFuture::join);
      while (history.status().problem() == null) {
        Thread.sleep(10);
      }
      assertThat(history.status().problem()).contains("full");
      assertThat(history.status().caughtUp()).isFalse();
      exchange.async().place(5, 1, ORDERS, Side.SELL, TimeInForce.GTC, 100, 1).join();
    }
    HistoryStatus status = History.build(log, url, false);
    assertThat(status.nextEvent()).isEqualTo(EVENTS);
    assertThat(History.statusOf(url).nextEvent()).isEqualTo(EVENTS);
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(directory.resolve("history.db"))))
        .isEqualTo("rw-------");
  }
}

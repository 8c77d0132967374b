package dev.tandem.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each history has a cursor of its own, from its beginning on. */
class CursorsTest {

  private static final int ORDERS = 1_500;

  @TempDir private Path directory;

  private Path log() {
    return directory.resolve("log");
  }

  private JournalOptions options() {
    return JournalOptions.in(log()).segmentBytes(64 << 10).keepForCursors();
  }

  private String url(String file) {
    return "jdbc:sqlite:" + directory.resolve(file);
  }

  private static void setUp(Exchange exchange) {
    exchange.async().addSymbol(SymbolSpec.of(1, 10, 20)).join();
    exchange.async().addUser(5).join();
    exchange.async().adjustBalance(5, 10, 1_000_000, 1).join();
  }

  /** Enough for many segments, with snapshots that could begin the log. */
  private static void trade(Exchange exchange, int from) {
    for (int part = 0; part < 3; part++) {
      List<CompletableFuture<CommandResult>> answers = new ArrayList<>();
      for (int i = 0; i < ORDERS / 3; i++) {
        int order = from + part * ORDERS / 3 + i;
        answers.add(exchange.async().place(5, 1, order, Side.SELL, TimeInForce.IOC, 100, 1));
      }
      answers.forEach(CompletableFuture::join);
      exchange.snapshot();
    }
  }

  private long firstRecord() throws IOException {
    WalConfig readOnly = WalConfig.builder().mode(ReadMode.READ_ONLY).build();
    try (Wal wal = Wal.open(log(), readOnly)) {
      return wal.firstSequence();
    }
  }

  @Test
  void twoHistoriesOfALogDoNotMoveEachOther() throws IOException {
    try (Exchange exchange = Exchange.builder().journal(options()).daemon().start()) {
      setUp(exchange);
      History.build(options(), url("history.db"), false);
      History.build(options(), url("second.db"), false);
      trade(exchange, 1);
      // One goes on, and the log still keeps what the other has not got.
      History.build(options(), url("second.db"), false);
      trade(exchange, 1 + ORDERS);
      History.build(options(), url("second.db"), false);
      trade(exchange, 1 + 2 * ORDERS);
    }
    assertThat(firstRecord()).isZero();
    HistoryStatus first = History.build(options(), url("history.db"), false);
    HistoryStatus second = History.build(options(), url("second.db"), false);
    assertThat(first.nextEvent()).isEqualTo(second.nextEvent()).isGreaterThan(3 * ORDERS);
    assertThat(first.wholeFrom()).isZero();
  }

  @Test
  void aForgottenOneKeepsNothing() throws IOException {
    try (Exchange exchange = Exchange.builder().journal(options()).daemon().start()) {
      setUp(exchange);
      History.build(options(), url("history.db"), false);
      History.build(options(), url("second.db"), false);
      assertThat(History.cursors(log()))
          .containsExactly("history", History.cursorOf(log(), url("second.db")));
      assertThat(History.forget(log(), url("history.db"))).isTrue();
      assertThat(History.forget(log(), url("history.db"))).isFalse();
      try (History second = History.start(options(), url("second.db"))) {
        while (!second.status().caughtUp()) {
          Thread.onSpinWait();
        }
        assertThatThrownBy(() -> History.forget(log(), url("second.db")))
            .isInstanceOf(HistoryException.class);
      }
      assertThat(History.forget(log(), url("second.db"))).isTrue();
      assertThat(History.isFollowing(log())).isFalse();
      trade(exchange, 1);
    }
    assertThat(firstRecord()).isPositive();
    assertThatThrownBy(() -> History.build(options(), url("history.db"), false))
        .isInstanceOf(HistoryException.class);
  }

  /** As of a server that is away when the exchange starts for the first time. */
  @Test
  void theLogIsKeptFromTheStartThoughTheDatabaseIsAway() throws IOException, InterruptedException {
    Path later = directory.resolve("later");
    String url = "jdbc:sqlite:" + later.resolve("history.db");
    try (Exchange exchange = Exchange.builder().journal(options()).daemon().start();
        History history = History.start(options(), url)) {
      while (history.status().problem() == null) {
        Thread.sleep(10);
      }
      setUp(exchange);
      trade(exchange, 1);
    }
    assertThat(firstRecord()).isZero();
    Files.createDirectory(later);
    assertThat(History.build(options(), url, false).wholeFrom()).isZero();
  }

  @Test
  void theNameIsOfThePlace() throws IOException {
    Path moved = directory.resolve("moved");
    Files.createDirectories(moved.resolve("log"));
    Files.createDirectories(log());
    assertThat(History.cursorOf(log(), History.fileBeside(log()))).isEqualTo("history");
    String second = History.cursorOf(log(), url("second.db"));
    assertThat(second).matches("history-second[.]db-[0-9a-f]{8}");
    assertThat(
            History.cursorOf(
                moved.resolve("log"), "jdbc:sqlite:" + moved.resolve("second.db?busy_timeout=9")))
        .isEqualTo(second);
    String server = History.cursorOf(log(), "jdbc:postgresql://db/trades?user=me&password=x");
    assertThat(server).matches("history-trades-[0-9a-f]{8}");
    assertThat(History.cursorOf(log(), "jdbc:postgresql://db/trades?user=you")).isEqualTo(server);
    assertThat(History.cursorOf(log(), "jdbc:postgresql://db/trades?currentSchema=b"))
        .isNotEqualTo(server);
  }
}

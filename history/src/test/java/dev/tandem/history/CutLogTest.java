package dev.tandem.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.history.rows.OrderEvent;
import dev.tandem.history.rows.OrderState;
import dev.tandem.history.store.Database;
import dev.tandem.history.store.Reader;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a history has of a log, and what the log keeps for it. */
class CutLogTest {

  private static final int ORDERS = 1_500;

  @TempDir private Path directory;

  /** Snapshots are taken where a test says, and two are kept. */
  private JournalOptions log() {
    return JournalOptions.in(directory.resolve("log")).segmentBytes(64 << 10).keepForCursors();
  }

  private String url(String name) {
    return "jdbc:sqlite:" + directory.resolve(name);
  }

  private static void trade(Exchange exchange, int from, int to) {
    List<CompletableFuture<CommandResult>> answers = new ArrayList<>();
    for (int order = from; order < to; order++) {
      answers.add(exchange.async().place(5, 1, order, Side.SELL, TimeInForce.GTC, 100, 1));
      answers.add(exchange.async().place(6, 1, order + 100_000, Side.BUY, TimeInForce.GTC, 100, 1));
    }
    answers.forEach(CompletableFuture::join);
  }

  private static void setUp(Exchange exchange) {
    exchange.async().addSymbol(SymbolSpec.of(1, 10, 20)).join();
    for (long user : new long[] {5, 6}) {
      exchange.async().addUser(user).join();
      exchange.async().adjustBalance(user, 10, 1_000_000, 1).join();
      exchange.async().adjustBalance(user, 20, 100_000_000, 2).join();
    }
    // Lives through all of it.
    exchange.async().place(5, 1, 99_999, Side.SELL, TimeInForce.GTC, 200, 7).join();
  }

  private long firstRecord() throws IOException {
    WalConfig readOnly = WalConfig.builder().mode(ReadMode.READ_ONLY).build();
    try (Wal wal = Wal.open(directory.resolve("log"), readOnly)) {
      return wal.firstSequence();
    }
  }

  @Test
  void theLogKeepsWhatTheHistoryHasNotYet() throws IOException {
    try (Exchange exchange = Exchange.builder().journal(log()).daemon().start()) {
      setUp(exchange);
      History.build(log(), url("history.db"), false);
      // Each of them could begin the log; the history, which has next to nothing, needs all of it.
      for (int part = 0; part < 3; part++) {
        trade(exchange, 1 + part * ORDERS / 3, 1 + (part + 1) * ORDERS / 3);
        exchange.snapshot();
      }
    }
    assertThat(firstRecord()).isZero();
    HistoryStatus status = History.build(log(), url("history.db"), false);
    assertThat(status.wholeFrom()).isZero();
    assertThat(status.nextEvent()).isGreaterThan(3 * ORDERS);
    // Now it has all, and what snapshots make up for goes.
    try (Exchange exchange = Exchange.builder().journal(log()).daemon().start()) {
      trade(exchange, 1 + ORDERS, 1 + 2 * ORDERS);
      exchange.snapshot();
      trade(exchange, 1 + 2 * ORDERS, 100 + 2 * ORDERS);
      exchange.snapshot();
    }
    assertThat(firstRecord()).isPositive();
    assertThat(History.build(log(), url("history.db"), false).wholeFrom()).isZero();
  }

  @Test
  void aHistoryOfACutLogBeginsWithItsOldestSnapshot() throws IOException, SQLException {
    try (Exchange exchange = Exchange.builder().journal(log()).daemon().start()) {
      setUp(exchange);
      trade(exchange, 1, 2 * ORDERS);
      exchange.async().place(6, 1, 6, Side.BUY, TimeInForce.IOC, 200, 2).join();
      // The oldest that is kept: some of the log in front of it goes, and what follows is history.
      exchange.snapshot();
      exchange.async().place(6, 1, 7, Side.BUY, TimeInForce.IOC, 200, 3).join();
      exchange.async().place(5, 1, 88_888, Side.SELL, TimeInForce.GTC, 300, 1).join();
      exchange.snapshot();
    }
    assertThat(firstRecord()).isPositive();
    HistoryStatus status = History.build(log(), url("history.db"), false);
    assertThat(status.wholeFrom()).isPositive();
    assertThat(status.wholeFromNs()).isPositive();
    try (Reader reader = Reader.open(Database.in(directory.resolve("history.db")))) {
      List<OrderState> orders =
          reader.orders(new Reader.Selection(5L, 1, null, null, null, null), 10_000);
      OrderState older = orders.getFirst();
      assertThat(older.orderId).isEqualTo(99_999);
      assertThat(older.isWhole()).isFalse();
      assertThat(older.placedNs).isZero();
      assertThat(older.quantity).isEqualTo(7);
      assertThat(older.open).isEqualTo(2);
      assertThat(older.filled).isEqualTo(5);
      List<OrderEvent> events = reader.events(older.placed, Long.MIN_VALUE, 10);
      assertThat(events)
          .extracting(event -> event.kind() + " " + event.quantity() + " " + event.open())
          .containsExactly("RESTATED 5 5", "TRADE 3 2");
      assertThat(events.getFirst().event()).isEqualTo(status.wholeFrom() - 1);
      assertThat(events.getFirst().timeNs()).isEqualTo(status.wholeFromNs());
      assertThat(orders.get(1).isWhole()).isTrue();
    }
    HistoryStatus again = History.rebuild(log(), url("history.db"));
    assertThat(again.wholeFrom()).isEqualTo(status.wholeFrom());
    assertThat(again.nextEvent()).isEqualTo(status.nextEvent());
  }
}

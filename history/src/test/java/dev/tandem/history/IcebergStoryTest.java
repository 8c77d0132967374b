package dev.tandem.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.AsyncCommands;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.history.rows.OrderEvent;
import dev.tandem.history.rows.OrderState;
import dev.tandem.history.store.Database;
import dev.tandem.history.store.Reader;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The story of an iceberg has what it showed. */
class IcebergStoryTest {

  @TempDir private Path directory;

  @Test
  void eachPartThatIsShownIsAnEvent() throws SQLException {
    JournalOptions log = JournalOptions.in(directory.resolve("log")).segmentBytes(1 << 20);
    try (Exchange exchange = Exchange.builder().journal(log).daemon().start()) {
      AsyncCommands async = exchange.async();
      async.addSymbol(SymbolSpec.of(1, 10, 20)).join();
      async.addUser(5).join();
      async.addUser(6).join();
      async.adjustBalance(5, 10, 1_000, 1).join();
      async.adjustBalance(6, 20, 1_000, 2).join();
      async
          .submit(
              c -> {
                Commands.place(c, 5, 1, 7, Side.SELL, TimeInForce.GTC, 100, 8);
                Commands.displayQuantity(c, 3);
              })
          .join();
      async.place(6, 1, 8, Side.BUY, TimeInForce.IOC, 100, 4).join();
    }
    History.build(log, "jdbc:sqlite:" + directory.resolve("history.db"), false);
    try (Reader reader = Reader.open(Database.in(directory.resolve("history.db")))) {
      List<OrderState> orders =
          reader.orders(new Reader.Selection(5L, 1, null, null, null, null), 10);
      OrderState iceberg = orders.getFirst();
      assertThat(iceberg.displayQuantity).isEqualTo(3);
      assertThat(iceberg.open).isEqualTo(4);
      assertThat(reader.events(iceberg.placed, Long.MIN_VALUE, 10))
          .extracting(IcebergStoryTest::line)
          .containsExactly(
              "NEW 8 8 null",
              "SHOWN 3 8 ENTRY",
              "TRADE 3 5 null",
              "SHOWN 3 5 REFILL",
              "TRADE 1 4 null");
    }
  }

  private static String line(OrderEvent event) {
    return event.kind() + " " + event.quantity() + " " + event.open() + " " + event.reason();
  }
}

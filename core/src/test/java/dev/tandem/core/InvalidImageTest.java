package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.state.InvalidImageException;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.state.TableKind;
import dev.tandem.core.statemachine.StagesDriver;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What no kernel can have written is refused by name, not taken over. */
class InvalidImageTest {

  /** Changes one word of a small image, and says what must be found. */
  record Change(TableKind table, int row, int word, long value, String found) {}

  static List<Change> changes() {
    return List.of(
        new Change(TableKind.CLIENTS, 1, 0, 7, "client 7 comes twice"),
        new Change(TableKind.CLIENTS, 0, 0, 0, "client 0"),
        new Change(TableKind.CLIENTS, 0, 34, 5, "a sum of what was not seen"),
        new Change(TableKind.SYMBOLS, 0, 0, -1L >>> 32, "symbol -1 is impossible"),
        new Change(TableKind.SYMBOLS, 0, 2, 0, "symbol 3 is impossible"),
        new Change(TableKind.SYMBOLS, 1, 0, 3, "symbol 3 comes twice"),
        new Change(TableKind.SYMBOLS, 0, 6, 1, "order 51 of symbol 3 is refused"),
        new Change(TableKind.ORDERS, 0, 0, 0, "order 0"),
        new Change(TableKind.ORDERS, 1, 0, 50, "order 50 of symbol 3 is refused: DUPLICATE"),
        new Change(TableKind.ORDERS, 0, 1, 999, "order 50 of symbol 3 is refused: UNKNOWN_USER"),
        new Change(TableKind.ORDERS, 0, 2, 0, "price 0"),
        new Change(TableKind.ORDERS, 0, 2, 21, "crosses"),
        new Change(TableKind.ORDERS, 0, 2, 9, "holds another amount"),
        new Change(TableKind.ORDERS, 0, 3, -1, "-1 open lots"),
        new Change(TableKind.ORDERS, 0, 3, 1 << 20, "INSUFFICIENT_FUNDS"),
        new Change(TableKind.ORDERS, 0, 5, -1, "order 50 of symbol 3 has -1 filled lots"),
        new Change(TableKind.ORDERS, 0, 4, 3 << 16, "order 50 of symbol 3 has modes 30000"),
        new Change(TableKind.ORDERS, 0, 4, 1, "order 50 of symbol 3 has modes 1"),
        new Change(TableKind.USERS, 0, 0, 0, "user 0 is below 1"),
        new Change(TableKind.USERS, 1, 0, 1, "user 1 comes twice"),
        new Change(TableKind.USERS, 1, 2, 0, "BALANCES has 2 rows, expected 1"),
        new Change(TableKind.USERS, 0, 4, 2, "user 1 has an impossible window"),
        new Change(TableKind.USERS, 0, 4, 0, "user 1 has an impossible window"),
        new Change(TableKind.BALANCES, 0, 0, 77, "unknown currency"),
        new Change(TableKind.BALANCES, 0, 1, -5, "impossible balance"),
        new Change(TableKind.BALANCES, 0, 2, Long.MAX_VALUE, "impossible balance"),
        new Change(TableKind.BALANCES, 0, 2, 1, "currency 2 has a supply of 1000, and 89 of it"),
        new Change(TableKind.BALANCES, 0, 2, 91, "currency 2 has a supply of 1000, and fees and"),
        new Change(TableKind.BALANCES, 0, 1, 1L << 62, "currency 2 has a supply of 1000, and"),
        new Change(TableKind.CURRENCIES, 0, 1, 1, "currency 1 has a supply of 2000, and fees"),
        new Change(TableKind.CURRENCIES, 0, 1, 2_001, "supply of 2000, and fees of 2001"),
        new Change(
            TableKind.CURRENCIES,
            1,
            2,
            Long.MAX_VALUE,
            "currency 2 has a supply of 9223372036854775807, and 9223372036854774807 of it are"),
        new Change(TableKind.CURRENCIES, 1, 0, 1, "currency 1 comes twice"),
        new Change(TableKind.CURRENCIES, 0, 2, -1, "currency 1 has negative"),
        new Change(TableKind.TIMED, 0, 0, 9, "TIMED has 1 rows, expected 0"),
        new Change(TableKind.TIMED, 0, 1, 99, "order 99 of symbol 3 ends by time twice, or is not"),
        new Change(TableKind.TIMED, 0, 2, -1, "or expires at -1"),
        new Change(TableKind.RESULTS, 0, 0, -1, "word 0 of RESULTS is -1"),
        new Change(TableKind.RESULTS, 0, 1, Long.MIN_VALUE, "word 1 of RESULTS is -9223"),
        new Change(TableKind.RESULTS, 0, 2, -1, "word 2 of RESULTS is -1, and counts are not"));
  }

  private static StateImage image() throws Exception {
    StagesDriver driver = new StagesDriver(1, 1, c -> {});
    apply(driver, c -> Commands.addSymbol(c, SymbolSpec.of(3, 1, 2)));
    apply(driver, c -> Commands.addSymbol(c, SymbolSpec.of(4, 1, 2)));
    apply(driver, c -> Commands.addUser(c, 1));
    apply(driver, c -> Commands.addUser(c, 2));
    apply(driver, c -> Commands.adjustBalance(c, 1, 2, 1_000, 10));
    apply(driver, c -> Commands.adjustBalance(c, 2, 1, 1_000, 11));
    apply(driver, c -> Commands.adjustBalance(c, 2, 1, 1_000, 12));
    apply(driver, c -> Commands.place(c, 1, 3, 50, Side.BUY, TimeInForce.GTC, 10, 5));
    apply(driver, c -> Commands.place(c, 1, 3, 51, Side.BUY, TimeInForce.GTC, 8, 5));
    apply(driver, c -> Commands.place(c, 2, 3, 52, Side.SELL, TimeInForce.DAY, 20, 5));
    for (long client = 7; client < 9; client++) {
      long key = client;
      apply(
          driver,
          c -> {
            c.clientKey = key;
            c.clientSequence = 1;
          });
    }
    return driver.stages().image();
  }

  private static void apply(StagesDriver driver, Consumer<Command> filler) throws Exception {
    Command c = new Command();
    filler.accept(c);
    c.timestampNs = 1;
    driver.apply(c);
    driver.settle();
  }

  @Test
  void theImageItselfIsRestored() throws Exception {
    try (StateImage image = image()) {
      assertThat(image.table(TableKind.ORDERS).rows()).isEqualTo(3);
      assertThatCode(() -> new StagesDriver(1, 1, c -> {}).stages().restore(image))
          .doesNotThrowAnyException();
    }
  }

  /** Without risk there is no shard that they could be of. */
  @Test
  void anImageWithoutRiskHasNoUsers() throws Exception {
    try (StateImage image = new StateImage(0, 1)) {
      for (TableKind kind : TableKind.values()) {
        image.create(kind, 1);
      }
      image.table(TableKind.USERS).addRow(1, 0, 0, 0, 0, 0);
      image.table(TableKind.RESULTS).addRow(new long[TableKind.RESULTS.rowWords()]);
      assertThatThrownBy(() -> new StagesDriver(0, 1, c -> {}).stages().restore(image))
          .isInstanceOf(InvalidImageException.class)
          .hasMessage("USERS has 1 rows, expected 0");
    }
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aChangedOneIsRefused(Change change) throws Exception {
    try (StateImage image = image()) {
      image.table(change.table()).set(change.row(), change.word(), change.value());
      for (int shards = 1; shards <= 2; shards++) {
        StagesDriver fresh = new StagesDriver(shards, shards, c -> {});
        assertThatThrownBy(() -> fresh.stages().restore(image))
            .isInstanceOf(InvalidImageException.class)
            .hasMessageContaining(change.found());
      }
    }
  }
}

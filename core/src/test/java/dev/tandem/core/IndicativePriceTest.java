package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.BookSnapshot.Order;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What an auction would give is what it gives. */
@Timeout(300)
class IndicativePriceTest extends PairSetup {

  private static final int AUCTIONS = 60;
  private static final long OTHER = 3;

  @ParameterizedTest
  @MethodSource("topologies")
  void itIsTheUncrossThatFollows(Topology topology) {
    exchange = Exchange.builder().topology(topology).daemon().start();
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(PAIR, COIN, CASH)));
    addUser(1, 1_000_000);
    ok(c -> Commands.adjustBalance(c, 1, COIN, 1_000_000, 3));
    addUser(OTHER, 1_000_000);
    ok(c -> Commands.adjustBalance(c, OTHER, COIN, 1_000_000, 3));
    assertThat(exchange.indicativePrice(PAIR + 1)).isEmpty();
    SplittableRandom random = new SplittableRandom(11);
    long order = 1;
    int crossed = 0;
    int hidden = 0;
    for (int auction = 0; auction < AUCTIONS; auction++) {
      ok(c -> Commands.startAuction(c, PAIR));
      for (int i = random.nextInt(8); i >= 0; i--) {
        long id = order++;
        Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
        long price = 20L + random.nextInt(6);
        long lots = 1L + random.nextInt(9);
        boolean iceberg = random.nextInt(3) == 0;
        hidden += iceberg && lots > 1 ? 1 : 0;
        ok(
            c -> {
              Commands.place(c, 1 + 2 * (id & 1), PAIR, id, side, TimeInForce.GTC, price, lots);
              if (iceberg) {
                Commands.displayQuantity(c, 1);
              }
            });
      }
      IndicativePrice found = exchange.indicativePrice(PAIR).orElseThrow();
      assertThat(found.state()).isEqualTo(SymbolState.AUCTION);
      assertThat(found.surplus()).isEqualTo(surplus(found.price()));
      CommandResult uncrossed = ok(c -> Commands.uncross(c, PAIR));
      assertThat(found.price()).isEqualTo(uncrossed.orderPrice());
      assertThat(found.quantity()).isEqualTo(uncrossed.filledQuantity());
      crossed += found.price() == 0 ? 0 : 1;
      IndicativePrice behind = exchange.indicativePrice(PAIR).orElseThrow();
      assertThat(behind)
          .isEqualTo(
              new IndicativePrice(PAIR, SymbolState.CONTINUOUS, 0, 0, 0, behind.lastEvent()));
    }
    assertThat(crossed).isBetween(AUCTIONS / 2, AUCTIONS - 1);
    assertThat(hidden).isGreaterThan(AUCTIONS / 2);
  }

  private long surplus(long price) {
    if (price == 0) {
      return 0;
    }
    BookSnapshot book = exchange.book(PAIR).orElseThrow();
    ToLongFunction<Order> open = Order::open;
    return book.bids().stream().filter(o -> o.price() >= price).mapToLong(open).sum()
        - book.asks().stream().filter(o -> o.price() <= price).mapToLong(open).sum();
  }
}

package dev.tandem.flow.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What accepted commands trade, pay and tell, word by word. */
class NaiveOutcomeTest {

  private static final int PAIR = 3;
  private static final int LOTS = -10;
  private static final int MONEY = 20;
  private static final long SYMBOL = 3L << 32;
  private static final long OK = 1 << 16;
  private static final long PLACED = 1 | CommandType.PLACE << 8 | OK | SYMBOL;

  private final NaiveExchange exchange = new NaiveExchange();

  private List<long[]> events(Input in) {
    Answer answer = exchange.apply(in);
    assertThat(answer.code()).as("%s", in).isEqualTo(ResultCode.OK);
    return answer.events();
  }

  private void begin(SymbolSpec spec, int users) {
    events(Input.addSymbol(spec));
    for (int user = 1; user <= users; user++) {
      events(Input.addUser(user));
      events(Input.adjust(user, LOTS, 1_000, 1));
      events(Input.adjust(user, MONEY, 100_000, 2));
    }
  }

  private static Input place(long user, long order, Side side, long price, long quantity) {
    return Input.place(user, PAIR, order, side, TimeInForce.GTC, price, quantity);
  }

  private void owns(long user, int currency, long available, long held) {
    NaiveUser.Account account = exchange.state().users.get(user).accounts.get(currency);
    assertThat(account.available).isEqualTo(available);
    assertThat(account.held).isEqualTo(held);
  }

  @Test
  void nothingHasTheHashOfNothing() {
    assertThat(exchange.eventHash()).isEqualTo(0xef46db3751d8e999L);
    assertThat(exchange.stateHash()).isEqualTo(0xef46db3751d8e999L);
    exchange.apply(Input.nop());
    exchange.apply(Input.asking());
    assertThat(exchange.events()).isEmpty();
  }

  @Test
  void theBestPriceTradesFirstAndThenTheOldestOrder() {
    begin(SymbolSpec.of(PAIR, LOTS, MONEY), 3);
    long n = exchange.events().size();
    events(place(1, 11, Side.SELL, 100, 5));
    events(place(1, 12, Side.SELL, 99, 5));
    events(place(2, 13, Side.SELL, 100, 5).at(77));
    events(Input.reduce(1, PAIR, 11, 1));
    List<long[]> taken = events(place(3, 14, Side.BUY, 100, 12).at(78));
    assertThat(taken)
        .containsExactly(
            new long[] {PLACED, n + 4, 78, 3, 14, 100, 12, 0},
            new long[] {2 | 1 << 8 | SYMBOL, n + 4, 14, 12, 3, 1, 99, 5},
            new long[] {2 | 1 << 8 | SYMBOL, n + 4, 14, 11, 3, 1, 100, 4},
            new long[] {2 | 2 << 8 | SYMBOL, n + 4, 14, 13, 3, 2, 100, 3});
    assertThat(events(Input.cancel(2, PAIR, 13).at(79)))
        .containsExactly(
            new long[] {1 | 11 << 8 | OK | SYMBOL, n + 5, 79, 2, 13, 100, 0, 0},
            new long[] {3 | 1 << 8 | SYMBOL, n + 5, 79, 2, 13, 100, 2, 0});
  }

  @Test
  void accountsAndBooksCanBeQueried() {
    begin(SymbolSpec.of(PAIR, LOTS, MONEY), 1);
    events(place(1, 1, Side.BUY, 10, 5));
    events(place(1, 2, Side.BUY, 11, 1));
    events(place(1, 3, Side.SELL, 20, 7));
    assertThat(exchange.available(1, MONEY)).isEqualTo(100_000 - 61);
    assertThat(exchange.held(1, MONEY)).isEqualTo(61);
    assertThat(exchange.held(1, LOTS)).isEqualTo(7);
    assertThat(exchange.available(2, MONEY)).isZero();
    BookSnapshot book = exchange.book(PAIR).orElseThrow();
    assertThat(book.bids())
        .containsExactly(
            new BookSnapshot.Order(Side.BUY, 11, 2, 1, 1),
            new BookSnapshot.Order(Side.BUY, 10, 1, 1, 5));
    assertThat(book.asks()).containsExactly(new BookSnapshot.Order(Side.SELL, 20, 3, 1, 7));
    assertThat(book.state()).isEqualTo(SymbolState.CONTINUOUS);
    assertThat(exchange.book(PAIR + 1)).isEmpty();
  }

  @Test
  void refusalsRepetitionsReducesAndImmediateOrdersAreReported() {
    begin(SymbolSpec.of(PAIR, LOTS, MONEY), 1);
    long n = exchange.events().size();
    Input refused = place(1, 1, Side.BUY, 1_000_000, 1).from(9, 9).at(5);
    assertThat(exchange.apply(refused).events())
        .containsExactly(new long[] {1 | 10 << 8 | 14 << 16 | SYMBOL, n, 5, 1, 1, 0, 0, 0});
    assertThat(exchange.apply(refused).events())
        .containsExactly(
            new long[] {1 | 10 << 8 | 2 << 16 | 14 << 24 | SYMBOL, n + 1, 5, 1, 1, 0, 0, 0});
    events(place(1, 1, Side.BUY, 10, 5));
    assertThat(events(Input.reduce(1, PAIR, 1, 2).at(6)))
        .containsExactly(
            new long[] {1 | 12 << 8 | OK | SYMBOL, n + 3, 6, 1, 1, 10, 0, 3},
            new long[] {3 | SYMBOL, n + 3, 6, 1, 1, 10, 2, 3});
    // Its own user takes the rest, and what is left does not rest.
    assertThat(events(Input.place(1, PAIR, 2, Side.SELL, TimeInForce.IOC, 9, 8).at(7)))
        .containsExactly(
            new long[] {PLACED, n + 4, 7, 1, 2, 9, 3, 0},
            new long[] {2 | 1 << 8 | SYMBOL, n + 4, 2, 1, 1, 1, 10, 3},
            new long[] {3 | 1 << 8 | SYMBOL, n + 4, 7, 1, 2, 9, 5, 0});
    owns(1, MONEY, 100_000, 0);
    owns(1, LOTS, 1_000, 0);
    // It says 1, and the time of the stream does not fall.
    Input odd = Input.other((byte) -1, -1, null, false);
    assertThat(exchange.apply(odd).events())
        .containsExactly(new long[] {1 | 0xff << 8 | 3 << 16 | -1L << 32, n + 5, 7, 0, 0, 0, 0, 0});
  }

  @Test
  void aMovedOrderGoesToTheEndOfItsQueueAndMayTake() {
    begin(SymbolSpec.of(PAIR, LOTS, MONEY), 3);
    events(place(1, 1, Side.SELL, 10, 5));
    events(place(2, 2, Side.SELL, 10, 5));
    events(Input.move(1, PAIR, 1, 10, 0));
    assertThat(events(place(3, 3, Side.BUY, 10, 1)).get(1)[3]).isEqualTo(2);
    events(place(3, 4, Side.BUY, 5, 3));
    long n = exchange.events().getLast()[1] + 1;
    assertThat(events(Input.move(1, PAIR, 1, 4, 9).at(8)))
        .containsExactly(
            new long[] {1 | 13 << 8 | OK | SYMBOL, n, 8, 1, 1, 4, 3, 6},
            new long[] {2 | 1 << 8 | SYMBOL, n, 1, 4, 1, 3, 5, 3});
    owns(1, LOTS, 1_000 - 9, 6);
    owns(1, MONEY, 100_015, 0);
  }

  @Test
  void makersAndTakersPayTheirFees() {
    begin(new SymbolSpec(PAIR, LOTS, MONEY, 3, 2, 25_000, 10_000), 2);
    events(place(1, 1, Side.BUY, 101, 10));
    // 2,020 and 2.5% of it, rounded up.
    owns(1, MONEY, 100_000 - 2_071, 2_071);
    events(place(2, 2, Side.SELL, 100, 4));
    // 808: the maker pays 20.2, the taker 8.08; the rest needs 1,212 and 30.3.
    owns(1, MONEY, 100_000 - 808 - 20 - 1_243, 1_243);
    owns(1, LOTS, 1_012, 0);
    owns(2, MONEY, 100_800, 0);
    owns(2, LOTS, 988, 0);
    assertThat(exchange.state().fees(MONEY)).isEqualTo(28);
  }

  @Test
  void anAuctionEndsAtOnePriceAndBothSidesPayTheTakersFee() {
    begin(new SymbolSpec(PAIR, LOTS, MONEY, 1, 1, 0, 10_000), 3);
    events(Input.startAuction(PAIR));
    events(place(1, 1, Side.BUY, 110, 5));
    events(place(1, 2, Side.BUY, 105, 5));
    events(place(2, 3, Side.SELL, 100, 4));
    events(place(2, 4, Side.SELL, 102, 6));
    // From 102 to 105 all ten trade; moves in an auction only lose their place.
    events(Input.move(1, PAIR, 1, 110, 0));
    List<long[]> reported = events(Input.uncross(PAIR).at(9));
    long n = reported.getFirst()[1];
    assertThat(reported)
        .containsExactly(
            new long[] {1 | 15 << 8 | OK | SYMBOL, n, 9, 0, 0, 103, 10, 0},
            new long[] {2 | 1 << 8 | SYMBOL, n, 1, 3, 1, 2, 103, 4},
            new long[] {2 | 2 << 8 | SYMBOL, n, 1, 4, 1, 2, 103, 1},
            new long[] {2 | 3 << 8 | SYMBOL, n, 2, 4, 1, 2, 103, 5},
            new long[] {7 | SYMBOL, n, 9, 0, 0, 0, 0, 0});
    // 1% of 412, of 103 and of 515, each rounded down.
    owns(1, MONEY, 100_000 - 1_030 - 10, 0);
    owns(2, MONEY, 100_000 + 1_030 - 10, 0);
    events(Input.startAuction(PAIR));
    events(place(3, 5, Side.BUY, 1, 1));
    assertThat(events(Input.uncross(PAIR)).getFirst()).endsWith(0, 0, 0);
  }

  @Test
  void theAuctionsPriceLeavesTheLeastImbalance() {
    begin(SymbolSpec.of(PAIR, LOTS, MONEY), 2);
    events(Input.startAuction(PAIR));
    events(place(1, 1, Side.BUY, 110, 5));
    events(place(1, 2, Side.BUY, 104, 5));
    events(place(2, 3, Side.SELL, 100, 5));
    // Five trade at 100, 104 and 110; only above 104 nothing is wanted beside.
    assertThat(events(Input.uncross(PAIR)).getFirst()).endsWith(110, 5, 0);
  }

  @Test
  void theStateIsARowOfRecords() {
    exchange.apply(Input.addUser(0).from(-2, -1));
    exchange.apply(Input.addUser(5).from(-2, 8));
    events(Input.adjust(5, MONEY, 100, 70));
    events(Input.adjust(5, LOTS, 7, 7));
    events(Input.adjust(5, LOTS, -7, 69));
    LotLimits limits = new LotLimits(6, 7, 8, 9);
    events(
        Input.addSymbol(new SymbolSpec(PAIR, LOTS, 30, 4, 3, 2, 1).with(limits).withProtection(5)));
    events(Input.addSymbol(SymbolSpec.of(9, LOTS, MONEY)));
    events(Input.place(5, 9, -6, Side.BUY, TimeInForce.GTC, 10, 4));
    events(Input.startAuction(9));
    events(Input.suspendUser(5));
    long c = LOTS & 0xffff_ffffL;
    long[][] sums = new long[43][];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = new long[] {1, -2, 0, 0, 0, 0, 0, 0};
    }
    // Of the commands, by their first two words: the type, and the user.
    long k = 0x9E3779B97F4A7C15L;
    sums[8 / 6][2 + 8 % 6] = k + 5 * k * k;
    sums[255 / 6][2 + 255 % 6] = k;
    List<long[]> records = new ArrayList<>(StateRecords.of(exchange.state()));
    List<long[]> ofSums = records.subList(7, 7 + sums.length);
    assertThat(ofSums).containsExactly(sums);
    ofSums.clear();
    assertThat(records)
        .containsExactly(
            new long[] {1, -2, 8, 0, 0, 0, 0, 0},
            // Sequence 8 in the second word, -1 in the last one's highest byte.
            new long[] {1, -2, 0, 1, 0, 0, 0, 0},
            new long[] {1, -2, 0, 0, 0, 0, 0, 0},
            new long[] {1, -2, 0, 0, 0, 0, 0, 0},
            new long[] {1, -2, 0, 0, 0, 0, 0, 0},
            new long[] {1, -2, 0, 0, 0, 0, 0, 0},
            new long[] {1, -2, 0, 5L << 56, 0, 0, 0, 0},
            new long[] {2, PAIR, c | 30L << 32, 4, 3, 2, 1, 0},
            // Neither has traded.
            new long[] {2, PAIR, 0, 6, 7, 8, 9, 5},
            new long[] {2, 9, c | 20L << 32, 1, 1, 0, 0, 1},
            new long[] {2, 9, 0, 0, 0, 0, 0, 0},
            new long[] {2, 9, 0, -6, 5, 10, 4, 0},
            new long[] {3, 5, 1, 70, 1L << 63 | 2 | 1, 0, 0, 0},
            new long[] {3, 5, 1, MONEY, 60, 40, 0, 0},
            new long[] {4, LOTS, 0, 0, 0, 0, 0, 0},
            new long[] {4, MONEY, 0, 100, 0, 0, 0, 0},
            new long[] {4, 30, 0, 0, 0, 0, 0, 0});
  }
}

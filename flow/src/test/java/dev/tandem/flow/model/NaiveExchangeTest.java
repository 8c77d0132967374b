package dev.tandem.flow.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import org.junit.jupiter.api.Test;

/** Why commands are refused, and which reason wins. */
class NaiveExchangeTest {

  private static final int PAIR = 1;
  private static final int LOTS = 10;
  private static final int MONEY = 20;
  private static final byte GTC = TimeInForce.GTC_CODE;

  private final NaiveExchange exchange = new NaiveExchange();
  private long transactions;

  private ResultCode code(Input in) {
    return exchange.apply(in).code();
  }

  private void ok(Input... inputs) {
    for (Input in : inputs) {
      assertThat(code(in)).as("%s", in).isEqualTo(ResultCode.OK);
    }
  }

  private void refused(ResultCode code, Input... inputs) {
    for (Input in : inputs) {
      long before = exchange.stateHash();
      assertThat(code(in)).as("%s", in).isEqualTo(code);
      assertThat(exchange.stateHash()).as("%s", in).isEqualTo(before);
    }
  }

  private void begin(SymbolSpec spec, long users, long lots, long money) {
    ok(Input.addSymbol(spec));
    for (long user = 1; user <= users; user++) {
      ok(Input.addUser(user));
      ok(Input.adjust(user, LOTS, lots, ++transactions));
      ok(Input.adjust(user, MONEY, money, ++transactions));
    }
  }

  private void begin(long users, long lots, long money) {
    begin(SymbolSpec.of(PAIR, LOTS, MONEY), users, lots, money);
  }

  private static Input buy(long user, long order, long price, long quantity) {
    return Input.place(user, PAIR, order, Side.BUY, TimeInForce.GTC, price, quantity);
  }

  private static Input sell(long user, long order, long price, long quantity) {
    return Input.place(user, PAIR, order, Side.SELL, TimeInForce.GTC, price, quantity);
  }

  private static Input immediateBuy(long user, long order, long price, long quantity) {
    return Input.place(user, PAIR, order, Side.BUY, TimeInForce.IOC, price, quantity);
  }

  @Test
  void aRepeatedCommandGetsTheFirstAnswer() {
    ok(Input.addUser(1).from(5, 100));
    assertThat(code(Input.addUser(1).from(5, 98))).isEqualTo(ResultCode.USER_EXISTS);
    Answer again = exchange.apply(Input.addUser(1).from(5, 98));
    assertThat(again.code()).isEqualTo(ResultCode.DUPLICATE_COMMAND);
    assertThat(again.firstCode()).isEqualTo(ResultCode.USER_EXISTS);
    // The repetition is not the first one of the next.
    assertThat(exchange.apply(Input.nop().from(5, 98)).firstCode())
        .isEqualTo(ResultCode.USER_EXISTS);
    assertThat(exchange.apply(Input.nop().from(5, 100)).firstCode()).isEqualTo(ResultCode.OK);
    // Another client, and nobody: sequences of their own.
    ok(Input.nop().from(6, 98), Input.nop().from(0, 98), Input.nop().from(0, 98));
  }

  @Test
  void aClientsWindowIsItsLast256Sequences() {
    ok(Input.nop().from(5, 300), Input.nop().from(5, 45));
    refused(ResultCode.STALE_COMMAND, Input.nop().from(5, 44), Input.nop().from(5, Long.MIN_VALUE));
    refused(ResultCode.DUPLICATE_COMMAND, Input.nop().from(5, 45), Input.nop().from(5, 300));
    ok(Input.nop().from(5, 301));
    refused(ResultCode.STALE_COMMAND, Input.nop().from(5, 45));
    ok(Input.nop().from(5, 46));
    ok(Input.asking().from(5, 1_000));
    refused(ResultCode.STALE_COMMAND, Input.nop().from(5, 300));
    refused(ResultCode.DUPLICATE_COMMAND, Input.asking().from(5, 1_000));
  }

  @Test
  void aWindowMayBeAnywhere() {
    ok(Input.nop().from(-1, Long.MIN_VALUE + 2), Input.nop().from(-1, Long.MIN_VALUE));
    ok(Input.nop().from(-1, Long.MAX_VALUE));
    refused(ResultCode.STALE_COMMAND, Input.nop().from(-1, Long.MIN_VALUE));
    refused(ResultCode.STALE_COMMAND, Input.nop().from(-1, Long.MAX_VALUE - 256));
    ok(Input.nop().from(-1, Long.MAX_VALUE - 255));
  }

  @Test
  void aSequenceIsThatOfOneCommand() {
    assertThat(code(Input.adjust(1, MONEY, 0, 1).from(5, 1))).isEqualTo(ResultCode.INVALID_AMOUNT);
    refused(ResultCode.DUPLICATE_COMMAND, Input.adjust(1, MONEY, 0, 1).from(5, 1).at(9));
    refused(
        ResultCode.CLIENT_SEQUENCE_REUSED,
        Input.adjust(1, MONEY, 2, 1).from(5, 1),
        Input.adjust(1, LOTS, 0, 1).from(5, 1),
        Input.adjust(2, MONEY, 0, 1).from(5, 1),
        Input.adjust(1, MONEY, 0, 2).from(5, 1));
    // In the log a query is a NOP.
    ok(Input.asking().from(5, 2));
    refused(ResultCode.DUPLICATE_COMMAND, Input.nop().from(5, 2));
    Answer refused = exchange.apply(buy(1, 1, 1, 1).refusedWith((byte) 34).from(5, 3));
    assertThat(refused.code()).isEqualTo(ResultCode.PRICE_OUT_OF_BAND);
    Answer again = exchange.apply(buy(1, 1, 1, 1).from(5, 3));
    assertThat(again.code()).isEqualTo(ResultCode.DUPLICATE_COMMAND);
    assertThat(again.firstCode()).isEqualTo(ResultCode.PRICE_OUT_OF_BAND);
    assertThat(code(buy(1, 1, 1, 1).refusedWith((byte) 30))).isEqualTo(ResultCode.UNKNOWN_COMMAND);
  }

  @Test
  void aRepetitionIsReportedBeforeAFault() {
    ok(Input.nop().from(5, 1));
    refused(ResultCode.CLIENT_SEQUENCE_REUSED, Input.addUser(0).from(5, 1));
    refused(ResultCode.DUPLICATE_COMMAND, Input.nop().refusedWith((byte) 31).from(5, 1));
    refused(ResultCode.STALE_COMMAND, Input.addUser(0).from(5, -255));
  }

  @Test
  void aFaultIsReportedBeforeAnythingUnknown() {
    refused(ResultCode.UNKNOWN_COMMAND, Input.other((byte) 7, 0, null, true));
    refused(ResultCode.UNKNOWN_COMMAND, Input.other((byte) -1, 0, null, true));
    refused(ResultCode.UNKNOWN_COMMAND, Input.other(CommandType.QUERY, 0, null, false));
    refused(ResultCode.INVALID_ORDER_ID, place(0, 0, 0, 9, 9), Input.cancel(1, PAIR, 0));
    refused(ResultCode.INVALID_PRICE, place(1, 0, 0, 9, 9), place(1, -1, 1, 0, 0));
    refused(ResultCode.INVALID_QUANTITY, place(1, 1, 0, 9, 9), place(1, 1, -1, 0, 0));
    refused(ResultCode.INVALID_SIDE, place(1, 1, 1, 2, 9), place(1, 1, 1, -1, 0));
    refused(ResultCode.INVALID_ORDER_TYPE, place(1, 1, 1, 1, 15), place(1, 1, 1, 0, -1));
    refused(
        ResultCode.INVALID_ORDER_ID, Input.reduce(1, PAIR, 0, 0), Input.move(1, PAIR, 0, 0, -1));
    refused(
        ResultCode.INVALID_QUANTITY, Input.reduce(1, PAIR, 1, 0), Input.move(1, PAIR, 1, 1, -1));
    refused(ResultCode.INVALID_PRICE, Input.move(1, PAIR, 1, 0, -1));
    refused(ResultCode.INVALID_USER_ID, Input.addUser(0), Input.addUser(-1));
    refused(ResultCode.INVALID_USER_ID, Input.suspendUser(0), Input.resumeUser(0));
    refused(ResultCode.INVALID_AMOUNT, Input.adjust(1, MONEY, 0, 1));
    refused(ResultCode.INVALID_AMOUNT, Input.adjust(1, MONEY, Long.MIN_VALUE, 1));
    refused(ResultCode.INVALID_AMOUNT, Input.withdrawFees(MONEY, 0), Input.withdrawFees(MONEY, -1));
    refused(ResultCode.INVALID_SYMBOL, Input.addSymbol(PAIR, null));
    refused(ResultCode.INVALID_SYMBOL, Input.addSymbol(PAIR, SymbolSpec.of(2, LOTS, MONEY)));
    refused(ResultCode.INVALID_SYMBOL, Input.addSymbol(SymbolSpec.of(PAIR, LOTS, LOTS)));
  }

  private static Input place(long order, long price, long quantity, int side, int terms) {
    return Input.order(
        CommandType.PLACE, 1, PAIR, order, (byte) side, (byte) terms, price, quantity);
  }

  @Test
  void anUnknownUserIsReportedBeforeAnUnknownSymbolAndThatBeforeAnUnknownOrder() {
    Input[] all = {
      buy(1, 1, 1, 1),
      Input.cancel(1, PAIR, 1),
      Input.reduce(1, PAIR, 1, 1),
      Input.move(1, PAIR, 1, 1, 0)
    };
    refused(ResultCode.UNKNOWN_USER, all);
    refused(ResultCode.UNKNOWN_USER, Input.suspendUser(1), Input.resumeUser(1));
    refused(ResultCode.UNKNOWN_USER, Input.adjust(1, MONEY, 1, 1));
    ok(Input.addUser(1));
    refused(ResultCode.USER_EXISTS, Input.addUser(1));
    refused(ResultCode.UNKNOWN_SYMBOL, all);
    refused(ResultCode.UNKNOWN_SYMBOL, Input.startAuction(PAIR), Input.uncross(PAIR));
    ok(Input.suspendUser(1));
    refused(ResultCode.USER_SUSPENDED, all[0], all[3], Input.suspendUser(1));
    refused(ResultCode.UNKNOWN_SYMBOL, all[1], all[2]);
    ok(Input.resumeUser(1));
    refused(ResultCode.USER_NOT_SUSPENDED, Input.resumeUser(1));
    ok(Input.addSymbol(SymbolSpec.of(PAIR, LOTS, MONEY)));
    refused(ResultCode.SYMBOL_EXISTS, Input.addSymbol(SymbolSpec.of(PAIR, MONEY, LOTS)));
    refused(ResultCode.INSUFFICIENT_FUNDS, all[0]);
    refused(ResultCode.UNKNOWN_ORDER, all[1], all[2], all[3]);
  }

  @Test
  void aSuspendedUserMayTakeOrdersOffAndMoneyOut() {
    begin(1, 1, 100);
    ok(buy(1, 1, 10, 5), Input.suspendUser(1));
    refused(ResultCode.USER_SUSPENDED, Input.move(1, PAIR, 1, 9, 0));
    ok(Input.reduce(1, PAIR, 1, 1), Input.cancel(1, PAIR, 1), Input.adjust(1, MONEY, -100, 99));
  }

  @Test
  void anOrderIsItsUsersAlone() {
    begin(2, 10, 100);
    ok(buy(1, 7, 10, 5));
    refused(ResultCode.UNKNOWN_ORDER, Input.cancel(2, PAIR, 7), Input.reduce(2, PAIR, 7, 1));
    refused(ResultCode.UNKNOWN_ORDER, Input.move(2, PAIR, 7, 1, 0));
    refused(ResultCode.DUPLICATE_ORDER_ID, buy(2, 7, 1, 1), buy(1, 7, 1, 1), sell(2, 7, 10, 5));
    ok(Input.cancel(1, PAIR, 7), buy(2, 7, 1, 1));
  }

  @Test
  void aUsersWindowIsItsLast64Transactions() {
    ok(Input.addUser(1), Input.addUser(2));
    refused(ResultCode.INSUFFICIENT_FUNDS, Input.adjust(1, MONEY, -1, 500));
    // A refused one leaves the window as it was.
    ok(Input.adjust(1, MONEY, 5, 100), Input.adjust(1, MONEY, 5, 37));
    refused(ResultCode.DUPLICATE_TRANSACTION, Input.adjust(1, MONEY, 1, 37));
    // A repeated or stale one is told so before it lacks funds or overflows.
    refused(ResultCode.DUPLICATE_TRANSACTION, Input.adjust(1, MONEY, -99, 100));
    refused(ResultCode.STALE_TRANSACTION, Input.adjust(1, MONEY, Long.MAX_VALUE, 36));
    ok(Input.adjust(1, MONEY, 1, 101), Input.adjust(2, MONEY, 1, 36));
    refused(ResultCode.STALE_TRANSACTION, Input.adjust(1, MONEY, 1, 37));
    ok(Input.adjust(1, MONEY, 1, 38));
  }

  @Test
  void theSupplyOfACurrencyFitsIn63Bits() {
    ok(Input.addUser(1), Input.addUser(2), Input.adjust(1, MONEY, 10, 1));
    refused(ResultCode.OVERFLOW, Input.adjust(2, MONEY, Long.MAX_VALUE - 9, 1));
    ok(Input.adjust(2, MONEY, Long.MAX_VALUE - 10, 1));
    refused(ResultCode.OVERFLOW, Input.adjust(1, MONEY, 1, 2));
    ok(Input.adjust(2, LOTS, Long.MAX_VALUE, 2), Input.adjust(2, MONEY, -1, 3));
    ok(Input.adjust(1, MONEY, 1, 2));
  }

  @Test
  void aBuyNeedsItsCostAndTheHigherFeeRoundedUp() {
    begin(new SymbolSpec(PAIR, LOTS, MONEY, 5, 3, 2_000, 100), 1, 1, 1_000);
    // 30 lots at 11 ticks of 3 are 990, and 1.98 the fee.
    ok(Input.adjust(1, MONEY, -9, 50));
    refused(ResultCode.INSUFFICIENT_FUNDS, buy(1, 1, 11, 30));
    ok(Input.adjust(1, MONEY, 1, 51), buy(1, 1, 11, 30));
    refused(ResultCode.INSUFFICIENT_FUNDS, Input.adjust(1, MONEY, -1, 52));
  }

  @Test
  void aSellNeedsItsLotsAndRoomForWhatItBrings() {
    begin(new SymbolSpec(PAIR, LOTS, MONEY, 5, 1, 1, 0), 1, 10, 1);
    refused(ResultCode.INSUFFICIENT_FUNDS, sell(1, 1, 1, 3));
    refused(ResultCode.OVERFLOW, sell(1, 1, Long.MAX_VALUE, 2));
    refused(ResultCode.OVERFLOW, sell(1, 1, 1, Long.MAX_VALUE / 5 + 1));
    // Its fee is taken from what it brings, so it needs no room of its own.
    ok(sell(1, 1, Long.MAX_VALUE, 1));
    refused(ResultCode.OVERFLOW, Input.move(1, PAIR, 1, Long.MAX_VALUE, 2));
    ok(sell(1, 2, 1, 1));
    refused(ResultCode.INSUFFICIENT_FUNDS, sell(1, 3, 1, 1));
  }

  @Test
  void aMoveNeedsWhatItsOrderHasNotYet() {
    begin(1, 10, 100);
    ok(buy(1, 1, 10, 8));
    refused(ResultCode.INSUFFICIENT_FUNDS, Input.move(1, PAIR, 1, 13, 0));
    refused(ResultCode.INSUFFICIENT_FUNDS, Input.move(1, PAIR, 1, 10, 11));
    ok(Input.move(1, PAIR, 1, 10, 10), Input.move(1, PAIR, 1, 5, 20), Input.move(1, PAIR, 1, 5, 0));
    ok(Input.move(1, PAIR, 1, 1, 1), Input.adjust(1, MONEY, -99, 50));
    ok(Input.move(1, PAIR, 1, 1, 0));
    refused(ResultCode.INSUFFICIENT_FUNDS, Input.move(1, PAIR, 1, 2, 0));
  }

  @Test
  void aMoveThatKeepsTheQuantityKeepsWhatIsOpen() {
    begin(2, 10, 100);
    ok(buy(1, 1, 10, 10), sell(2, 2, 10, 4));
    // 6 lots are open and 60 held.
    refused(ResultCode.INSUFFICIENT_FUNDS, Input.move(1, PAIR, 1, 11, 0));
    ok(Input.adjust(1, MONEY, 6, 50));
    Answer moved = exchange.apply(Input.move(1, PAIR, 1, 11, 0));
    assertThat(moved.events().getFirst()).endsWith(11, 0, 6);
  }

  @Test
  void fundsAreReportedBeforeTheAuctionAndThatBeforeAnOrderId() {
    begin(1, 10, 100);
    refused(ResultCode.NOT_IN_AUCTION, Input.uncross(PAIR));
    ok(buy(1, 1, 10, 5), Input.startAuction(PAIR));
    refused(ResultCode.ALREADY_IN_STATE, Input.startAuction(PAIR));
    refused(ResultCode.OVERFLOW, immediateBuy(1, 1, Long.MAX_VALUE, 2));
    refused(ResultCode.INSUFFICIENT_FUNDS, immediateBuy(1, 1, 10, 6), buy(1, 1, 10, 6));
    refused(ResultCode.NOT_IN_CONTINUOUS_TRADING, immediateBuy(1, 1, 10, 5));
    refused(ResultCode.DUPLICATE_ORDER_ID, buy(1, 1, 10, 5));
    ok(Input.uncross(PAIR));
    refused(ResultCode.DUPLICATE_ORDER_ID, immediateBuy(1, 1, 10, 5));
  }

  /** The supply of a currency bounds both sides of a book, so only a book alone gets this far. */
  @Test
  void theLotsOfASideFitIn63Bits() {
    NaiveBook book = new NaiveBook(SymbolSpec.of(PAIR, LOTS, MONEY), user -> 0);
    NaiveBook.Order resting = new NaiveBook.Order(buy(1, 1, 1, Long.MAX_VALUE - 5));
    book.orders.add(resting);
    book.orders.add(new NaiveBook.Order(sell(1, 2, 5, 3)));
    NaiveBook.Order bid = new NaiveBook.Order(buy(1, 3, 1, 1));
    NaiveBook.Order ask = new NaiveBook.Order(sell(1, 4, 1, 1));
    assertThat(book.fits(bid, 4, 5, null)).isTrue();
    assertThat(book.fits(bid, 4, 6, null)).isFalse();
    assertThat(book.fits(bid, 5, 8, null)).isTrue();
    assertThat(book.fits(bid, 5, 9, null)).isFalse();
    assertThat(book.fits(bid, 4, Long.MAX_VALUE, resting)).isTrue();
    assertThat(book.fits(ask, 2, Long.MAX_VALUE - 2, null)).isFalse();
    assertThat(book.fits(ask, 1, Long.MAX_VALUE, null)).isTrue();
    book.state = SymbolState.AUCTION;
    assertThat(book.fits(bid, 5, 6, null)).isFalse();
  }

  @Test
  void onlyFeesThatWereTakenArePaidOut() {
    begin(new SymbolSpec(PAIR, LOTS, MONEY, 1, 1, 10_000, 20_000), 2, 100, 10_000);
    refused(ResultCode.INSUFFICIENT_FUNDS, Input.withdrawFees(MONEY, 1));
    ok(sell(1, 1, 99, 10), buy(2, 2, 100, 10));
    // 1% and 2% of 990, each rounded down.
    assertThat(exchange.state().fees(MONEY)).isEqualTo(9 + 19);
    refused(ResultCode.INSUFFICIENT_FUNDS, Input.withdrawFees(MONEY, 29));
    refused(ResultCode.INSUFFICIENT_FUNDS, Input.withdrawFees(LOTS, 1), Input.withdrawFees(5, 1));
    ok(Input.withdrawFees(MONEY, 28));
    assertThat(exchange.state().fees(MONEY)).isZero();
    assertThat(exchange.state().supply(MONEY)).isEqualTo(20_000 - 28);
    refused(ResultCode.INSUFFICIENT_FUNDS, Input.withdrawFees(MONEY, 1));
  }

  @Test
  void proceedsAreSpentByTheNextCommand() {
    begin(2, 10, 100);
    ok(Input.adjust(1, MONEY, -100, 50), sell(1, 1, 10, 10));
    refused(ResultCode.INSUFFICIENT_FUNDS, Input.adjust(1, MONEY, -1, 51));
    ok(buy(2, 2, 10, 10), Input.adjust(1, MONEY, -100, 51), Input.adjust(2, LOTS, -20, 50));
    refused(ResultCode.INSUFFICIENT_FUNDS, Input.adjust(2, LOTS, -1, 51));
  }

  @Test
  void whatIsOverIsFreeAgain() {
    begin(1, 10, 100);
    ok(immediateBuy(1, 1, 10, 10), buy(1, 1, 10, 10));
    refused(ResultCode.INSUFFICIENT_FUNDS, buy(1, 2, 1, 1));
    ok(Input.reduce(1, PAIR, 1, 3), buy(1, 2, 30, 1), Input.reduce(1, PAIR, 1, Long.MAX_VALUE));
    refused(ResultCode.UNKNOWN_ORDER, Input.cancel(1, PAIR, 1));
    ok(Input.adjust(1, MONEY, -70, 50));
    ok(Input.order(CommandType.CANCEL, 1, PAIR, 2, (byte) 9, GTC, -1, -1));
    ok(Input.adjust(1, MONEY, -30, 51));
  }
}

package dev.tandem.core.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OrderBookTest {

  private static final int BUY = Side.BUY_CODE;
  private static final int SELL = Side.SELL_CODE;
  private static final long MAX = Long.MAX_VALUE;

  private final OrderBook book = new OrderBook();
  private final Outcomes outcomes = new Outcomes();

  private long gtc(int side, long price, long quantity, long id) {
    return book.place(side, price, quantity, id, 1, 0, TimeInForce.GTC_CODE, outcomes);
  }

  private long ioc(int side, long price, long quantity, long id) {
    return book.place(side, price, quantity, id, 1, 0, TimeInForce.IOC_CODE, outcomes);
  }

  private long fok(int side, long price, long quantity, long id) {
    return book.place(side, price, quantity, id, 1, 0, TimeInForce.FOK_CODE, outcomes);
  }

  private void assertRefused(long answer, ResultCode code, List<String> before) {
    assertThat(answer).isEqualTo(-code.code());
    assertThat(outcomes.count()).isZero();
    assertThat(Twins.orders(book)).isEqualTo(before);
  }

  private void smallBook() {
    gtc(BUY, 10, 5, 1);
    gtc(BUY, 10, 6, 2);
    gtc(BUY, 9, 7, 3);
    gtc(SELL, 12, 8, 4);
  }

  @Test
  void aDuplicateOfALiveOrderIsRefusedBeforeItTrades() {
    smallBook();
    List<String> before = Twins.orders(book);
    assertRefused(gtc(BUY, 12, 1, 4), ResultCode.DUPLICATE_ORDER_ID, before);
    assertRefused(ioc(BUY, 12, 1, 1), ResultCode.DUPLICATE_ORDER_ID, before);
    book.cancel(1, 1);
    assertThat(gtc(BUY, 8, 1, 1)).isEqualTo(1);
  }

  @Test
  void anUnknownOrderOrAnotherUsersIsRefused() {
    smallBook();
    List<String> before = Twins.orders(book);
    assertRefused(book.cancel(99, 1), ResultCode.UNKNOWN_ORDER, before);
    assertRefused(book.cancel(1, 2), ResultCode.UNKNOWN_ORDER, before);
    assertRefused(book.reduce(99, 1, 1), ResultCode.UNKNOWN_ORDER, before);
    assertRefused(book.reduce(1, 2, 1), ResultCode.UNKNOWN_ORDER, before);
    assertRefused(book.move(99, 1, 12, 1, outcomes), ResultCode.UNKNOWN_ORDER, before);
    assertRefused(book.move(1, 2, 12, 1, outcomes), ResultCode.UNKNOWN_ORDER, before);
    assertThat(book.cancel(1, 1)).isEqualTo(5);
    assertThat(book.cancel(1, 1)).isEqualTo(-ResultCode.UNKNOWN_ORDER.code());
  }

  @Test
  void theViewKnowsTwoSidesOnly() {
    smallBook();
    for (int side : new int[] {-1, 2, 3}) {
      assertThatThrownBy(() -> book.view().bestPrice(side))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("side " + side);
      assertThatThrownBy(() -> book.view().forEachOrder(side, (s, p, o, u, q, t) -> {}))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void auctionModeIsRefusedWhereItDoesNotFit() {
    smallBook();
    List<String> before = Twins.orders(book);
    assertThat(book.uncross(outcomes)).isEqualTo(ResultCode.NOT_IN_AUCTION);
    assertThat(book.setState(SymbolState.AUCTION)).isEqualTo(ResultCode.OK);
    assertThat(book.setState(SymbolState.AUCTION)).isEqualTo(ResultCode.ALREADY_IN_STATE);
    assertThat(book.state()).isEqualTo(SymbolState.AUCTION);
    assertThat(book.uncross(outcomes)).isEqualTo(ResultCode.OK);
    assertThat(book.foundPrice()).isZero();
    assertThat(book.foundQuantity()).isZero();
    assertThat(Twins.orders(book)).isEqualTo(before);
  }

  @Test
  void anOverflowOfASideIsRefusedBeforeTheFirstTrade() {
    gtc(BUY, 5, MAX - 10, 1);
    gtc(SELL, 7, 4, 2);
    List<String> before = Twins.orders(book);
    assertRefused(gtc(BUY, 5, 11, 3), ResultCode.OVERFLOW, before);
    assertRefused(gtc(BUY, 4, MAX, 3), ResultCode.OVERFLOW, before);
    assertRefused(gtc(BUY, 7, 15, 3), ResultCode.OVERFLOW, before);
    assertThat(gtc(BUY, 7, 14, 3)).isEqualTo(10);
    assertThat(book.view().quantity(BUY)).isEqualTo(MAX);
    outcomes.clear();
    before = Twins.orders(book);
    assertRefused(book.move(3, 1, 6, 11, outcomes), ResultCode.OVERFLOW, before);
    assertThat(book.move(3, 1, 6, 10, outcomes)).isEqualTo(10);
    assertThat(ioc(BUY, 7, MAX, 4)).isEqualTo(MAX);
    assertThat(book.reduce(1, 1, MAX)).isZero();
    assertThat(book.view().quantity(BUY)).isEqualTo(10);
  }

  @Test
  void aSweepOfHugeOrdersDoesNotOverflow() {
    gtc(SELL, 1, MAX, 1);
    assertThat(gtc(SELL, MAX, 1, 2)).isEqualTo(-ResultCode.OVERFLOW.code());
    assertThat(gtc(BUY, MAX, MAX, 3)).isZero();
    assertThat(gtc(BUY, MAX, MAX, 4)).isEqualTo(MAX);
    assertThat(gtc(SELL, 1, MAX, 5)).isZero();
    assertThat(Twins.orders(book)).isEmpty();
  }

  @Test
  void misuseIsAnExceptionAndChangesNothing() {
    smallBook();
    List<String> before = Twins.orders(book);
    List<Runnable> misuses =
        List.of(
            () -> gtc(BUY, 0, 1, 9),
            () -> gtc(BUY, -1, 1, 9),
            () -> gtc(BUY, 1, 0, 9),
            () -> gtc(BUY, 1, -1, 9),
            () -> gtc(BUY, 1, 1, 0),
            () -> gtc(2, 1, 1, 9),
            () -> gtc(-1, 1, 1, 9),
            () -> book.reduce(1, 1, 0),
            () -> book.reduce(1, 1, -1),
            () -> book.move(1, 1, 0, 1, outcomes),
            () -> book.move(1, 1, 1, -1, outcomes));
    for (Runnable misuse : misuses) {
      assertThatThrownBy(misuse::run).isInstanceOf(IllegalArgumentException.class);
      assertThat(Twins.orders(book)).isEqualTo(before);
    }
  }

  @Test
  void reduceKeepsPriorityAndMoveLosesIt() {
    smallBook();
    assertThat(book.reduce(1, 1, 4)).isEqualTo(1);
    ioc(SELL, 10, 2, 8);
    assertThat(outcomes.makerOrderId(0)).isEqualTo(1);
    assertThat(outcomes.makerDone(0)).isTrue();
    assertThat(outcomes.makerOrderId(1)).isEqualTo(2);
    gtc(BUY, 10, 3, 5);
    assertThat(book.move(2, 1, 10, 0, outcomes)).isEqualTo(5);
    assertThat(Twins.orders(book))
        .containsExactly("0 10 5 1 3 0", "0 10 2 1 5 0", "0 9 3 1 7 0", "1 12 4 1 8 0");
    assertThat(book.reduce(2, 1, 6)).isZero();
    assertThat(book.foundQuantity()).isEqualTo(5);
    assertThat(book.view().order(2, (s, p, i, u, q, t) -> {})).isFalse();
  }

  @Test
  void anUncrossTakesTheMostThenTheLeastImbalanceThenTheMiddle() {
    book.setState(SymbolState.AUCTION);
    gtc(BUY, 110, 10, 1);
    gtc(SELL, 101, 10, 2);
    assertThat(gtc(BUY, 105, 3, 3)).isEqualTo(3);
    // At 101..105: 10 trade, 3 are left over; at 106..110: 10 trade, none left; candidates 110.
    assertThat(book.uncross(outcomes)).isEqualTo(ResultCode.OK);
    assertThat(book.foundPrice()).isEqualTo(110);
    assertThat(book.foundQuantity()).isEqualTo(10);
    assertThat(outcomes.count()).isEqualTo(1);
    assertThat(outcomes.takerOrderId(0)).isEqualTo(1);
    assertThat(outcomes.makerOrderId(0)).isEqualTo(2);
    assertThat(outcomes.flags(0)).isEqualTo(Outcomes.MAKER_DONE | Outcomes.TAKER_DONE);
    outcomes.clear();
    book.cancel(3, 1);

    book.setState(SymbolState.AUCTION);
    gtc(BUY, 110, 10, 4);
    gtc(SELL, 101, 10, 5);
    book.uncross(outcomes);
    assertThat(book.foundPrice()).isEqualTo(105);
    assertThat(Twins.orders(book)).isEmpty();
    assertThat(book.state()).isEqualTo(SymbolState.CONTINUOUS);
  }

  @Test
  void fillOrKillFillsWholeOrLeavesTheBookAsItWas() {
    gtc(SELL, 10, 5, 1);
    gtc(SELL, 11, 5, 2);
    List<String> before = Twins.orders(book);
    assertThat(fok(BUY, 11, 11, 3)).isEqualTo(11);
    assertThat(fok(BUY, 10, 6, 3)).isEqualTo(6);
    assertThat(fok(BUY, 9, 1, 3)).isEqualTo(1);
    assertThat(fok(BUY, MAX, MAX, 3)).isEqualTo(MAX);
    assertThat(outcomes.count()).isZero();
    assertThat(Twins.orders(book)).isEqualTo(before);
    assertThat(fok(BUY, 11, 10, 3)).isZero();
    assertThat(outcomes.count()).isEqualTo(2);
    assertThat(Twins.orders(book)).isEmpty();
  }

  @Test
  void anInsertedOrderRestsWhateverTheOtherSideHolds() {
    smallBook();
    List<String> before = Twins.orders(book);
    assertRefused(book.insert(BUY, 10, 1, 1, 1, 0), ResultCode.DUPLICATE_ORDER_ID, before);
    assertRefused(book.insert(BUY, 10, MAX, 9, 1, 0), ResultCode.OVERFLOW, before);
    assertThatThrownBy(() -> book.insert(BUY, 0, 1, 9, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(book.isCrossed()).isFalse();
    assertThat(book.insert(BUY, MAX, 2, 9, 1, 7)).isEqualTo(2);
    assertThat(outcomes.count()).isZero();
    assertThat(book.isCrossed()).isTrue();
    assertThat(book.state()).isEqualTo(SymbolState.CONTINUOUS);
    assertThat(book.tagOf(9, 1)).isEqualTo(7);
    assertThat(book.cancel(9, 1)).isEqualTo(2);
    assertThat(Twins.orders(book)).isEqualTo(before);
  }

  @Test
  void extremePricesMatch() {
    assertThat(gtc(BUY, 1, 1, 1)).isEqualTo(1);
    assertThat(gtc(SELL, MAX, 1, 2)).isEqualTo(1);
    assertThat(book.view().bestPrice(BUY)).isEqualTo(1);
    assertThat(book.view().bestPrice(SELL)).isEqualTo(MAX);
    assertThat(gtc(BUY, MAX, 1, -3)).isZero();
    assertThat(gtc(SELL, 1, 1, Long.MIN_VALUE)).isZero();
    assertThat(Twins.orders(book)).isEmpty();
  }

  @Test
  void steadyTradingAllocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    SplittableRandom random = new SplittableRandom(3);
    long[] ids = new long[4_096];
    long allocated = 0;
    for (int round = 0; round < 12; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 100_000; i++) {
        int at = random.nextInt(ids.length);
        long price = 1_000L + random.nextInt(400);
        if (ids[at] != 0 && book.move(ids[at], 1, price, 0, outcomes) >= 0) {
          if (random.nextInt(8) == 0) {
            book.cancel(ids[at], 1);
          }
        } else {
          ids[at] = random.nextLong() | 1;
          gtc(random.nextInt(2), price, 1 + random.nextInt(9), ids[at]);
        }
        outcomes.clear();
      }
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
    }
    // The last round of 100,000 commands; the JVM's own bookkeeping may cost a little.
    assertThat(allocated).isLessThan(10_000);
  }
}

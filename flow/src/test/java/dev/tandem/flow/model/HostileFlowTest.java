package dev.tandem.flow.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The flows are worth something, and no money is made or lost in them. */
class HostileFlowTest {

  private static final int SEEDS = 100;
  private static final int CHECKED_SEEDS = 30;

  /** Nothing in a flow can be answered so. */
  private static final Set<ResultCode> OTHERS =
      EnumSet.of(ResultCode.PENDING, ResultCode.NO_RISK_STAGE, ResultCode.LOG_FULL);

  @Test
  void whatASlotSaysIsTheCommandThatFilledIt() {
    Command slot = new Command();
    int compared = 0;
    for (Input in : HostileFlow.of(1).inputs()) {
      // A slot carries a specification or a query.
      if (!in.query()) {
        slot.clear();
        in.fill(slot, new TotalsQuery());
        assertThat(Input.of(slot)).isEqualTo(in);
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(100);
    Input.asking().fill(slot, new TotalsQuery());
    assertThat(Input.of(slot).query()).isTrue();
  }

  @Test
  void everyAnswerComesUp() {
    Map<ResultCode, Integer> codes = new EnumMap<>(ResultCode.class);
    int places = 0;
    int unpaid = 0;
    int trades = 0;
    int auctionTrades = 0;
    int selfTrades = 0;
    int tradingMoves = 0;
    int sleeping = 0;
    int triggered = 0;
    int triggeredByOthers = 0;
    int restedLate = 0;
    int leftLate = 0;
    int longCascades = 0;
    int posted = 0;
    int slid = 0;
    int slidMoves = 0;
    int heldMoves = 0;
    int reachedMinimum = 0;
    int restedBehindMinimum = 0;
    int missedMinimum = 0;
    int markets = 0;
    int bareMarkets = 0;
    int narrowed = 0;
    int endedOrders = 0;
    int endedStops = 0;
    int longEnds = 0;
    int restedAtLast = 0;
    int triggeredMarkets = 0;
    int pointStops = 0;
    int budgets = 0;
    int longBudgets = 0;
    int expired = 0;
    int expiredBeside = 0;
    int[] states = new int[SymbolState.values().length];
    for (int seed = 0; seed < SEEDS; seed++) {
      HostileFlow.Population flow = HostileFlow.of(seed).describe();
      flow.codes().forEach((code, count) -> codes.merge(code, count, Integer::sum));
      places += flow.places();
      unpaid += flow.unpaidPlaces();
      trades += flow.trades();
      auctionTrades += flow.auctionTrades();
      selfTrades += flow.selfTrades();
      tradingMoves += flow.tradingMoves();
      sleeping += flow.sleeping();
      triggered += flow.triggered();
      triggeredByOthers += flow.triggeredByOthers();
      restedLate += flow.restedLate();
      leftLate += flow.leftLate();
      longCascades += flow.longCascades();
      posted += flow.posted();
      slid += flow.slid();
      slidMoves += flow.slidMoves();
      heldMoves += flow.heldMoves();
      reachedMinimum += flow.reachedMinimum();
      restedBehindMinimum += flow.restedBehindMinimum();
      missedMinimum += flow.missedMinimum();
      markets += flow.markets();
      bareMarkets += flow.bareMarkets();
      narrowed += flow.narrowed();
      endedOrders += flow.endedOrders();
      endedStops += flow.endedStops();
      longEnds += flow.longEnds();
      restedAtLast += flow.restedAtLast();
      triggeredMarkets += flow.triggeredMarkets();
      pointStops += flow.pointStops();
      budgets += flow.budgets();
      longBudgets += flow.longBudgets();
      expired += flow.expired();
      expiredBeside += flow.expiredBeside();
      for (int i = 0; i < states.length; i++) {
        states[i] += flow.states().get(i);
      }
      assertThat(flow.trades()).as("seed %d", seed).isPositive();
      assertThat(flow.count(ResultCode.INSUFFICIENT_FUNDS)).as("seed %d", seed).isPositive();
    }
    for (ResultCode code : EnumSet.complementOf(EnumSet.copyOf(OTHERS))) {
      assertThat(codes.getOrDefault(code, 0)).as("%s", code).isGreaterThanOrEqualTo(5);
    }
    assertThat(codes).doesNotContainKeys(OTHERS.toArray(ResultCode[]::new));
    assertThat(unpaid).isBetween(places / 7, places / 2);
    assertThat(trades).isGreaterThan(SEEDS * 100);
    assertThat(auctionTrades).isGreaterThan(SEEDS * 6);
    assertThat(selfTrades).isGreaterThan(SEEDS * 10);
    assertThat(tradingMoves).isGreaterThan(SEEDS * 5);
    assertThat(sleeping).isGreaterThan(SEEDS * 30);
    assertThat(triggered).isGreaterThan(SEEDS * 30);
    assertThat(triggeredByOthers).isGreaterThan(SEEDS * 20);
    assertThat(restedLate).isGreaterThan(SEEDS * 8);
    assertThat(leftLate).isGreaterThan(SEEDS);
    assertThat(longCascades).isGreaterThan(SEEDS / 10);
    assertThat(posted).isGreaterThan(SEEDS * 10);
    assertThat(slid).isGreaterThan(SEEDS * 2);
    assertThat(slidMoves).isGreaterThan(SEEDS);
    assertThat(heldMoves).isGreaterThan(SEEDS / 2);
    assertThat(reachedMinimum).isGreaterThan(SEEDS * 4);
    assertThat(restedBehindMinimum).isGreaterThan(SEEDS * 3 / 4);
    assertThat(missedMinimum).isGreaterThan(SEEDS * 4);
    assertThat(markets).isGreaterThan(SEEDS * 3);
    assertThat(bareMarkets).isGreaterThan(SEEDS / 2);
    assertThat(narrowed).isGreaterThan(SEEDS / 2);
    assertThat(endedOrders).isGreaterThan(SEEDS * 4);
    assertThat(endedStops).isGreaterThan(SEEDS / 10);
    assertThat(expired).isGreaterThan(SEEDS * 10);
    assertThat(expiredBeside).isGreaterThan(SEEDS);
    assertThat(longEnds).isGreaterThan(SEEDS / 30);
    assertThat(restedAtLast).isGreaterThan(SEEDS / 4);
    assertThat(triggeredMarkets).isGreaterThan(SEEDS * 5);
    assertThat(pointStops).isGreaterThan(SEEDS);
    assertThat(budgets).isGreaterThan(SEEDS / 2);
    assertThat(longBudgets).isGreaterThan(SEEDS / 30);
    for (SymbolState state : SymbolState.values()) {
      assertThat(states[state.code()]).as("%s", state).isGreaterThan(SEEDS);
    }
  }

  @Test
  void ordersAreGoodForAnAuctionAlone() {
    int placed = 0;
    int traded = 0;
    int left = 0;
    int leftWithoutUncross = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      HostileFlow flow = HostileFlow.of(seed);
      Set<Long> ids = new HashSet<>();
      for (int i = 0; i < flow.inputs().size(); i++) {
        Input in = flow.inputs().get(i);
        Answer answer = flow.answers().get(i);
        if (in.type() == CommandType.PLACE
            && in.terms() == TimeInForce.AT_AUCTION_CODE
            && answer.isOk()) {
          placed++;
          ids.add(in.orderId());
        }
        boolean uncrosses = in.type() == CommandType.UNCROSS;
        for (long[] e : answer.events()) {
          boolean isEnd = (e[0] & 0xff) == 3 && (e[0] >>> 16 & 0xff) == 5;
          left += isEnd ? 1 : 0;
          leftWithoutUncross += isEnd && !uncrosses ? 1 : 0;
          boolean isOurs = HostileFlow.isTrade(e) && (ids.contains(e[2]) || ids.contains(e[3]));
          traded += uncrosses && isOurs ? 1 : 0;
        }
        if (uncrosses && answer.isOk()) {
          ids.clear();
        }
      }
    }
    assertThat(placed).isGreaterThan(SEEDS * 5);
    assertThat(traded).isGreaterThan(SEEDS);
    assertThat(left).isGreaterThan(SEEDS * 3);
    assertThat(leftWithoutUncross).isGreaterThan(SEEDS * 3 / 4);
  }

  @Test
  void aSeedIsOneFlow() {
    assertThat(HostileFlow.of(3).inputs()).isEqualTo(HostileFlow.of(3).inputs());
    assertThat(HostileFlow.of(3).inputs()).isNotEqualTo(HostileFlow.of(4).inputs());
  }

  @Test
  void noMoneyIsMadeOrLost() {
    for (int seed = 0; seed < CHECKED_SEEDS; seed++) {
      NaiveExchange exchange = new NaiveExchange();
      List<Input> inputs = HostileFlow.of(seed).inputs();
      for (int i = 0; i < inputs.size(); i++) {
        exchange.apply(inputs.get(i));
        assertThat(faults(exchange.state()))
            .as("seed %d, command %d, %s", seed, i, inputs.get(i))
            .isEmpty();
      }
    }
  }

  /** What is wrong with the balances. */
  private static List<String> faults(NaiveState state) {
    List<String> faults = new ArrayList<>();
    state.supply.forEach(
        (currency, supply) -> {
          BigInteger sum = BigInteger.valueOf(state.fees(currency));
          for (NaiveUser user : state.users.values()) {
            NaiveUser.Account account = user.accounts.get(currency);
            if (account != null) {
              sum = sum.add(BigInteger.valueOf(account.available));
              sum = sum.add(BigInteger.valueOf(account.held));
            }
          }
          if (!sum.equals(BigInteger.valueOf(supply)) || state.fees(currency) < 0) {
            faults.add("currency " + currency + ": " + sum + " of a supply of " + supply);
          }
        });
    for (NaiveUser user : state.users.values()) {
      user.accounts.forEach(
          (currency, account) -> {
            BigInteger needed = needed(state, user.id, currency);
            if (account.available < 0 || !needed.equals(BigInteger.valueOf(account.held))) {
              faults.add(
                  "user %d, currency %d: available %d, held %d, needed %d"
                      .formatted(user.id, currency, account.available, account.held, needed));
            }
          });
    }
    return faults;
  }

  /** What an order needs, or of a pair the one that needs more. */
  private static long need(NaiveBook book, NaiveBook.Order order) {
    long own = NaiveSettlement.need(book.spec, order);
    return order.linked == null
        ? own
        : Math.max(own, NaiveSettlement.need(book.spec, order.linked));
  }

  /** What a user's open orders need of a currency. */
  private static BigInteger needed(NaiveState state, long user, int currency) {
    BigInteger sum = BigInteger.ZERO;
    for (NaiveBook book : state.books.values()) {
      Side pays = book.spec.quoteCurrency() == currency ? Side.BUY : Side.SELL;
      if (NaiveSettlement.payingCurrency(book.spec, pays.code()) == currency) {
        for (NaiveBook.Order order : book.live()) {
          boolean isOther = order.linked != null && book.stops.contains(order);
          if (order.user == user && order.side == pays.code() && !isOther) {
            sum = sum.add(BigInteger.valueOf(need(book, order)));
          }
        }
      }
    }
    return sum;
  }
}

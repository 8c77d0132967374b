package dev.tandem.flow.model;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an exchange is: one command after the other is judged, matched, settled and answered.
 * Written to be read; every way to run the stages must give the same results.
 */
public final class NaiveExchange {

  private static final int RESULT = 1;
  private static final int TRADE = 2;
  private static final int RELEASE = 3;
  private static final long MAKER_DONE = 1;
  private static final long TAKER_DONE = 2;

  /** What an accepted command did in the book. */
  private static final class Effect {
    byte side;
    long price;
    long filled;
    long open;
    long released;
    List<NaiveBook.Trade> trades = List.of();
  }

  private final NaiveState state = new NaiveState();
  private final NaiveRefusals refusals = new NaiveRefusals(state);
  private final List<long[]> events = new ArrayList<>();
  private long recorded;

  /** Carries out one command. */
  public Answer apply(Input in) {
    if (in.clientKey() == 0) {
      return judge(in);
    }
    SeenWindow client = state.client(in.clientKey());
    return switch (client.judge(in.clientSequence())) {
      case SEEN ->
          answer(
              in,
              in.content().equals(client.firstOf(in.clientSequence()))
                  ? ResultCode.DUPLICATE_COMMAND
                  : ResultCode.CLIENT_SEQUENCE_REUSED,
              client.codeOf(in.clientSequence()),
              new Effect());
      case STALE -> answer(in, ResultCode.STALE_COMMAND, ResultCode.PENDING, new Effect());
      case NEW -> {
        Answer answer = judge(in);
        client.add(in.clientSequence(), answer.code(), in.content());
        yield answer;
      }
    };
  }

  private Answer judge(Input in) {
    ResultCode refusal = refusals.of(in);
    Effect effect = refusal == null ? carryOut(in) : new Effect();
    return answer(in, refusal == null ? ResultCode.OK : refusal, ResultCode.PENDING, effect);
  }

  private Effect carryOut(Input in) {
    Effect effect = new Effect();
    switch (in.type()) {
      case CommandType.NOP, CommandType.QUERY -> {
        // Nothing changes.
      }
      case CommandType.ADD_USER -> state.users.put(in.userId(), new NaiveUser(in.userId()));
      case CommandType.SUSPEND_USER -> state.users.get(in.userId()).suspended = true;
      case CommandType.RESUME_USER -> state.users.get(in.userId()).suspended = false;
      case CommandType.ADJUST_BALANCE -> adjust(in);
      case CommandType.WITHDRAW_FEES -> {
        state.addFees(in.currency(), -in.amount());
        state.addSupply(in.currency(), -in.amount());
      }
      case CommandType.ADD_SYMBOL -> {
        state.books.put(in.symbol(), new NaiveBook(in.spec()));
        state.name(in.spec().baseCurrency());
        state.name(in.spec().quoteCurrency());
      }
      case CommandType.START_AUCTION -> state.books.get(in.symbol()).inAuction = true;
      case CommandType.UNCROSS -> uncross(in, effect);
      case CommandType.PLACE -> place(in, effect);
      case CommandType.CANCEL -> takeOff(in, Long.MAX_VALUE, effect);
      case CommandType.REDUCE -> takeOff(in, in.quantity(), effect);
      case CommandType.MOVE -> move(in, effect);
      default -> throw new IllegalArgumentException(in.toString());
    }
    return effect;
  }

  private void adjust(Input in) {
    NaiveUser user = state.users.get(in.userId());
    user.transactions.add(in.transactionId(), ResultCode.OK, in);
    user.account(in.currency()).credit(in.amount());
    state.name(in.currency());
    state.addSupply(in.currency(), in.amount());
  }

  private void place(Input in, Effect effect) {
    NaiveBook book = state.books.get(in.symbol());
    NaiveBook.Order order =
        new NaiveBook.Order(in.orderId(), in.userId(), in.side(), in.price(), in.quantity(), 0);
    fitHold(book, order);
    boolean killed = OrderTerms.isFillOrKill(in.terms()) && !book.fills(order);
    effect.trades = killed ? List.of() : book.take(order);
    effect.side = order.side;
    effect.price = order.price;
    effect.filled = in.quantity() - order.open;
    if (OrderTerms.isImmediate(in.terms())) {
      effect.released = order.open;
      order.open = 0;
    } else {
      effect.open = order.open;
      rest(book, order);
    }
    settle(book, effect.trades, book.spec.makerFeePpm());
    fitHold(book, order);
  }

  private static void rest(NaiveBook book, NaiveBook.Order order) {
    if (order.open > 0) {
      book.orders.add(order);
    }
  }

  private void takeOff(Input in, long lots, Effect effect) {
    NaiveBook book = state.books.get(in.symbol());
    NaiveBook.Order order = book.find(in.orderId());
    effect.side = order.side;
    effect.price = order.price;
    effect.released = Math.min(lots, order.open);
    order.open -= effect.released;
    effect.open = order.open;
    if (order.open == 0) {
      book.orders.remove(order);
    }
    fitHold(book, order);
  }

  private void move(Input in, Effect effect) {
    NaiveBook book = state.books.get(in.symbol());
    NaiveBook.Order order = book.find(in.orderId());
    long quantity = NaiveRefusals.quantityOfMove(in, order);
    book.orders.remove(order);
    order.price = in.price();
    order.open = quantity;
    fitHold(book, order);
    effect.trades = book.take(order);
    effect.side = order.side;
    effect.price = order.price;
    effect.filled = quantity - order.open;
    effect.open = order.open;
    rest(book, order);
    settle(book, effect.trades, book.spec.makerFeePpm());
    fitHold(book, order);
  }

  private void uncross(Input in, Effect effect) {
    NaiveBook book = state.books.get(in.symbol());
    NaiveBook.Auction auction = book.uncross();
    effect.price = auction.price();
    effect.filled = auction.lots();
    effect.trades = auction.trades();
    settle(book, auction.trades(), book.spec.takerFeePpm());
  }

  /** Pays for trades, then brings the holds of their orders to what is still needed. */
  private void settle(NaiveBook book, List<NaiveBook.Trade> trades, long makerFeePpm) {
    for (NaiveBook.Trade trade : trades) {
      pay(book.spec, trade, trade.taker(), book.spec.takerFeePpm());
      pay(book.spec, trade, trade.maker(), makerFeePpm);
    }
    for (NaiveBook.Trade trade : trades) {
      fitHold(book, trade.taker());
      fitHold(book, trade.maker());
    }
  }

  private void pay(SymbolSpec spec, NaiveBook.Trade trade, NaiveBook.Order order, long feePpm) {
    BigInteger notional = NaiveMoney.notional(spec, trade.price(), trade.lots());
    BigInteger fee = NaiveMoney.feeDown(notional, feePpm);
    BigInteger lots = NaiveMoney.lots(spec, trade.lots());
    boolean buy = order.side == Side.BUY_CODE;
    long spent = (buy ? notional.add(fee) : lots).longValueExact();
    long proceeds = (buy ? lots : notional.subtract(fee)).longValueExact();
    NaiveUser user = state.users.get(order.user);
    user.account(payingCurrency(spec, order.side)).spendHeld(spent);
    user.account(buy ? spec.baseCurrency() : spec.quoteCurrency()).credit(proceeds);
    order.held = Math.subtractExact(order.held, spent);
    state.addFees(spec.quoteCurrency(), fee.longValueExact());
  }

  /** The currency that an order is paid with. */
  static int payingCurrency(SymbolSpec spec, byte side) {
    return side == Side.BUY_CODE ? spec.quoteCurrency() : spec.baseCurrency();
  }

  /** Holds for an order what its open lots need, not more and not less. */
  private void fitHold(NaiveBook book, NaiveBook.Order order) {
    long need = need(book.spec, order);
    long more = Math.subtractExact(need, order.held);
    state.users.get(order.user).account(payingCurrency(book.spec, order.side)).hold(more);
    order.held = need;
  }

  /** What the open lots of an order need; it was checked to fit when the order came. */
  static long need(SymbolSpec spec, NaiveBook.Order order) {
    return order.open == 0
        ? 0
        : NaiveMoney.requirement(spec, order.side, order.price, order.open).orElseThrow();
  }

  private Answer answer(Input in, ResultCode code, ResultCode firstCode, Effect effect) {
    List<long[]> records = new ArrayList<>();
    if (in.type() != CommandType.NOP && in.type() != CommandType.QUERY) {
      long number = recorded++;
      long symbol = (long) in.symbol() << 32;
      records.add(
          new long[] {
            RESULT
                | (in.type() & 0xffL) << 8
                | (code.code() & 0xffL) << 16
                | (firstCode.code() & 0xffL) << 24
                | symbol,
            number,
            in.timestampNs(),
            in.userId(),
            in.orderId(),
            effect.price,
            effect.filled,
            effect.open
          });
      for (NaiveBook.Trade t : effect.trades) {
        long flags = (t.makerDone() ? MAKER_DONE : 0) | (t.takerDone() ? TAKER_DONE : 0);
        records.add(
            new long[] {
              TRADE | flags << 8 | symbol,
              number,
              t.taker().id,
              t.maker().id,
              t.taker().user,
              t.maker().user,
              t.price(),
              t.lots()
            });
      }
      if (effect.released != 0) {
        records.add(
            new long[] {
              RELEASE | (long) effect.side << 8 | symbol,
              number,
              in.timestampNs(),
              in.userId(),
              in.orderId(),
              effect.price,
              effect.released,
              effect.open
            });
      }
    }
    events.addAll(records);
    return new Answer(code, firstCode, List.copyOf(records));
  }

  NaiveState state() {
    return state;
  }

  /** What a user has of a currency and may spend: nothing if there is no such user. */
  public long available(long user, int currency) {
    return account(user, currency).map(account -> account.available).orElse(0L);
  }

  /** What is held of a currency for the orders of a user: nothing if there is no such user. */
  public long held(long user, int currency) {
    return account(user, currency).map(account -> account.held).orElse(0L);
  }

  private Optional<NaiveUser.Account> account(long user, int currency) {
    return Optional.ofNullable(state.users.get(user)).map(found -> found.accounts.get(currency));
  }

  /** A copy of a book, of which no event is known; empty if there is no such symbol. */
  public Optional<BookSnapshot> book(int symbol) {
    return Optional.ofNullable(state.books.get(symbol))
        .map(
            book ->
                new BookSnapshot(
                    symbol, book.inAuction, orders(book, Side.BUY), orders(book, Side.SELL), -1));
  }

  private static List<BookSnapshot.Order> orders(NaiveBook book, Side side) {
    return book.side(side.code()).stream()
        .map(o -> new BookSnapshot.Order(side, o.price, o.id, o.user, o.open))
        .toList();
  }

  /** All event records so far. */
  public List<long[]> events() {
    return List.copyOf(events);
  }

  /** XXH64 over all event records so far. */
  public long eventHash() {
    return StateRecords.hash(events);
  }

  /** XXH64 over the state records. */
  public long stateHash() {
    return StateRecords.hash(StateRecords.of(state));
  }
}

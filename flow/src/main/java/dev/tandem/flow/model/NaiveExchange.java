package dev.tandem.flow.model;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
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
  private static final int RELEASE = 3;
  private static final int REST = 4;
  private static final int TRIGGER = 5;
  private static final int SLEEP = 6;

  /** Reason of a release: the terms of a triggered order did not let its rest in. */
  private static final int BY_TERMS = 1;

  /** Reason of a release: the session ended. */
  private static final int BY_SESSION_END = 3;

  /** Reason of a release: the order has expired. */
  private static final int BY_EXPIRY = 4;

  /** Orders that one command removes, because their session ended or they have expired. */
  private static final int MOST_ENDED = 64;

  /** Orders that take after one command, because they were triggered. */
  private static final int MOST_TRIGGERED = 32;

  private static final int STATE = 7;

  /** What an accepted command did in the book. */
  private static final class Effect {
    byte side;
    long price;
    long filled;
    long open;
    long released;
    List<NaiveBook.Step> steps = List.of();

    /** What became of the command's own order before its trades, and of others behind them. */
    final List<NaiveChange> before = new ArrayList<>();

    final List<Object> behind = new ArrayList<>();

    /** The state that the symbol has come into; null if it has not changed. */
    SymbolState state;
  }

  private final NaiveState state = new NaiveState();
  private final NaiveRefusals refusals = new NaiveRefusals(state);
  private final List<long[]> events = new ArrayList<>();
  private long recorded;

  /** Carries out one command. */
  public Answer apply(Input given) {
    Input in = given.at(timeOf(given));
    SeenWindow client = in.clientKey() == 0 ? null : state.client(in.clientKey());
    if (client != null) {
      switch (client.judge(in.clientSequence())) {
        case SEEN -> {
          boolean same = in.content().equals(client.firstOf(in.clientSequence()));
          return answer(
              in,
              same ? ResultCode.DUPLICATE_COMMAND : ResultCode.CLIENT_SEQUENCE_REUSED,
              client.codeOf(in.clientSequence()),
              expire(in));
        }
        case STALE -> {
          return answer(in, ResultCode.STALE_COMMAND, ResultCode.PENDING, expire(in));
        }
        case NEW -> {
          // It is judged.
        }
      }
    }
    Answer answer = judge(in);
    if (client != null) {
      client.add(in.clientSequence(), answer.code(), in.content());
    }
    return answer;
  }

  /** Time never falls; commands without a record do not count. */
  private long timeOf(Input in) {
    if (in.type() == CommandType.NOP || in.type() == CommandType.QUERY) {
      return in.timestampNs();
    }
    state.time = Math.max(state.time, in.timestampNs());
    return state.time;
  }

  /** What is found before the book is asked, then what has expired goes, then the book is asked. */
  private Answer judge(Input in) {
    ResultCode early = refusals.early(in);
    Effect effect = expire(in);
    ResultCode refusal = early == null ? refusals.late(in) : early;
    if (refusal == null) {
      carryOut(in, effect);
    }
    return answer(in, refusal == null ? ResultCode.OK : refusal, ResultCode.PENDING, effect);
  }

  /** Any command on a symbol's book first removes what has expired in it. */
  private Effect expire(Input in) {
    Effect effect = new Effect();
    NaiveBook book = CommandType.isOfBook(in.type()) ? state.books.get(in.symbol()) : null;
    if (book != null) {
      book.expiring().stream()
          .filter(order -> order.expireTime <= in.timestampNs())
          .limit(MOST_ENDED)
          .forEach(order -> end(book, order, BY_EXPIRY, effect));
    }
    return effect;
  }

  private void carryOut(Input in, Effect effect) {
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
      case CommandType.ADD_CURRENCY -> state.names.put(in.currency(), in.naming());
      case CommandType.START_AUCTION -> setState(in, SymbolState.AUCTION, effect);
      case CommandType.SET_STATE -> setState(in, SymbolState.values()[in.terms()], effect);
      case CommandType.UNCROSS -> uncross(in, effect);
      case CommandType.END_SESSION -> endSession(in, effect);
      case CommandType.PLACE -> place(in, effect);
      case CommandType.CANCEL -> takeOff(in, Long.MAX_VALUE, effect);
      case CommandType.REDUCE -> takeOff(in, in.quantity(), effect);
      case CommandType.MOVE -> move(in, effect);
      default -> throw new IllegalArgumentException(in.toString());
    }
    if (CommandType.isOfBook(in.type())) {
      NaiveBook book = state.books.get(in.symbol());
      if (book.state == SymbolState.CONTINUOUS || book.state == SymbolState.AUCTION) {
        cascade(book, effect);
      }
    }
  }

  private void setState(Input in, SymbolState next, Effect effect) {
    state.books.get(in.symbol()).state = next;
    effect.state = next;
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
    NaiveBook.Order order = book.number(new NaiveBook.Order(in));
    order.price = book.priceOf(order.postOnly, order.side, book.heldPrice(in));
    fitHold(book, order);
    effect.side = order.side;
    effect.price = order.price;
    if (book.letsSleep(order)) {
      book.stops.add(order);
      effect.open = order.open;
      effect.before.add(NaiveChange.ofStop(SLEEP, order));
      return;
    }
    if (order.isStop()) {
      effect.before.add(NaiveChange.ofStop(TRIGGER, order));
    }
    order.price = book.takingPrice(order);
    effect.price = order.price;
    boolean lacks = book.walk(order, order.price, order.open).traded() < in.minQuantity();
    effect.steps = lacks ? List.of() : takeByTerms(book, order);
    List<NaiveBook.Trade> trades = trades(effect.steps);
    effect.filled = trades.stream().mapToLong(NaiveBook.Trade::lots).sum();
    boolean leaves = lacks || OrderTerms.isImmediate(in.terms());
    if (order.isMarketToLimit() && !trades.isEmpty()) {
      long last = trades.getLast().price();
      leaves = !book.mayRestAt(order, last);
      order.price = leaves || order.open == 0 ? order.price : last;
      effect.price = order.price;
    } else if (order.isMarketToLimit()) {
      leaves = true;
    }
    if (leaves) {
      effect.released = order.open;
      order.open = 0;
    } else {
      effect.open = order.open;
      rest(book, order);
    }
    settle(book, effect.steps, book.spec.makerFeePpm());
    fitHold(book, order);
  }

  private static List<NaiveBook.Trade> trades(List<NaiveBook.Step> steps) {
    return steps.stream()
        .filter(NaiveBook.Trade.class::isInstance)
        .map(NaiveBook.Trade.class::cast)
        .toList();
  }

  private static List<NaiveBook.Step> takeByTerms(NaiveBook book, NaiveBook.Order order) {
    if (order.budget != 0) {
      return book.spend(order);
    }
    boolean fills = book.walk(order, order.price, order.open).traded() == order.open;
    boolean killed = OrderTerms.isFillOrKill(order.terms) && !fills;
    return killed ? List.of() : book.take(order);
  }

  /**
   * The trades of a command are walked in order, and then those of the orders that they trigger.
   * These take one after the other, when all trades before are walked.
   */
  private void cascade(NaiveBook book, Effect effect) {
    List<NaiveBook.Trade> walk = new ArrayList<>(trades(effect.steps));
    for (int taken = 0; ; taken++) {
      walk.forEach(trade -> book.wake(trade.price()));
      walk.clear();
      if (book.waiting.isEmpty() || taken == MOST_TRIGGERED) {
        return;
      }
      NaiveBook.Order order = book.waiting.removeFirst();
      effect.behind.add(NaiveChange.ofStop(TRIGGER, order));
      order.price = book.takingPrice(order);
      List<NaiveBook.Step> steps = takeByTerms(book, order);
      effect.behind.addAll(steps);
      effect.behind.addAll(restOrLeave(book, order));
      settle(book, steps, book.spec.makerFeePpm());
      fitHold(book, order);
      walk.addAll(trades(steps));
    }
  }

  private static List<NaiveChange> restOrLeave(NaiveBook book, NaiveBook.Order order) {
    long lots = order.open;
    if (lots == 0) {
      return List.of();
    }
    boolean rests = OrderTerms.rests(order.terms);
    if (rests) {
      book.orders.add(order);
    } else {
      order.open = 0;
    }
    return List.of(
        new NaiveChange(
            rests ? REST : RELEASE,
            order.side,
            rests ? 0 : BY_TERMS,
            order.user,
            order.id,
            order.price,
            rests ? 0 : lots,
            order.open));
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
      book.remove(order);
    }
    fitHold(book, order);
  }

  private void move(Input in, Effect effect) {
    NaiveBook book = state.books.get(in.symbol());
    NaiveBook.Order order = book.find(in.orderId());
    long quantity = NaiveRefusals.quantityOfMove(in, order);
    List<NaiveBook.Order> asleep =
        book.stops.contains(order)
            ? book.stops
            : book.waiting.contains(order) ? book.waiting : null;
    book.remove(order);
    order.price = book.priceOf(order.postOnly, order.side, in.price());
    order.open = quantity;
    fitHold(book, order);
    if (asleep != null) {
      asleep.add(order);
      effect.side = order.side;
      effect.price = order.price;
      effect.open = order.open;
      effect.before.add(NaiveChange.ofStop(SLEEP, order));
      return;
    }
    effect.steps = book.take(order);
    effect.side = order.side;
    effect.price = order.price;
    effect.filled = trades(effect.steps).stream().mapToLong(NaiveBook.Trade::lots).sum();
    effect.open = order.open;
    rest(book, order);
    settle(book, effect.steps, book.spec.makerFeePpm());
    fitHold(book, order);
  }

  private void uncross(Input in, Effect effect) {
    NaiveBook book = state.books.get(in.symbol());
    NaiveBook.Auction auction = book.uncross();
    effect.price = auction.price();
    effect.filled = auction.lots();
    effect.steps = List.copyOf(auction.trades());
    effect.state = book.state;
    settle(book, effect.steps, book.spec.takerFeePpm());
  }

  private void endSession(Input in, Effect effect) {
    NaiveBook book = state.books.get(in.symbol());
    List<NaiveBook.Order> day = book.ofTheDay();
    day.stream().limit(MOST_ENDED).forEach(o -> end(book, o, BY_SESSION_END, effect));
    effect.open = Math.max(0, day.size() - MOST_ENDED);
  }

  private void end(NaiveBook book, NaiveBook.Order o, int reason, Effect effect) {
    effect.before.add(new NaiveChange(RELEASE, o.side, reason, o.user, o.id, o.price, o.open, 0));
    book.remove(o);
    o.open = 0;
    fitHold(book, o);
  }

  /** Pays for trades, then brings the holds of their orders to what is still needed. */
  private void settle(NaiveBook book, List<NaiveBook.Step> steps, long makerFeePpm) {
    for (NaiveBook.Trade trade : trades(steps)) {
      pay(book.spec, trade, trade.taker(), book.spec.takerFeePpm());
      pay(book.spec, trade, trade.maker(), makerFeePpm);
    }
    for (NaiveBook.Step step : steps) {
      switch (step) {
        case NaiveBook.Trade trade -> {
          fitHold(book, trade.taker());
          fitHold(book, trade.maker());
        }
        case NaiveBook.Prevented prevented -> fitHold(book, prevented.order());
      }
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
    if (order.budget != 0) {
      return NaiveMoney.withFee(spec, order.budget).orElseThrow();
    }
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
      effect.before.forEach(change -> records.add(change.record(in, number)));
      effect.steps.forEach(step -> records.add(step.record(in, number)));
      if (effect.state != null) {
        long head = STATE | (long) effect.state.ordinal() << 16 | symbol;
        records.add(new long[] {head, number, in.timestampNs(), 0, 0, 0, 0, 0});
      }
      if (effect.released != 0) {
        NaiveChange own =
            new NaiveChange(
                RELEASE,
                effect.side,
                0,
                in.userId(),
                in.orderId(),
                effect.price,
                effect.released,
                effect.open);
        records.add(own.record(in, number));
      }
      effect.behind.forEach(
          each ->
              records.add(
                  each instanceof NaiveChange change
                      ? change.record(in, number)
                      : ((NaiveBook.Step) each).record(in, number)));
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
    return Optional.ofNullable(state.books.get(symbol)).map(book -> NaiveViews.of(symbol, book));
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

package dev.tandem.flow.model;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolState;
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

  /** Reason of a release: the other leg traded, woke or left. */
  private static final int BY_OCO = 7;

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
  private final NaiveSettlement settlement = new NaiveSettlement(state);
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
      remove(book, NaiveRemoval.ofExpired(book, in.timestampNs()), effect);
      effect.before.addAll(endLegs(book));
    }
    return effect;
  }

  private void carryOut(Input in, Effect effect) {
    switch (in.type()) {
      case CommandType.NOP, CommandType.QUERY, CommandType.TICK -> {
        // Nothing of its own.
      }
      case CommandType.ADD_USER -> state.users.put(in.userId(), new NaiveUser(in.userId()));
      case CommandType.SUSPEND_USER -> state.users.get(in.userId()).suspended = true;
      case CommandType.RESUME_USER -> state.users.get(in.userId()).suspended = false;
      case CommandType.SET_SELF_TRADE_GROUP -> state.users.get(in.userId()).group = in.orderId();
      case CommandType.ADJUST_BALANCE -> adjust(in);
      case CommandType.TRANSFER -> NaiveTransfer.carryOut(state, in);
      case CommandType.WITHDRAW_FEES -> {
        state.addFees(in.currency(), -in.amount());
        state.addSupply(in.currency(), -in.amount());
      }
      case CommandType.ADD_SYMBOL -> {
        state.books.put(in.symbol(), new NaiveBook(in.spec(), state::groupOf));
        state.name(in.spec().baseCurrency());
        state.name(in.spec().quoteCurrency());
      }
      case CommandType.UPDATE_SYMBOL -> state.books.get(in.symbol()).spec = in.spec();
      case CommandType.ADD_CURRENCY -> state.names.put(in.currency(), in.naming());
      case CommandType.START_AUCTION -> setState(in, SymbolState.AUCTION, effect);
      case CommandType.SET_STATE -> setState(in, SymbolState.values()[in.terms()], effect);
      case CommandType.UNCROSS -> uncross(in, effect);
      case CommandType.END_SESSION -> {
        NaiveBook book = state.books.get(in.symbol());
        remove(book, NaiveRemoval.ofTheDay(book), effect);
        effect.before.addAll(endLegs(book));
        effect.open = NaiveRemoval.ofTheDay(book).orders().size();
      }
      case CommandType.MASS_CANCEL -> {
        NaiveBook book = state.books.get(in.symbol());
        remove(book, NaiveRemoval.ofNamed(book, in), effect);
        effect.before.addAll(endLegs(book));
        effect.open = NaiveRemoval.ofNamed(book, in).orders().size();
      }
      case CommandType.PLACE -> place(in, effect);
      case CommandType.CANCEL -> takeOff(in, Long.MAX_VALUE, effect);
      case CommandType.REDUCE -> takeOff(in, in.quantity(), effect);
      case CommandType.MOVE -> move(in, effect);
      case CommandType.AMEND -> amend(in, effect);
      default -> throw new IllegalArgumentException(in.toString());
    }
    if (CommandType.isOfBook(in.type())) {
      NaiveBook book = state.books.get(in.symbol());
      effect.behind.addAll(endLegs(book));
      boolean cascades = book.state == SymbolState.CONTINUOUS || book.state == SymbolState.AUCTION;
      if (cascades) {
        cascade(book, effect);
      }
      if (in.type() == CommandType.TICK) {
        effect.open = NaiveRemoval.ofExpired(book, in.timestampNs()).orders().size();
        effect.open += cascades ? book.waiting.size() : 0;
      }
    }
  }

  private void setState(Input in, SymbolState next, Effect effect) {
    NaiveBook book = state.books.get(in.symbol());
    book.state = next;
    effect.state = next;
    if (next != SymbolState.AUCTION) {
      endAuction(book, effect);
    }
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
    NaiveBook.Order order = book.number(new NaiveBook.Order(in, book.lastPrice));
    order.price =
        book.priceOf(order.postOnly, order.side, NaiveInstructions.heldPrice(in, book.spec));
    if (in.linkedOrder() != 0) {
      NaiveLinks.link(order, book.find(in.linkedOrder()));
    }
    settlement.fitHold(book, order);
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
    List<NaiveBook.Trade> trades = NaiveBook.trades(effect.steps);
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
      rest(book, order, effect);
    }
    settlement.settle(book, effect.steps, book.spec.makerFeePpm());
    settlement.fitHold(book, order);
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
    List<NaiveBook.Trade> walk = new ArrayList<>(NaiveBook.trades(effect.steps));
    for (int taken = 0; ; taken++) {
      for (NaiveBook.Trade trade : walk) {
        book.wake(trade.price());
        // One that was a leg may wait with what was held for both.
        book.waiting.forEach(o -> settlement.fitHold(book, o));
        effect.behind.addAll(endLegs(book));
      }
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
      settlement.settle(book, steps, book.spec.makerFeePpm());
      settlement.fitHold(book, order);
      effect.behind.addAll(endLegs(book));
      walk.addAll(NaiveBook.trades(steps));
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

  /** Has an order rest with what is left of it, and says what it shows if that is not all. */
  private static void rest(NaiveBook book, NaiveBook.Order order, Effect effect) {
    if (order.open > 0) {
      book.orders.add(order);
    }
    if (order.open > 0 && order.display != 0) {
      order.show();
      effect.steps = new ArrayList<>(effect.steps);
      effect.steps.add(new NaiveBook.Shown(order, 1, order.shown(), order.open));
    }
  }

  private void takeOff(Input in, long lots, Effect effect) {
    NaiveBook book = state.books.get(in.symbol());
    NaiveBook.Order order = book.find(in.orderId());
    effect.side = order.side;
    effect.price = order.price;
    effect.released = Math.min(lots, order.open);
    order.lose(effect.released);
    effect.open = order.open;
    if (order.open == 0) {
      book.remove(order);
      NaiveLinks.part(order, book.leaving);
    }
    settlement.fitHold(book, order);
  }

  private void amend(Input in, Effect effect) {
    NaiveBook book = state.books.get(in.symbol());
    NaiveBook.Order order = book.find(in.orderId());
    if (NaiveAmend.keepsPlace(in, book, order)) {
      takeOff(in, order.open - NaiveAmend.open(in, order), effect);
    } else {
      move(in, effect);
    }
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
    settlement.fitHold(book, order);
    if (asleep != null) {
      if (in.triggerPrice() != 0) {
        order.trigger.moveTo(in.triggerPrice());
      }
      (book.letsSleep(order) ? asleep : book.waiting).add(order);
      effect.side = order.side;
      effect.price = order.price;
      effect.open = order.open;
      effect.before.add(NaiveChange.ofStop(SLEEP, order));
      return;
    }
    effect.steps = book.take(order);
    effect.side = order.side;
    effect.price = order.price;
    effect.filled = NaiveBook.trades(effect.steps).stream().mapToLong(NaiveBook.Trade::lots).sum();
    effect.open = order.open;
    rest(book, order, effect);
    settlement.settle(book, effect.steps, book.spec.makerFeePpm());
    settlement.fitHold(book, order);
  }

  private void uncross(Input in, Effect effect) {
    NaiveBook book = state.books.get(in.symbol());
    NaiveAuction auction = NaiveAuction.uncross(book);
    effect.price = auction.price();
    effect.filled = auction.lots();
    effect.steps = List.copyOf(auction.trades());
    effect.state = book.state;
    settlement.settle(book, effect.steps, book.spec.takerFeePpm());
    endAuction(book, effect);
  }

  /** What an auction has left of the orders that were for it alone. */
  private void endAuction(NaiveBook book, Effect effect) {
    NaiveRemoval all = NaiveRemoval.ofTheAuction(book);
    all.orders().forEach(o -> effect.behind.add(end(book, o, all.reason())));
  }

  /** Removes as many as one command may. */
  private void remove(NaiveBook book, NaiveRemoval removal, Effect effect) {
    List<NaiveBook.Order> all = removal.orders();
    int count = Math.min(NaiveRemoval.MOST, all.size());
    all.subList(0, count).forEach(o -> effect.before.add(end(book, o, removal.reason())));
  }

  /** Removes the orders whose other leg has traded, woken or left, if they are live still. */
  private List<NaiveChange> endLegs(NaiveBook book) {
    List<NaiveChange> ends = new ArrayList<>();
    book.leaving.stream().filter(o -> o.open != 0).forEach(o -> ends.add(end(book, o, BY_OCO)));
    book.leaving.clear();
    return ends;
  }

  private NaiveChange end(NaiveBook book, NaiveBook.Order o, int reason) {
    NaiveChange end = new NaiveChange(RELEASE, o.side, reason, o.user, o.id, o.price, o.open, 0);
    book.remove(o);
    o.open = 0;
    NaiveLinks.part(o, book.leaving);
    settlement.fitHold(book, o);
    return end;
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

package dev.tandem.flow.model;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.util.List;
import java.util.SplittableRandom;

/** All that is rare: what is malformed or unknown, what comes late, suspensions, auctions. */
final class Oddities {

  private static final byte[] NO_TYPES = {7, 9, 30, 31, 127, -1, -128};
  private static final List<Integer> NO_STATES = List.of(6, 16, 127, -1, -128);
  private static final List<String> NAMES =
      List.of("PAIR-1", "BTC", "USD", "A.B/C_9", "7UP", "", "42", "usd", "A B", "A\0B", "\u00ff");
  private static final byte[] ORDER_TYPES = {
    CommandType.PLACE, CommandType.CANCEL, CommandType.REDUCE, CommandType.MOVE, CommandType.AMEND
  };

  private final HostileFlow flow;
  private final SplittableRandom random;
  private final UpdateTricks updates;

  Oddities(HostileFlow flow) {
    this.flow = flow;
    this.random = flow.random();
    this.updates = new UpdateTricks(flow, this::badSpec);
  }

  void any() {
    switch (random.nextInt(17)) {
      case 16 -> group();
      case 0, 1 -> malformedOrder();
      case 2 -> malformed();
      case 3, 4 -> unknown();
      case 5, 6, 7 -> suspension();
      case 8 -> user();
      case 9 -> symbol();
      case 14, 15 -> updates.any();
      case 12 -> instructions();
      case 13 -> name();
      case 10 -> flow.send(flow.chance(50) ? Input.nop() : Input.asking());
      default -> nearOverflow();
    }
  }

  /** Opens an auction, or ends one; they are short, or nothing would trade. */
  void auction() {
    int symbol = flow.spec().symbol();
    NaiveBook book = flow.state().books.get(symbol);
    boolean open = book != null && book.state == SymbolState.AUCTION;
    if (flow.chance(10)) {
      flow.orders().endSession(symbol);
    } else if (flow.chance(5)) {
      flow.orders().massCancel(symbol);
    } else if (flow.chance(20)) {
      state(symbol);
    } else if (flow.chance(10)) {
      flow.send(open ? Input.startAuction(symbol) : Input.uncross(symbol));
    } else if (open ? flow.chance(60) : flow.chance(25)) {
      flow.send(open ? Input.uncross(symbol) : Input.startAuction(symbol));
      if (!open && flow.chance(60)) {
        flow.orders().auction(symbol);
      }
    } else if (flow.chance(20)) {
      flow.orders().tick(symbol);
    } else {
      flow.orders().touchLiveOrder();
    }
  }

  /** Sets any state, tries what it takes, and most often comes back to trading. */
  private void state(int symbol) {
    flow.send(Input.setState(symbol, random.nextInt(SymbolState.values().length)));
    for (int i = random.nextInt(8); i > 0; i--) {
      switch (random.nextInt(4)) {
        case 0 -> flow.orders().place();
        case 1 -> flow.orders().cross();
        default -> flow.orders().touchLiveOrder();
      }
    }
    if (flow.chance(40)) {
      flow.orders().endSession(symbol);
    }
    if (flow.chance(20)) {
      flow.orders().massCancel(symbol);
    }
    if (flow.chance(20)) {
      flow.orders().tick(symbol);
    }
    if (flow.chance(80)) {
      trade(symbol);
    }
  }

  /** Lets a symbol trade again, by an auction if its book crosses. */
  private void trade(int symbol) {
    NaiveBook book = flow.state().books.get(symbol);
    if (book == null || book.state == SymbolState.CONTINUOUS) {
      return;
    }
    if (book.isCrossed() && flow.chance(80)) {
      flow.send(Input.startAuction(symbol));
      flow.send(Input.uncross(symbol));
    } else {
      flow.send(Input.setState(symbol, SymbolState.CONTINUOUS.code()));
    }
  }

  private void malformedOrder() {
    byte type =
        flow.chance(40) ? CommandType.PLACE : ORDER_TYPES[random.nextInt(ORDER_TYPES.length)];
    // Known or unknown: what is malformed is told first.
    long user = flow.chance(80) ? flow.user() : 999_999;
    int symbol = flow.chance(80) ? flow.spec().symbol() : 777;
    boolean[] faults = new boolean[5];
    for (int i = 0; i < faults.length; i++) {
      // A side is judged behind the others.
      faults[i] = flow.chance(i == 1 ? 50 : 20);
    }
    faults[random.nextInt(faults.length)] = true;
    flow.send(
        Input.order(
            type,
            user,
            symbol,
            faults[0] ? 0 : flow.orders().orderId(),
            faults[1] ? (byte) (2 + random.nextInt(100)) : Side.BUY_CODE,
            faults[2] ? (byte) -1 : TimeInForce.GTC_CODE,
            faults[3] ? -random.nextInt(2) : flow.orders().price(),
            faults[4] ? -random.nextInt(2) : 1));
  }

  /** Optional parts that say too much, too little, or what nobody can do yet. */
  private void instructions() {
    SymbolSpec spec = flow.spec();
    long user = flow.user();
    long id = flow.orders().orderId();
    long price = flow.orders().price();
    Input limit = Input.place(user, spec.symbol(), id, Side.BUY, TimeInForce.GTC, price, 1);
    Input stop =
        Input.stop(
            user,
            spec.symbol(),
            id,
            Side.SELL,
            OrderType.TAKE_PROFIT_LIMIT,
            TimeInForce.GTC,
            price,
            1,
            price);
    int other = flow.oneOf(List.of(0, 2, 3, 7));
    switch (random.nextInt(7)) {
      case 6 -> {
        int code = flow.oneOf(List.of(1, 2, 3, 128, 255));
        Input gathers =
            Input.place(user, spec.symbol(), id, Side.BUY, TimeInForce.AT_AUCTION, price, 1);
        Input order = flow.oneOf(List.of(limit, limit, stop, stop, gathers));
        if (flow.chance(50)) {
          long least = flow.oneOf(List.of(1L, 1L, 2L, -1L, Long.MAX_VALUE, Long.MIN_VALUE));
          flow.send(flow.chance(70) ? order.atLeast(least) : order.postOnly(1).atLeast(least));
          return;
        }
        flow.send(flow.chance(80) ? order.postOnly(code) : order.postOnly(1).saying(other, 1));
      }
      case 5 -> {
        byte kept =
            flow.oneOf(
                List.of(
                    (byte) 0x10,
                    (byte) 0x15,
                    (byte) 0x26,
                    (byte) 0x45,
                    (byte) 0x2f,
                    (byte) 0x6f,
                    (byte) 0x70,
                    (byte) 0x71));
        Input market =
            Input.order(CommandType.PLACE, user, spec.symbol(), id, Side.BUY_CODE, kept, price, 1);
        flow.send(flow.chance(50) ? market : market.saying(1, price));
      }
      case 0 -> flow.send(limit.saying(1, flow.chance(70) ? price : -1));
      case 1 -> flow.send(stop.saying(1, flow.chance(50) ? 0 : -price));
      case 2 -> flow.send((flow.chance(50) ? limit : stop).saying(other, flow.chance(50) ? 1 : -1));
      case 3 ->
          flow.send(
              Input.move(user, spec.symbol(), id, price, 0).saying(flow.chance(50) ? 1 : other, 1));
      // Nobody looks at it.
      default -> flow.send(Input.cancel(user, spec.symbol(), id).saying(other, price));
    }
  }

  private void malformed() {
    SymbolSpec spec = flow.spec();
    int symbol = spec.symbol();
    switch (random.nextInt(9)) {
      case 0, 1 ->
          flow.send(Input.other(NO_TYPES[random.nextInt(NO_TYPES.length)], symbol, spec, true));
      case 2 -> flow.send(Input.other(CommandType.QUERY, symbol, null, false));
      case 3 -> flow.send(Input.adjust(flow.user(), 1, flow.chance(50) ? 0 : Long.MIN_VALUE, 1));
      case 4 ->
          flow.send(
              flow.oneOf(List.of(Input.addUser(0), Input.suspendUser(-1), Input.resumeUser(-5))));
      case 6 -> flow.send(Input.setState(symbol, flow.oneOf(NO_STATES)));
      case 7 -> flow.send(Input.massCancel(flow.user(), symbol, flow.oneOf(List.of(3, 127, -1))));
      case 5 -> flow.send(Input.addSymbol(symbol, flow.chance(50) ? null : otherSymbol(spec)));
      default -> flow.send(Input.addSymbol(symbol, badSpec(symbol)));
    }
  }

  /** Names a currency or a symbol: well, badly, again, or as another is called. */
  private void name() {
    String name = flow.oneOf(NAMES);
    SymbolSpec spec = flow.spec();
    if (flow.chance(30)) {
      flow.send(Input.addSymbol(spec.named(flow.oneOf(NAMES), 2, random.nextInt(20))));
    } else {
      int currency = flow.chance(80) ? spec.quoteCurrency() : random.nextInt();
      flow.send(Input.addCurrency(currency, name, flow.chance(80) ? 8 : random.nextInt()));
      flow.send(Input.addCurrency(flow.chance(50) ? currency : ~currency, name, 0));
    }
  }

  private static SymbolSpec otherSymbol(SymbolSpec spec) {
    return SymbolSpec.of(spec.symbol() ^ 1, spec.baseCurrency(), spec.quoteCurrency());
  }

  private SymbolSpec badSpec(int symbol) {
    return switch (random.nextInt(8)) {
      case 6 -> SymbolSpec.of(symbol, 1, 2).with(new LotLimits(0, 0, 0, -1));
      case 7 -> SymbolSpec.of(symbol, 1, 2).with(new LotLimits(0, 5, 4, 0));
      case 0 -> SymbolSpec.of(symbol, 3, 3);
      case 1 -> new SymbolSpec(symbol, 1, 2, 0, 1, 0, 0);
      case 2 -> new SymbolSpec(symbol, 1, 2, 1, -1, 0, 0);
      case 3 -> new SymbolSpec(symbol, 1, 2, 1, 1, SymbolSpec.PPM + 1, 0);
      case 4 -> new SymbolSpec(symbol, 1, 2, 1, 1, 0, -1);
      default -> SymbolSpec.of(-1, 1, 2);
    };
  }

  private void unknown() {
    long user = flow.chance(50) ? 999_999 : flow.user();
    int symbol = flow.chance(50) ? 777 : flow.spec().symbol();
    long id = flow.orders().orderId();
    switch (random.nextInt(8)) {
      case 0, 1 ->
          flow.send(Input.place(user, symbol, id, Side.BUY, TimeInForce.GTC, Long.MAX_VALUE, 9));
      case 2 -> flow.send(Input.cancel(user, symbol, id));
      case 3 -> flow.send(Input.reduce(user, symbol, id, 1));
      case 4 -> flow.send(Input.move(user, symbol, id, 1, 0));
      case 5 ->
          flow.send(
              flow.oneOf(
                  List.of(
                      Input.startAuction(symbol),
                      Input.uncross(symbol),
                      Input.endSession(symbol),
                      Input.tick(symbol),
                      Input.massCancel(flow.chance(50) ? user : 0, symbol, 2),
                      Input.setState(symbol, random.nextInt(6)))));
      case 6 -> flow.send(Input.adjust(user, 1, flow.chance(50) ? 1 : -1, 5));
      default -> flow.send(flow.chance(50) ? Input.suspendUser(user) : Input.resumeUser(user));
    }
  }

  private void suspension() {
    long user = flow.user();
    NaiveUser known = flow.state().users.get(user);
    boolean suspended = known != null && known.suspended;
    boolean fitting = flow.chance(80);
    flow.send(suspended == fitting ? Input.resumeUser(user) : Input.suspendUser(user));
    if (flow.chance(50)) {
      // The suspension is felt at once, by moves too.
      flow.orders().touchLiveOrder();
      flow.orders().touchLiveOrder();
    }
    if (flow.chance(60)) {
      flow.send(Input.resumeUser(user));
    }
  }

  /** Two groups and none: so orders of two users meet that must not trade. */
  private void group() {
    long user = flow.chance(95) ? flow.user() : flow.oneOf(List.of(0L, -1L, 999_999L));
    flow.send(Input.selfTradeGroup(user, random.nextInt(3)));
    for (int i = random.nextInt(5); i > 0; i--) {
      flow.send(Input.selfTradeGroup(flow.user(), 1));
    }
  }

  /** Lets somebody trade again who could not, or something be traded that was not there. */
  void mend() {
    for (NaiveUser user : List.copyOf(flow.state().users.values())) {
      if (user.suspended && flow.chance(50)) {
        flow.send(Input.resumeUser(user.id));
        return;
      }
    }
    SymbolSpec spec = flow.spec();
    NaiveBook book = flow.state().books.get(spec.symbol());
    if (book == null) {
      flow.send(Input.addSymbol(spec));
    } else if (book.state != SymbolState.AUCTION && book.state != SymbolState.CONTINUOUS) {
      trade(spec.symbol());
    } else {
      long user = flow.user();
      if (!flow.state().users.containsKey(user)) {
        flow.send(Input.addUser(user));
        flow.money().endow(user);
      }
    }
  }

  private void user() {
    flow.send(Input.addUser(flow.user()));
  }

  private void symbol() {
    SymbolSpec spec = flow.spec();
    boolean same = flow.chance(80);
    flow.send(
        Input.addSymbol(
            same ? spec : SymbolSpec.of(spec.symbol(), spec.quoteCurrency(), spec.baseCurrency())));
  }

  /** Prices and sizes whose product is about as large as a number may be. */
  private void nearOverflow() {
    SymbolSpec spec = flow.spec();
    byte side = flow.chance(50) ? Side.BUY_CODE : Side.SELL_CODE;
    long quantity = 1L + random.nextInt(3);
    long price = Long.MAX_VALUE / spec.tickScale() / quantity + random.nextInt(-1, 1);
    switch (random.nextInt(4)) {
      case 0 -> {
        price = 1;
        quantity = Long.MAX_VALUE / spec.lotScale() - random.nextInt(2);
      }
      case 1 -> {
        price = Long.MAX_VALUE;
        quantity = Long.MAX_VALUE;
      }
      case 2 -> price = Math.max(1, price / 2);
      default -> {
        // The price and size above.
      }
    }
    NaiveBook book = flow.state().books.get(spec.symbol());
    if (book != null && !book.orders.isEmpty() && flow.chance(50)) {
      NaiveBook.Order order = flow.oneOf(book.orders);
      long asked = flow.chance(50) ? 0 : quantity;
      flow.send(Input.move(order.user, spec.symbol(), order.id, price, asked));
    } else {
      flow.send(
          Input.order(
              CommandType.PLACE,
              flow.user(),
              spec.symbol(),
              flow.orders().orderId(),
              side,
              flow.orders().kind().code(),
              price,
              quantity));
    }
  }
}

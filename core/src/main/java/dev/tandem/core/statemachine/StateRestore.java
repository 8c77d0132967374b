package dev.tandem.core.statemachine;

import dev.tandem.core.command.ClientWindow;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Instructions;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.matching.Icebergs;
import dev.tandem.core.matching.MatchingEngine;
import dev.tandem.core.matching.OrderBook;
import dev.tandem.core.matching.StopView;
import dev.tandem.core.matching.TimedOrders;
import dev.tandem.core.risk.RiskEngine;
import dev.tandem.core.risk.RiskRestore;
import dev.tandem.core.risk.SupplyCheck;
import dev.tandem.core.state.InvalidImageException;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.state.StopRows;
import dev.tandem.core.state.SymbolRows;
import dev.tandem.core.state.Table;
import dev.tandem.core.state.TableKind;
import java.util.List;

/**
 * Fills empty stages from an image. Users and their money come back as they are; then symbols and
 * orders, through the stages themselves: matching puts each order in its place without matching it,
 * and what it holds is found again by placing it. So a state that breaks a rule of the stages
 * cannot be restored.
 */
final class StateRestore {

  private final StateImage image;
  private final Admission admission;
  private final RiskEngine[] risk;
  private final MatchingEngine[] matching;
  private final Results results;

  /** The risk shards' parts that are not found again by placing the orders. */
  private final RiskRestore[] accounts;

  private final SupplyCheck supplies = new SupplyCheck();
  private final Command command = new Command();

  StateRestore(
      StateImage image,
      Admission admission,
      RiskEngine[] risk,
      MatchingEngine[] matching,
      Results results) {
    this.image = image;
    this.admission = admission;
    this.risk = risk;
    this.matching = matching;
    this.results = results;
    accounts = new RiskRestore[risk.length];
    for (int i = 0; i < risk.length; i++) {
      accounts[i] = risk[i].restore();
    }
  }

  void run() {
    if ((image.riskShards() == 0) != (risk.length == 0)) {
      throw new InvalidImageException(
          image.riskShards() == 0
              ? "an image without users cannot be restored into a kernel with a risk stage"
              : "an image with users cannot be restored into a kernel without a risk stage");
    }
    if (risk.length == 0) {
      for (TableKind kind : List.of(TableKind.USERS, TableKind.BALANCES, TableKind.CURRENCIES)) {
        requireAll(image.table(kind), 0);
      }
    }
    clients();
    currencyNames();
    currencies();
    users();
    orders();
    suspendAndCheck();
    results();
  }

  private void clients() {
    Table clients = image.table(TableKind.CLIENTS);
    long[] codes = new long[ClientCodes.WORDS];
    long[] sums = new long[ClientWindow.SIZE];
    for (long row = 0; row < clients.rows(); row++) {
      long key = clients.word(row, 0);
      long highest = clients.word(row, 1);
      for (int i = 0; i < codes.length; i++) {
        codes[i] = clients.word(row, ClientsCopy.CODES + i);
      }
      for (int i = 0; i < sums.length; i++) {
        sums[i] = clients.word(row, ClientsCopy.SUMS + i);
      }
      if (!admission.restore(key, highest, codes, sums)) {
        throw new InvalidImageException(
            "client " + key + " comes twice, is none, or has a sum of what was not seen");
      }
      results.restoreClient(highest, codes);
    }
  }

  private void currencyNames() {
    Table names = image.table(TableKind.CURRENCY_NAMES);
    for (long row = 0; row < names.rows(); row++) {
      int currency = (int) names.word(row, 0);
      Naming naming = SymbolRows.naming(names, row, 1);
      if (!naming.isOfCurrency() || admission.names().addCurrency(currency, naming) != null) {
        throw new InvalidImageException(
            "currency %d comes twice, or has no name of its own: %s".formatted(currency, naming));
      }
    }
  }

  private void currencies() {
    Table currencies = image.table(TableKind.CURRENCIES);
    for (long row = 0; row < currencies.rows(); row++) {
      for (int shard = 0; shard < accounts.length; shard++) {
        // The shards' fees are added up: one of them may have all.
        long fees = shard == 0 ? currencies.word(row, 1) : 0;
        accounts[shard].currency((int) currencies.word(row, 0), fees, currencies.word(row, 2));
      }
      supplies.currency(
          (int) currencies.word(row, 0), currencies.word(row, 1), currencies.word(row, 2));
    }
  }

  private RiskRestore shardOf(long userId) {
    return accounts[Math.floorMod(userId, accounts.length)];
  }

  private void users() {
    Table users = image.table(TableKind.USERS);
    Table balances = image.table(TableKind.BALANCES);
    long balance = 0;
    for (long row = 0; row < users.rows(); row++) {
      long userId = users.word(row, 0);
      RiskRestore shard = shardOf(userId);
      shard.user(userId, users.word(row, 3), users.word(row, 4));
      group(shard, userId, users.word(row, 5));
      for (RiskRestore other : accounts) {
        if (other != shard) {
          other.otherUser(userId);
        }
      }
      for (long end = balance + users.word(row, 2); balance < end; balance++) {
        int currency = (int) balances.word(balance, 0);
        long available = balances.word(balance, 1);
        long held = balances.word(balance, 2);
        shard.balance(currency, available, held);
        supplies.owned(currency, available + held);
      }
    }
    requireAll(balances, balance);
    // Before the orders: they move what users own, and nothing checks sums there.
    supplies.finish();
  }

  private void group(RiskRestore shard, long userId, long group) {
    if (group != 0) {
      shard.group(group);
      for (MatchingEngine each : matching) {
        each.group(userId, group);
      }
    }
  }

  private void orders() {
    Table symbols = image.table(TableKind.SYMBOLS);
    long order = 0;
    long stop = 0;
    long time = 0;
    long iceberg = 0;
    for (long row = 0; row < symbols.rows(); row++) {
      OrderBook book = addSymbol(SymbolRows.spec(symbols, row));
      int symbol = command.symbol;
      for (Side side : Side.values()) {
        long end = order + SymbolRows.orders(symbols, row, side.code());
        for (; order < end; order++) {
          insert(book, symbol, side, order);
        }
      }
      iceberg = restoreIcebergs(book, symbol, iceberg);
      book.lastPrice(lastPrice(symbols, row));
      long firstStop = stop;
      for (long end = stop + SymbolRows.stops(symbols, row); stop < end; stop++) {
        restoreStop(book, symbol, stop);
      }
      int state = SymbolRows.state(symbols, row);
      if (!SymbolState.isKnown(state)) {
        throw new InvalidImageException("symbol " + symbol + " is in state " + state);
      }
      time = restoreTimed(book, symbol, SymbolState.of(state), time);
      requireTimed(book, symbol, firstStop, stop);
      if (!book.enter(SymbolState.of(state))) {
        throw new InvalidImageException("the book of symbol " + symbol + " crosses");
      }
    }
    requireAll(image.table(TableKind.ORDERS), order);
    requireAll(image.table(TableKind.STOPS), stop);
    requireAll(image.table(TableKind.TIMED), time);
    requireAll(image.table(TableKind.ICEBERGS), iceberg);
  }

  private OrderBook addSymbol(SymbolSpec spec) {
    if (!spec.isValid()) {
      throw new InvalidImageException("symbol " + spec.symbol() + " is impossible: " + spec);
    }
    ResultCode fault = admission.names().addSymbol(spec);
    if (fault != null) {
      throw new InvalidImageException(
          "symbol %d %s"
              .formatted(
                  spec.symbol(),
                  fault == ResultCode.SYMBOL_EXISTS ? "comes twice" : "has another's name"));
    }
    command.clear();
    Commands.addSymbol(command, spec);
    for (RiskEngine shard : risk) {
      shard.hold(command, true);
    }
    MatchingEngine shard = matching[Math.floorMod(spec.symbol(), matching.length)];
    shard.match(command);
    return shard.book(spec.symbol());
  }

  private static long lastPrice(Table symbols, long row) {
    long last = SymbolRows.lastPrice(symbols, row);
    if (last < 0) {
      throw new InvalidImageException(
          "symbol %d has last traded at %d".formatted((int) symbols.word(row, 0), last));
    }
    return last;
  }

  private void insert(OrderBook book, int symbol, Side side, long row) {
    Table orders = image.table(TableKind.ORDERS);
    long orderId = orders.word(row, 0);
    long userId = orders.word(row, 1);
    long price = orders.word(row, 2);
    long quantity = orders.word(row, 3);
    long modes = orders.word(row, 4);
    long filled = orders.word(row, 5);
    int postOnly = Instructions.postOnlyOf(modes);
    int selfTrade = Instructions.selfTradeOf(modes);
    if (!Instructions.isKnown(modes) || (postOnly != 0 && selfTrade != 0)) {
      throw new InvalidImageException(
          "order %d of symbol %d has modes %x".formatted(orderId, symbol, modes));
    }
    if (filled < 0) {
      throw new InvalidImageException(
          "order %d of symbol %d has %d filled lots".formatted(orderId, symbol, filled));
    }
    prepare(symbol, side, orderId, userId, price, quantity);
    hold();
    if (!command.isRejected()) {
      if (risk.length != 0) {
        risk[Math.floorMod(userId, risk.length)].restoreFilled(command.holdTag, filled);
      }
      long lots =
          matching[Math.floorMod(symbol, matching.length)].restore(
              book,
              side.code(),
              price,
              quantity,
              orderId,
              userId,
              command.holdTag,
              postOnly,
              selfTrade,
              filled);
      command.result = (byte) Math.max(0, -lots);
    }
    requireAccepted();
  }

  /**
   * Hides what icebergs of a symbol do not show.
   *
   * @param from the first row that may be of the symbol
   * @return the first row that is not
   */
  private long restoreIcebergs(OrderBook book, int symbol, long from) {
    Table icebergs = image.table(TableKind.ICEBERGS);
    long row = from;
    for (; row < icebergs.rows() && icebergs.word(row, 0) == symbol; row++) {
      long orderId = icebergs.word(row, 1);
      if (!Icebergs.restore(book, orderId, icebergs.word(row, 2), icebergs.word(row, 3))) {
        throw new InvalidImageException(
            "order %d of symbol %d hides %d lots and shows %d at most"
                .formatted(orderId, symbol, icebergs.word(row, 3), icebergs.word(row, 2)));
      }
    }
    return row;
  }

  private void restoreStop(OrderBook book, int symbol, long row) {
    Table stops = image.table(TableKind.STOPS);
    long head = stops.word(row, 0);
    StopView stop = new StopView();
    stop.side = StopRows.side(head);
    stop.terms = StopRows.terms(head);
    stop.isWaiting = StopRows.isWaiting(head);
    stop.selfTrade = StopRows.selfTrade(head);
    stop.inPpm = StopRows.isInPpm(head);
    stop.orderId = stops.word(row, 1);
    stop.userId = stops.word(row, 2);
    stop.limit = stops.word(row, 3);
    stop.quantity = stops.word(row, 4);
    stop.trigger = stops.word(row, 5);
    stop.best = stops.word(row, 6);
    stop.offset = stops.word(row, 7);
    if (!isPossible(stop, head)) {
      throw new InvalidImageException(
          "order %d of symbol %d sleeps with %x until %d, %d behind %d"
              .formatted(stop.orderId, symbol, head, stop.trigger, stop.offset, stop.best));
    }
    long linked = stops.word(row, 8);
    MatchingEngine shard = matching[Math.floorMod(symbol, matching.length)];
    prepare(
        symbol, Side.of((byte) stop.side), stop.orderId, stop.userId, stop.limit, stop.quantity);
    if (linked != 0) {
      command.extend().linkedOrder(linked);
    }
    hold();
    if (!command.isRejected() && !shard.restoreStop(book, stop, command.holdTag)) {
      command.result = ResultCode.INVALID_TRIGGER.code();
    }
    if (linked != 0 && !command.isRejected() && !shard.restoreLink(book, stop.orderId, linked)) {
      command.result = ResultCode.INVALID_LINKED_ORDER.code();
    }
    requireAccepted();
  }

  private static boolean isPossible(StopView stop, long head) {
    boolean isKnown =
        (stop.side == Side.BUY_CODE || stop.side == Side.SELL_CODE)
            && OrderTerms.isKnown(stop.terms)
            && OrderTerms.hasTrigger(stop.terms)
            && !OrderTerms.contradict(stop.terms)
            && SelfTrade.isKnown(stop.selfTrade)
            && head
                == StopRows.head(stop.side, stop.terms, stop.isWaiting, stop.selfTrade, stop.inPpm);
    if (isKnown && OrderTerms.trails(stop.terms) && !stop.isWaiting) {
      return stop.trigger == 0 && stop.best >= 0 && Instructions.isOffset(stop.offset, stop.inPpm);
    }
    return isKnown && stop.trigger > 0 && stop.best == 0 && stop.offset == 0 && !stop.inPpm;
  }

  /**
   * Has a time end the orders of a symbol that are there.
   *
   * @param from the first row that may be of the symbol
   * @return the first row that is not
   */
  private long restoreTimed(OrderBook book, int symbol, SymbolState state, long from) {
    Table timed = image.table(TableKind.TIMED);
    MatchingEngine shard = matching[Math.floorMod(symbol, matching.length)];
    long least = state == SymbolState.AUCTION ? TimedOrders.AUCTION : TimedOrders.SESSION;
    long row = from;
    for (; row < timed.rows() && timed.word(row, 0) == symbol; row++) {
      if (timed.word(row, 2) < least
          || !shard.restoreTimed(book, timed.word(row, 1), timed.word(row, 2))) {
        throw new InvalidImageException(
            "order %d of symbol %d ends by time twice, or is not there, or expires at %d"
                .formatted(timed.word(row, 1), symbol, timed.word(row, 2)));
      }
    }
    return row;
  }

  /** The terms of a stop say whether a time ends it, and so do the rows of those. */
  private void requireTimed(OrderBook book, int symbol, long from, long end) {
    Table stops = image.table(TableKind.STOPS);
    MatchingEngine shard = matching[Math.floorMod(symbol, matching.length)];
    for (long row = from; row < end; row++) {
      byte terms = StopRows.terms(stops.word(row, 0));
      long time = shard.timeOf(book, stops.word(row, 1));
      long other = OrderTerms.endsWithSession(terms) ? TimedOrders.SESSION : TimedOrders.NEVER;
      boolean fits = OrderTerms.expires(terms) ? time > 0 : time == other;
      if (!fits) {
        throw new InvalidImageException(
            "order %d of symbol %d sleeps with %x, which its time in force does not fit"
                .formatted(stops.word(row, 1), symbol, stops.word(row, 0)));
      }
    }
  }

  /** Has the command place a live order as a new one, which holds the same whatever its terms. */
  private void prepare(
      int symbol, Side side, long orderId, long userId, long price, long quantity) {
    if (orderId == 0 || price <= 0 || quantity <= 0) {
      throw new InvalidImageException(
          "order %d of symbol %d has price %d and %d open lots"
              .formatted(orderId, symbol, price, quantity));
    }
    command.clear();
    Commands.place(command, userId, symbol, orderId, side, TimeInForce.GTC, price, quantity);
  }

  private void hold() {
    if (risk.length != 0) {
      risk[Math.floorMod(command.userId, risk.length)].hold(command, true);
    }
  }

  private void requireAccepted() {
    if (command.isRejected()) {
      throw new InvalidImageException(
          "order %d of symbol %d is refused: %s"
              .formatted(command.orderId, command.symbol, ResultCode.of(command.result)));
    }
  }

  private void suspendAndCheck() {
    Table users = image.table(TableKind.USERS);
    Table balances = image.table(TableKind.BALANCES);
    long balance = 0;
    for (long row = 0; row < users.rows(); row++) {
      long userId = users.word(row, 0);
      RiskRestore shard = shardOf(userId);
      for (long end = balance + users.word(row, 2); balance < end; balance++) {
        shard.checkHeld(userId, balances.word(balance, 1), balances.word(balance, 2));
      }
      if (users.word(row, 1) != 0) {
        shard.suspend(userId);
      }
    }
  }

  private void results() {
    Table row = image.table(TableKind.RESULTS);
    requireAll(row, 1);
    image.checkResults();
    long[] words = new long[TableKind.RESULTS.rowWords()];
    for (int i = 0; i < words.length; i++) {
      words[i] = row.word(0, i);
    }
    results.restore(words);
    admission.restoreTime(words[words.length - 1]);
  }

  private static void requireAll(Table table, long rows) {
    if (table.rows() != rows) {
      throw new InvalidImageException(
          "%s has %d rows, expected %d".formatted(table.kind(), table.rows(), rows));
    }
  }
}

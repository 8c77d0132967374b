package dev.tandem.it.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.core.BookSnapshot;
import dev.tandem.core.Exchange;
import dev.tandem.core.StateSummary;
import dev.tandem.core.api.CurrencyTotals;
import dev.tandem.core.api.SnapshotInfo;
import dev.tandem.core.api.UserState;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Puts an exchange into a state in which there is something of everything, and compares what a
 * reader of its snapshot found with what the exchange answers. What it cannot be queried for,
 * clients and transactions, is kept here as it was answered.
 */
final class KnownState {

  private static final int WINDOW = 256;
  private static final int TRANSACTIONS = 64;
  private static final int[] SYMBOLS = {0, 3, 7, Integer.MAX_VALUE};
  private static final int IN_AUCTION = 3;
  private static final int HALTED = 7;
  private static final int EMPTY = Integer.MAX_VALUE;
  private static final LotLimits LIMITS = new LotLimits(1, 1, 1L << 40, Long.MAX_VALUE);
  private static final int[] CURRENCIES = {0, 1, 2, 900};
  private static final long[] USERS = {-5, 1, 2, 3, 1L << 40};
  private static final long[] CLIENTS = {-9, 4, Long.MAX_VALUE};
  private static final int ORDERS = 1_000;

  private final Exchange exchange;
  private final SplittableRandom random = new SplittableRandom(11);
  private final Map<Long, TreeMap<Long, Seen>> clients = new TreeMap<>();
  private final Map<Long, TreeSet<Long>> transactions = new TreeMap<>();

  /** What the snapshot has of a client's sequence. */
  private record Seen(ResultCode code, long sum) {}

  KnownState(Exchange exchange) {
    this.exchange = exchange;
  }

  /** One row or two in every table. */
  static void little(Exchange exchange) {
    ok(exchange.async().addUser(1));
    ok(exchange.async().addSymbol(SymbolSpec.of(5, 1, 2).named("A-B", 2, 0)));
    ok(exchange.async().addCurrency(2, "B", 2));
    ok(exchange.async().adjustBalance(1, 2, 1_000, 1));
    ok(exchange.async().as(8).next(1).place(1, 5, 10, Side.BUY, TimeInForce.GTC, 20, 3));
    ok(exchange.async().place(1, 5, 11, Side.BUY, TimeInForce.GTC, 19, 4));
  }

  private static void ok(CompletableFuture<CommandResult> answer) {
    assertThat(answer.join().code()).isEqualTo(ResultCode.OK);
  }

  /** A symbol and two orders; with risk they are refused. */
  void placeWithoutMoney(boolean risk) {
    ok(exchange.async().addSymbol(SymbolSpec.of(5, 1, 2)));
    for (long order = 1; order <= 2; order++) {
      CommandResult answer =
          exchange.async().place(1, 5, order, Side.SELL, TimeInForce.GTC, 20, 3).join();
      assertThat(answer.code() == ResultCode.OK).isEqualTo(!risk);
    }
  }

  /** Users, money, symbols, trades at many levels, an auction, fees, refusals of many kinds. */
  void trade() {
    for (long user : USERS) {
      exchange.async().addUser(user).join();
    }
    for (int symbol : SYMBOLS) {
      int base = symbol == 7 ? 900 : 1;
      SymbolSpec spec = new SymbolSpec(symbol, base, 2, 10, 3, 500, 2_000).with(LIMITS);
      SymbolSpec limited = spec.withProtection(1_000);
      ok(
          exchange
              .async()
              .addSymbol(symbol == 7 ? limited : limited.named("S/" + symbol, symbol % 19, 18)));
    }
    ok(exchange.async().addCurrency(900, "7UP", 18));
    ok(exchange.async().addCurrency(Integer.MIN_VALUE, "ABCDEFGHIJKLMNOPQRSTUVWX", 0));
    pay();
    for (long order = 1; order <= ORDERS; order++) {
      if (order == ORDERS / 2) {
        ok(exchange.async().startAuction(IN_AUCTION));
      }
      place(order);
      if (order % 5 == 0) {
        exchange.publisher().cancel(user(), symbol(), 1 + random.nextLong(order));
      }
      if (order % 7 == 0) {
        exchange.publisher().reduce(user(), symbol(), 1 + random.nextLong(order), 1);
      }
      if (order % 11 == 0) {
        exchange.publisher().move(user(), symbol(), 1 + random.nextLong(order), price(), 0);
      }
    }
    for (int i = 0; i < SYMBOLS.length; i++) {
      sleep(SYMBOLS[i]);
      trail(SYMBOLS[i]);
    }
    post(SYMBOLS[0], PostOnly.REJECT);
    post(IN_AUCTION, PostOnly.SLIDE);
    keepApart(SYMBOLS[0]);
    hide(SYMBOLS[0]);
    expireLater(SYMBOLS[0]);
    ok(exchange.async().withdrawFees(2, 1));
    ok(exchange.async().suspendUser(2));
    ok(exchange.async().setState(HALTED, SymbolState.HALTED));
    // A user that has everything back, and one that never had anything.
    ok(exchange.async().addUser(Long.MAX_VALUE));
    exchange.awaitAnswered();
  }

  /** An order that must not take, far from all others. */
  private void post(int symbol, PostOnly mode) {
    ok(
        exchange
            .async()
            .submit(
                c -> {
                  Commands.place(c, USERS[1], symbol, 2_000_000, Side.BUY, TimeInForce.DAY, 1, 1);
                  Commands.postOnly(c, mode);
                }));
  }

  /** Orders that must not trade with their user's, one that rests and one that sleeps. */
  private void keepApart(int symbol) {
    for (SelfTrade mode : new SelfTrade[] {SelfTrade.CANCEL_BOTH, SelfTrade.DECREMENT}) {
      long order = 4_000_000L + mode.code();
      ok(
          exchange
              .async()
              .submit(
                  c -> {
                    Commands.place(c, USERS[1], symbol, order, Side.BUY, TimeInForce.GTC, 1, 1);
                    if (mode == SelfTrade.DECREMENT) {
                      c.terms = OrderTerms.of(OrderType.STOP_LIMIT, TimeInForce.GTC);
                      c.extend().triggerPrice(Long.MAX_VALUE);
                    }
                    Commands.selfTrade(c, mode);
                  }));
    }
  }

  /** An order that hides lots, and one that does not any more. */
  private void hide(int symbol) {
    for (long order = 6_000_000; order < 6_000_002; order++) {
      long id = order;
      Consumer<Command> place =
          c -> {
            Commands.place(c, USERS[1], symbol, id, Side.BUY, TimeInForce.GTC, 1, 9);
            Commands.displayQuantity(c, 4);
          };
      ok(exchange.async().submit(place));
    }
    ok(exchange.async().reduce(USERS[1], symbol, 6_000_001, 6));
  }

  /** Orders that expire at two times, one that rests and some that sleep. */
  private void expireLater(int symbol) {
    for (int i = 0; i < 4; i++) {
      long order = 3_000_000L + i;
      long time = Long.MAX_VALUE - i / 2;
      boolean rests = i == 0;
      ok(
          exchange
              .async()
              .submit(
                  c -> {
                    if (rests) {
                      Commands.place(c, USERS[1], symbol, order, Side.BUY, TimeInForce.GTD, 1, 1);
                    } else {
                      Commands.placeStop(
                          c,
                          USERS[1],
                          symbol,
                          order,
                          Side.BUY,
                          OrderType.STOP_LIMIT,
                          TimeInForce.GTD,
                          1,
                          1,
                          2_000);
                    }
                    Commands.expireTime(c, time);
                  }));
    }
  }

  /** Orders of both kinds and sides that no price has reached; the symbol need not have traded. */
  private void sleep(int symbol) {
    for (int i = 0; i < 12; i++) {
      Side side = i % 2 == 0 ? Side.BUY : Side.SELL;
      boolean isStop = i % 3 != 0;
      boolean isMarket = symbol != IN_AUCTION && i % 5 == 0;
      OrderType ofMarket = isStop ? OrderType.STOP : OrderType.TAKE_PROFIT;
      OrderType ofLimit = isStop ? OrderType.STOP_LIMIT : OrderType.TAKE_PROFIT_LIMIT;
      OrderType type = isMarket ? ofMarket : ofLimit;
      boolean rises = isStop == (side == Side.BUY);
      TimeInForce day = i % 4 == 1 ? TimeInForce.DAY : TimeInForce.GTC;
      TimeInForce time = symbol != IN_AUCTION && i % 4 == 0 ? TimeInForce.FOK : day;
      long order = 1_000_000L + i;
      long trigger = rises ? 1_000 + i / 4 : 1 + i / 4;
      ok(
          exchange
              .async()
              .submit(
                  c ->
                      Commands.placeStop(
                          c, USERS[1], symbol, order, side, type, time, 1, 1, trigger)));
    }
  }

  /** Orders that trail the price, which no price has reached, nor moved if there was none. */
  private void trail(int symbol) {
    for (int i = 0; symbol != IN_AUCTION && i < 8; i++) {
      Side side = i % 2 == 0 ? Side.BUY : Side.SELL;
      TimeInForce time = i % 3 == 0 ? TimeInForce.DAY : TimeInForce.GTC;
      long order = 5_000_000L + i;
      ok(
          exchange
              .async()
              .submit(
                  c -> {
                    Commands.place(c, USERS[1], symbol, order, side, time, 1, 1);
                    c.terms = OrderTerms.of(OrderType.TRAILING_STOP, time);
                    Commands.trailing(c, 900_000 + order % 3, order % 4 > 1);
                  }));
    }
  }

  private void pay() {
    for (long user : USERS) {
      for (int i = 0; i < 90; i++) {
        // Some ids come twice, and some are too old by then.
        long id = user + random.nextInt(1 + 2 * i);
        long amount = 1_000_000L + random.nextInt(1_000);
        CommandResult answer =
            exchange.async().adjustBalance(user, CURRENCIES[i % 4], amount, id).join();
        if (answer.code() == ResultCode.OK) {
          transactions.computeIfAbsent(user, u -> new TreeSet<>()).add(id);
        }
      }
    }
  }

  private long user() {
    return USERS[random.nextInt(USERS.length)];
  }

  private int symbol() {
    return SYMBOLS[random.nextInt(SYMBOLS.length - 1)];
  }

  private long price() {
    return 100L + random.nextInt(20);
  }

  private void place(long order) {
    Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
    TimeInForce type = random.nextInt(4) == 0 ? TimeInForce.IOC : TimeInForce.GTC;
    long lots = random.nextInt(12);
    if (order % 2 == 0) {
      exchange
          .publisher()
          .submit(
              c -> {
                Commands.place(c, user(), symbol(), order, side, type, price(), lots);
                c.refusal = order % 50 == 0 ? ResultCode.PRICE_OUT_OF_BAND.code() : 0;
              });
      return;
    }
    long client = CLIENTS[random.nextInt(CLIENTS.length)];
    TreeMap<Long, Seen> answers = clients.computeIfAbsent(client, k -> new TreeMap<>());
    // With gaps, some sent twice, and some too late.
    long highest = answers.isEmpty() ? 0 : answers.lastKey();
    long sequence = Math.max(1, highest + random.nextInt(8) - 3);
    long user = user();
    int symbol = symbol();
    long price = price();
    ResultCode code =
        exchange
            .async()
            .as(client)
            .next(sequence)
            .place(user, symbol, order, side, type, price, lots)
            .join()
            .code();
    if (code != ResultCode.CLIENT_SEQUENCE_REUSED && code != ResultCode.STALE_COMMAND) {
      long head = CommandType.PLACE | side.code() << 16 | type.code() << 24 | (long) symbol << 32;
      Seen seen = new Seen(code, sum(head, user, order, price, lots));
      assertThat(answers.put(sequence, seen)).isNull();
    }
  }

  /** The sum of a command's words, from the last to the first. */
  private static long sum(long... words) {
    long sum = 0;
    for (int i = words.length - 1; i >= 0; i--) {
      sum = (sum + words[i]) * 0x9e3779b97f4a7c15L;
    }
    return sum;
  }

  /**
   * Compares all that was read.
   *
   * @param info of the snapshot, null if it was not kept
   */
  void assertAllIn(JsonNode read, SnapshotInfo info) {
    StateSummary summary = exchange.summary();
    assertThat(read.get("commands").asLong()).isEqualTo(summary.commands());
    assertThat(read.get("trades").asLong()).isEqualTo(summary.trades());
    assertThat(read.get("eventHash").asText()).isEqualTo("%016x".formatted(summary.eventHash()));
    assertThat(read.get("stateHash").asText()).isEqualTo("%016x".formatted(summary.stateHash()));
    if (info != null) {
      assertHeader(read, info);
    }
    assertBooks(read);
    assertUsers(read.get("users"));
    assertTotals(read);
    assertClients(read.get("clients"));
  }

  private static void assertHeader(JsonNode read, SnapshotInfo info) {
    assertThat(read.get("sequence").asLong()).isEqualTo(info.logSequence());
    assertThat(read.get("createdNs").asLong()).isEqualTo(info.createdNs());
    assertThat(read.get("bytes").asLong()).isEqualTo(info.bytes());
    assertThat(read.get("riskShards").asInt()).isEqualTo(info.riskShards());
    assertThat(read.get("matchingShards").asInt()).isEqualTo(info.matchingShards());
    assertThat(read.get("logId").asLong()).isEqualTo(info.position().logId());
    assertThat(read.get("mark").asLong()).isEqualTo(info.position().mark());
  }

  private void assertBooks(JsonNode read) {
    List<SymbolSpec> found = new ArrayList<>();
    for (JsonNode s : read.get("symbols")) {
      SymbolSpec spec =
          new SymbolSpec(
              s.get("symbol").asInt(),
              s.get("base").asInt(),
              s.get("quote").asInt(),
              s.get("lotScale").asLong(),
              s.get("tickScale").asLong(),
              s.get("makerFeePpm").asLong(),
              s.get("takerFeePpm").asLong(),
              new LotLimits(
                  s.get("limits").get(0).asLong(),
                  s.get("limits").get(1).asLong(),
                  s.get("limits").get(2).asLong(),
                  s.get("limits").get(3).asLong()),
              s.get("protection").asLong(),
              s.get("name").isNull() ? Naming.NONE : naming(s.get("name"), 0));
      found.add(spec);
      BookSnapshot book = exchange.book(spec.symbol()).orElseThrow();
      assertThat(s.get("state").asText()).isEqualTo(book.state().name());
      assertThat(ReadBook.orders(s, "buys", Side.BUY)).isEqualTo(book.bids());
      assertThat(ReadBook.orders(s, "sells", Side.SELL)).isEqualTo(book.asks());
      assertThat(ReadBook.stops(s.get("stops"))).isEqualTo(book.stops());
      assertThat(read.get("records").asLong()).isEqualTo(book.lastEvent() + 1);
    }
    assertThat(found).isEqualTo(exchange.symbols());
    Map<Integer, Naming> names = new TreeMap<>();
    read.get("names").forEach(n -> names.put(n.get(0).asInt(), naming(n, 1)));
    assertThat(names).isEqualTo(exchange.currencyNames());
  }

  private static Naming naming(JsonNode read, int from) {
    return new Naming(
        read.get(from).asText(), read.get(from + 1).asInt(), read.get(from + 2).asInt());
  }

  private void assertUsers(JsonNode read) {
    List<UserState> found = new ArrayList<>();
    for (JsonNode u : read) {
      List<UserState.Balance> own = new ArrayList<>();
      for (JsonNode b : u.get("balances")) {
        own.add(
            new UserState.Balance(
                b.get("currency").asInt(), b.get("available").asLong(), b.get("held").asLong()));
      }
      long user = u.get("user").asLong();
      int open = exchange.orders(user).size();
      found.add(new UserState(user, u.get("suspended").asBoolean(), own, open));
      assertTransactions(u, transactions.getOrDefault(user, new TreeSet<>()));
    }
    // Without risk nobody is known.
    boolean risk = exchange.summary().users() == found.size() && !found.isEmpty();
    assertThat(found).isEqualTo(risk ? exchange.balances().users() : List.of());
  }

  private static void assertTransactions(JsonNode user, NavigableSet<Long> accepted) {
    long highest = accepted.isEmpty() ? 0 : accepted.last();
    assertThat(user.get("highestTransaction").asLong()).isEqualTo(highest);
    List<Long> ids = new ArrayList<>();
    user.get("transactions").forEach(id -> ids.add(id.asLong()));
    assertThat(ids).containsExactlyElementsOf(accepted.tailSet(highest - TRANSACTIONS + 1));
  }

  private void assertTotals(JsonNode read) {
    Map<Integer, JsonNode> owned = new TreeMap<>();
    read.get("totals").forEach(total -> owned.put(total.get("currency").asInt(), total));
    List<CurrencyTotals> found = new ArrayList<>();
    for (JsonNode c : read.get("currencies")) {
      JsonNode own = owned.remove(c.get("currency").asInt());
      found.add(
          new CurrencyTotals(
              c.get("currency").asInt(),
              own == null ? 0 : own.get("available").asLong(),
              own == null ? 0 : own.get("held").asLong(),
              c.get("fees").asLong(),
              c.get("supply").asLong()));
    }
    assertThat(found).isEqualTo(exchange.currencies());
    assertThat(owned).isEmpty();
  }

  private void assertClients(JsonNode read) {
    Map<Long, Map<Long, Seen>> found = new TreeMap<>();
    for (JsonNode c : read) {
      Map<Long, Seen> answers = new TreeMap<>();
      for (JsonNode answer : c.get("answers")) {
        answers.put(
            answer.get(0).asLong(),
            new Seen(ResultCode.valueOf(answer.get(1).asText()), answer.get(2).asLong()));
      }
      found.put(c.get("client").asLong(), answers);
    }
    Map<Long, Map<Long, Seen>> expected = new TreeMap<>();
    clients.forEach((key, a) -> expected.put(key, a.tailMap(a.lastKey() - WINDOW + 1)));
    assertThat(found).isEqualTo(expected);
  }

  /** What of all kinds there is, so that nobody compares nothing. */
  static void assertRich(JsonNode read) {
    assertThat(read.get("symbols")).hasSize(SYMBOLS.length);
    for (JsonNode s : read.get("symbols")) {
      int symbol = s.get("symbol").asInt();
      String state = symbol == IN_AUCTION ? "AUCTION" : symbol == HALTED ? "HALTED" : "CONTINUOUS";
      assertThat(s.get("state").asText()).isEqualTo(state);
      assertThat(s.get("buys").isEmpty()).isEqualTo(symbol == EMPTY);
      assertThat(s.get("sells").isEmpty()).isEqualTo(symbol == EMPTY);
      int more = symbol == SYMBOLS[0] ? 4 : 0;
      assertThat(s.get("stops")).hasSize(more + (symbol == IN_AUCTION ? 12 : 20));
      assertThat(s.get("timed")).hasSizeGreaterThan(2);
    }
    assertThat(read.get("trades").asLong()).isGreaterThan(100);
    assertThat(read.get("clients")).hasSize(CLIENTS.length);
    assertThat(read.get("users").findValuesAsText("suspended")).contains("true", "false");
    assertThat(read.get("currencies")).hasSize(CURRENCIES.length);
    assertThat(read.get("names")).hasSize(2);
  }
}

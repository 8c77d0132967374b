package dev.tandem.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An order to buy from a book in which 2 lots are offered at {@value #OFFER} and were traded there
 * last, and what comes of it by every door. Of each order type, time in force, instruction and mode
 * there is a row: a new value of an enum without one is an error.
 */
final class OrderRow {

  static final long OFFER = 40;
  static final long OFFERED = 2;

  /** Ticks behind the best price that the symbol lets a market order go. */
  static final long PROTECTION = 10;

  private static final long LOTS = 5;
  private static final Instant LATE = Instant.parse("2261-01-02T03:04:05.678Z");
  private static final Instant PAST = Instant.parse("2001-01-02T03:04:05.678Z");
  private static final long NS = 1_000_000_000;

  final OrderType type;
  final TimeInForce time;
  long price;
  long quantity = LOTS;
  long trigger;

  /** Behind the best price, in ticks or in ppm. */
  long trailing;

  long trailingPpm;
  long shown;
  long least;
  long budget;
  Instant expires;
  PostOnly postOnly;
  SelfTrade selfTrade = SelfTrade.NONE;

  /** What every door answers; and the lots that traded, and that rest or sleep after it. */
  String code = "OK";

  long filled;
  long open;

  /** At which it rests, or with which it sleeps. */
  long restsAt;

  private OrderRow(OrderType type, TimeInForce time) {
    this.type = type;
    this.time = time;
  }

  private OrderRow refused(String newCode) {
    code = newCode;
    open = 0;
    filled = 0;
    return this;
  }

  private OrderRow comesTo(long newFilled, long newOpen, long newRestsAt) {
    filled = newFilled;
    open = newOpen;
    restsAt = newRestsAt;
    return this;
  }

  long expireTimeNs() {
    return expires == null ? 0 : expires.getEpochSecond() * NS + expires.getNano();
  }

  /** Lots that are cancelled at once. */
  long released() {
    return budget != 0 ? 0 : quantity - filled - open;
  }

  /** All rows. */
  static List<OrderRow> all() {
    List<OrderRow> rows = new ArrayList<>();
    for (OrderType type : OrderType.values()) {
      for (TimeInForce time : TimeInForce.values()) {
        rows.add(of(type, time));
      }
    }
    rows.add(ofPrice(OrderType.MARKET, TimeInForce.IOC, 0).refused("LIMIT_REQUIRED"));
    rows.add(ofPrice(OrderType.STOP, TimeInForce.GTC, 0));
    rows.getLast().comesTo(0, LOTS, rows.getLast().trigger + PROTECTION);
    OrderRow ofPpm = of(OrderType.TRAILING_STOP, TimeInForce.DAY);
    ofPpm.trailing = 0;
    ofPpm.trailingPpm = 999_999;
    rows.add(ofPpm);
    rows.add(ofPrice(OrderType.TRAILING_STOP, TimeInForce.GTC, 0).refused("LIMIT_REQUIRED"));
    for (PostOnly mode : PostOnly.values()) {
      OrderRow row = ofPrice(OrderType.LIMIT, TimeInForce.GTC, OFFER);
      row.postOnly = mode;
      rows.add(
          switch (mode) {
            case REJECT -> row.refused("WOULD_TAKE");
            case SLIDE -> row.comesTo(0, LOTS, OFFER - 1);
          });
    }
    for (SelfTrade mode : SelfTrade.values()) {
      for (OrderType type : new OrderType[] {OrderType.LIMIT, OrderType.STOP_LIMIT}) {
        OrderRow row = of(type, TimeInForce.DAY);
        row.selfTrade = mode;
        rows.add(row);
      }
    }
    for (long least : new long[] {OFFERED, OFFERED + 1}) {
      OrderRow row = ofPrice(OrderType.LIMIT, TimeInForce.GTC, OFFER);
      row.least = least;
      boolean isMet = least == OFFERED;
      rows.add(row.comesTo(isMet ? OFFERED : 0, isMet ? LOTS - OFFERED : 0, OFFER));
    }
    OrderRow iceberg = ofPrice(OrderType.LIMIT, TimeInForce.DAY, OFFER - 1);
    iceberg.shown = 2;
    rows.add(iceberg.comesTo(0, LOTS, OFFER - 1));
    OrderRow hidden = ofPrice(OrderType.LIMIT, TimeInForce.IOC, OFFER - 1);
    hidden.shown = 2;
    rows.add(hidden.refused("CONTRADICTORY_INSTRUCTION"));
    OrderRow paid = ofPrice(OrderType.MARKET, TimeInForce.IOC, 0);
    paid.quantity = 0;
    paid.budget = OFFER * OFFERED + 1;
    rows.add(paid.comesTo(OFFERED, 0, 0));
    OrderRow dated = of(OrderType.LIMIT, TimeInForce.GTC);
    dated.expires = LATE;
    rows.add(dated.refused("INVALID_EXPIRE_TIME"));
    OrderRow late = of(OrderType.LIMIT, TimeInForce.GTD);
    late.expires = PAST;
    rows.add(late.refused("ALREADY_EXPIRED"));
    return rows;
  }

  private static OrderRow ofPrice(OrderType type, TimeInForce time, long price) {
    OrderRow row = of(type, time);
    row.price = price;
    return row;
  }

  private static OrderRow of(OrderType type, TimeInForce time) {
    OrderRow row = new OrderRow(type, time);
    row.price =
        switch (type) {
          case LIMIT -> OFFER - 5;
          case MARKET, MARKET_TO_LIMIT -> OFFER + 1;
          case STOP, STOP_LIMIT, TRAILING_STOP -> OFFER + 15;
          case TAKE_PROFIT, TAKE_PROFIT_LIMIT -> OFFER - 15;
        };
    if (type == OrderType.TRAILING_STOP) {
      row.trailing = 5;
    } else if (type.hasTrigger()) {
      row.trigger = row.price - 5;
    }
    byte terms = OrderTerms.of(type, time);
    if (OrderTerms.expires(terms)) {
      row.expires = LATE;
    }
    if (OrderTerms.contradict(terms)) {
      return row.refused("CONTRADICTORY_INSTRUCTION");
    }
    if (!SymbolState.CONTINUOUS.takes(CommandType.PLACE, terms)) {
      return row.refused("NOT_IN_AUCTION");
    }
    if (type.hasTrigger()) {
      return row.comesTo(0, LOTS, row.price);
    }
    boolean takes = type != OrderType.LIMIT && !OrderTerms.isFillOrKill(terms);
    long took = takes ? OFFERED : 0;
    return row.comesTo(took, OrderTerms.rests(terms) ? LOTS - took : 0, takes ? OFFER : row.price);
  }

  /** What it says by REST and on a stream, beside user, symbol and order. */
  ObjectNode json() {
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("side", "BUY").put("type", type.name()).put("timeInForce", time.name());
    Map<String, Long> numbers =
        Map.of(
            "price", price,
            "quantity", quantity,
            "triggerPrice", trigger,
            "trailing", trailing,
            "trailingPpm", trailingPpm,
            "displayQuantity", shown,
            "minQuantity", least,
            "budget", budget);
    numbers.forEach(
        (name, value) -> {
          if (value != 0) {
            json.put(name, value);
          }
        });
    if (expires != null) {
      json.put("expireTime", expires.toString());
    }
    if (postOnly != null) {
      json.put("postOnly", postOnly.name());
    }
    if (selfTrade != SelfTrade.NONE) {
      json.put("selfTrade", selfTrade.name());
    }
    return json;
  }

  /** What a query says of it while it rests or sleeps. */
  ObjectNode live(int symbol, long order) {
    ObjectNode live = new ObjectMapper().createObjectNode();
    live.put("symbol", symbol).put("order", order).put("side", "BUY");
    live.put("type", (type.hasTrigger() ? type : OrderType.LIMIT).name());
    live.put("timeInForce", time.name());
    ObjectNode said = json();
    for (String name : List.of("triggerPrice", "trailing", "trailingPpm")) {
      if (said.has(name)) {
        live.set(name, said.get(name));
      }
    }
    for (String name : List.of("expireTime", "postOnly", "selfTrade", "displayQuantity")) {
      if (said.has(name)) {
        live.set(name, said.get(name));
      }
    }
    live.put("price", restsAt).put("quantity", open);
    if (shown != 0) {
      live.put("hidden", open - shown);
    }
    if (filled != 0) {
      live.put("filled", filled);
    }
    if (type.hasTrigger()) {
      live.put("asleep", true);
    }
    return live;
  }

  @Override
  public String toString() {
    return json().toString();
  }
}

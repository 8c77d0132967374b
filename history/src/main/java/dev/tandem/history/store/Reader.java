package dev.tandem.history.store;

import dev.tandem.core.command.Naming;
import dev.tandem.history.rows.Candles;
import dev.tandem.history.rows.OrderEvent;
import dev.tandem.history.rows.OrderState;
import dev.tandem.history.rows.Trade;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a database page by page. Every question of a client is a range of one index, so it reads as
 * many rows as it gives; a time is first found as an event number, as both rise together. A report
 * reads all orders up to the end of its day.
 *
 * <p>For one thread at a time, but for {@link #cancel}.
 */
public final class Reader implements AutoCloseable {

  /** Which rows; null: any. See {@code Question}. */
  public record Selection(
      Long user, Integer symbol, Long order, Long fromNs, Long toNs, Long after) {}

  /** Makes a value of a row. */
  private interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  private final Connection connection;

  /** What is asked at the moment; null if nothing is. Guarded by this. */
  private Statement running;

  /** Whether nothing more is to be asked. Guarded by this. */
  private boolean cancelled;

  private Reader(Connection connection) {
    this.connection = connection;
  }

  /** Connects. */
  public static Reader open(Database database) throws SQLException {
    return new Reader(database.reader());
  }

  /** Orders by the events that placed them. */
  public List<OrderState> orders(Selection of, int limit) throws SQLException {
    return select(
        new Where("SELECT " + Schema.ORDER_COLUMNS + " FROM orders", "placed")
            .equal("user_id", of.user())
            .equal("symbol", of.symbol())
            .equal("order_id", of.order())
            .range(of, "orders", "placed_ns"),
        limit,
        Rows::order);
  }

  /** Fills by their trades. Without a user it is all of them, two of each trade. */
  public List<OrderEvent> fills(Selection of, int limit) throws SQLException {
    return select(
        new Where("SELECT " + Schema.EVENT_COLUMNS + " FROM order_events", "event")
            .always("kind = 'TRADE'")
            .equal("user_id", of.user())
            .equal("symbol", of.symbol())
            .range(of, "trades", "time_ns"),
        limit,
        Rows::event);
  }

  /** Trades. */
  public List<Trade> trades(Selection of, int limit) throws SQLException {
    return select(
        new Where("SELECT " + Schema.TRADE_COLUMNS + " FROM trades", "trade")
            .equal("symbol", of.symbol())
            .range(of, "trades", "time_ns"),
        limit,
        Rows::trade);
  }

  /**
   * Candles of a symbol, the newest first.
   *
   * @param of whose symbol and first time count
   * @param before only trades before this one; null: any
   * @param limit how many candles at most
   * @param mostTrades how many trades they are made of at most
   */
  public Candles candles(Selection of, Long before, long intervalNs, int limit, int mostTrades)
      throws SQLException {
    Where where =
        new Where("SELECT trade, time_ns, price, quantity FROM trades", "trade")
            .equal("symbol", of.symbol())
            .range(of, "trades", "time_ns");
    if (before != null) {
      where.than("trade < ?", before);
    }
    where.newestFirst = true;
    List<CandleFold.Tick> ticks =
        select(
            where,
            mostTrades + 1,
            row ->
                new CandleFold.Tick(
                    row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4)));
    CandleFold fold = new CandleFold(intervalNs, limit);
    int taken = 0;
    while (taken < Math.min(ticks.size(), mostTrades) && fold.add(ticks.get(taken))) {
      taken++;
    }
    return fold.page(taken < ticks.size());
  }

  /**
   * An order.
   *
   * @param placed its number; null for the newest of the id of the selection, one that was taken
   *     before one that was refused: a client that got no answer may have sent it again
   */
  public Optional<OrderState> order(Long placed, Selection of) throws SQLException {
    Optional<OrderState> taken =
        placed == null
            ? select(orderOf(null, of).always("status <> 'REJECTED'"), 1, Rows::order).stream()
                .findFirst()
            : Optional.empty();
    return taken.isPresent()
        ? taken
        : select(orderOf(placed, of), 1, Rows::order).stream().findFirst();
  }

  private Where orderOf(Long placed, Selection of) {
    Where where =
        new Where("SELECT " + Schema.ORDER_COLUMNS + " FROM orders", "placed")
            .equal("placed", placed)
            .equal("user_id", of.user())
            .equal("symbol", of.symbol())
            .equal("order_id", of.order());
    where.newestFirst = true;
    return where;
  }

  /** Events of an order. */
  public List<OrderEvent> events(long placed, long after, int limit) throws SQLException {
    return select(
        new Where("SELECT " + Schema.EVENT_COLUMNS + " FROM order_events", "event")
            .equal("placed", placed)
            .than("event > ?", after),
        limit,
        Rows::event);
  }

  /** Orders that lived at any time of a day, by the events that placed them. */
  public List<OrderState> ordersOf(long fromNs, long toNs, long after, int limit)
      throws SQLException {
    return select(
        new Where("SELECT " + Schema.ORDER_COLUMNS + " FROM orders", "placed")
            .than("placed > ?", after)
            .than("placed_ns < ?", toNs)
            .than("(ended_ns = 0 OR ended_ns >= ?)", fromNs),
        limit,
        Rows::order);
  }

  /** What is looked for among the events of an order. */
  public enum Saying {
    /** Anything: each says how many lots are open and filled. */
    LOTS("kind <> ''"),
    /** The order's price; a trade says its own. */
    PRICE("kind <> 'TRADE'"),
    /** The trigger price. */
    TRIGGER("kind IN ('SLEEPING', 'TRIGGERED', 'RESTATED')"),
    /** All lots of the order, filled and open. */
    QUANTITY("kind IN ('NEW', 'REPLACED', 'RESTATED')");

    private final String condition;

    Saying(String condition) {
      this.condition = condition;
    }
  }

  /** The last event of an order before a time that says something. */
  public Optional<OrderEvent> lastBefore(long placed, long timeNs, Saying what)
      throws SQLException {
    Where where =
        new Where("SELECT " + Schema.EVENT_COLUMNS + " FROM order_events", "event")
            .equal("placed", placed)
            .than("time_ns < ?", timeNs)
            .always(what.condition);
    where.newestFirst = true;
    return select(where, 1, Rows::event).stream().findFirst();
  }

  /**
   * All lots of an order as they were at a time: those that its last event had that said so,
   * without what its user took off since. What left otherwise still counts.
   */
  public long quantityAt(long placed, long timeNs) throws SQLException {
    OrderEvent last = lastBefore(placed, timeNs, Saying.QUANTITY).orElseThrow();
    Where reduced =
        new Where("SELECT " + Schema.EVENT_COLUMNS + " FROM order_events", "event")
            .equal("placed", placed)
            .than("event > ?", last.event())
            .than("time_ns < ?", timeNs)
            .always("kind = 'REDUCED' AND reason = 'COMMAND'");
    long quantity = last.filled() + last.open();
    for (OrderEvent each : select(reduced, Integer.MAX_VALUE, Rows::event)) {
      quantity -= each.quantity();
    }
    return quantity;
  }

  /**
   * A day whose balances there are.
   *
   * @param nextEvent number of the first event record behind them
   */
  public record ClosedDay(LocalDate day, long nextEvent) {}

  /** The last day up to one whose balances there are; null if there is none. */
  public ClosedDay lastDay(LocalDate upTo) throws SQLException {
    Where where =
        new Where("SELECT day, next_event FROM days", "day").always("day <= '" + upTo + "'");
    where.newestFirst = true;
    return select(where, 1, row -> new ClosedDay(LocalDate.parse(row.getString(1)), row.getLong(2)))
        .stream()
        .findFirst()
        .orElse(null);
  }

  /** The balances at the end of a day, by user and currency. */
  public void balances(LocalDate day, BalanceSink to) throws SQLException {
    try (PreparedStatement ask =
        connection.prepareStatement(
            "SELECT user_id, currency, available, held FROM balances WHERE day = ?"
                + " ORDER BY user_id, currency")) {
      ask.setString(1, day.toString());
      ask.setFetchSize(1_000);
      try (ResultSet rows = ask.executeQuery()) {
        while (rows.next()) {
          to.balance(rows.getLong(1), rows.getInt(2), rows.getLong(3), rows.getLong(4));
        }
      }
    }
  }

  /** Takes balances. */
  public interface BalanceSink {
    void balance(long user, int currency, long available, long held);
  }

  /** What symbols are called, and how many decimals price and quantity have. */
  public Map<Integer, Naming> symbols() throws SQLException {
    return namings("SELECT symbol, name, price_decimals, quantity_decimals FROM symbols");
  }

  /** What currencies are called, and how many decimals they have. */
  public Map<Integer, Naming> currencies() throws SQLException {
    return namings("SELECT currency, name, decimals, 0 FROM currencies");
  }

  private Map<Integer, Naming> namings(String sql) throws SQLException {
    Map<Integer, Naming> found = new HashMap<>();
    try (Statement ask = connection.createStatement();
        ResultSet rows = ask.executeQuery(sql)) {
      while (rows.next()) {
        found.put(rows.getInt(1), new Naming(rows.getString(2), rows.getInt(3), rows.getInt(4)));
      }
    }
    return found;
  }

  private <T> List<T> select(Where where, int limit, Row<T> row) throws SQLException {
    List<T> found = new ArrayList<>();
    if (where.isEmpty) {
      return found;
    }
    try (PreparedStatement ask = connection.prepareStatement(where.sql())) {
      int at = 1;
      for (Object each : where.values) {
        ask.setObject(at++, each);
      }
      ask.setInt(at, limit);
      begin(ask);
      try (ResultSet rows = ask.executeQuery()) {
        while (rows.next()) {
          found.add(row.of(rows));
        }
      } finally {
        end();
      }
    }
    return found;
  }

  /** The first event of a table that happened at a time or later; null if there is none. */
  private Long firstAt(String table, String key, String timeColumn, long timeNs)
      throws SQLException {
    Where where = new Where("SELECT " + key + " FROM " + table, timeColumn + ", " + key);
    where.than(timeColumn + " >= ?", timeNs);
    return select(where, 1, row -> row.getLong(1)).stream().findFirst().orElse(null);
  }

  private synchronized void begin(Statement statement) throws SQLException {
    if (cancelled) {
      throw new SQLException("the question was cancelled");
    }
    running = statement;
  }

  private synchronized void end() {
    running = null;
  }

  /**
   * Ends what is asked at the moment, which throws then, as all does that is asked later. Any
   * thread. A statement that has ended is not touched: its connection may be closed by then.
   */
  public synchronized void cancel() {
    cancelled = true;
    if (running != null) {
      try {
        running.cancel();
      } catch (SQLException e) {
        // It ends by itself.
      }
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // Nothing is left to be read.
    }
  }

  /** The conditions of a question. */
  private final class Where {

    private final String select;
    private final String key;
    private final List<String> conditions = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();
    private boolean newestFirst;

    /** Whether nothing can meet them. */
    private boolean isEmpty;

    Where(String select, String key) {
      this.select = select;
      this.key = key;
    }

    Where always(String condition) {
      conditions.add(condition);
      return this;
    }

    Where equal(String column, Number value) {
      return value == null ? this : than(column + " = ?", value);
    }

    Where than(String condition, Number value) {
      conditions.add(condition);
      values.add(value);
      return this;
    }

    Where range(Selection of, String timesIn, String timeColumn) throws SQLException {
      String keyThere = timesIn.equals("trades") ? "trade" : "placed";
      if (of.after() != null) {
        than(key + " > ?", of.after());
      }
      if (of.fromNs() != null) {
        Long first = firstAt(timesIn, keyThere, timeColumn, of.fromNs());
        isEmpty = first == null;
        if (first != null) {
          than(key + " >= ?", first);
        }
      }
      if (of.toNs() != null) {
        Long end = firstAt(timesIn, keyThere, timeColumn, of.toNs());
        if (end != null) {
          than(key + " < ?", end);
        }
      }
      return this;
    }

    String sql() {
      StringBuilder sql = new StringBuilder(select);
      for (int i = 0; i < conditions.size(); i++) {
        sql.append(i == 0 ? " WHERE " : " AND ").append(conditions.get(i));
      }
      sql.append(" ORDER BY ").append(key);
      if (newestFirst) {
        sql.append(" DESC");
      }
      return sql.append(" LIMIT ?").toString();
    }
  }
}

package dev.tandem.history.store;

import dev.tandem.core.api.UserState;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.history.projection.Batch;
import dev.tandem.history.projection.Projection;
import dev.tandem.history.rows.DayBalances;
import dev.tandem.history.rows.OrderState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/**
 * Writes batches, each as one transaction with the place in the log that it ends at. So a batch is
 * in the database whole and once, or not at all, whenever the process ends.
 *
 * <p>For one thread at a time. After an exception it is of no use: make another, and write the same
 * batch by it.
 */
public final class Writer implements AutoCloseable {

  private final Connection connection;

  private Writer(Connection connection) {
    this.connection = connection;
  }

  /** Connects. */
  public static Writer open(Database database) throws SQLException {
    return new Writer(database.writer());
  }

  /** How far the database has its log; null if it is empty. */
  public Progress progress() throws SQLException {
    Progress found = Database.progress(connection);
    connection.rollback();
    return found;
  }

  /** Gives a projection the orders that live. */
  public void resume(Projection projection) throws SQLException {
    try (Statement ask = connection.createStatement();
        ResultSet rows =
            ask.executeQuery(
                "SELECT " + Schema.ORDER_COLUMNS + " FROM orders WHERE ended_ns = 0")) {
      while (rows.next()) {
        projection.resume(Rows.order(rows));
      }
    }
    connection.rollback();
  }

  /**
   * Writes a batch.
   *
   * @param before where the database must be; null if it must be empty, and is made
   * @param after where it is with the batch
   * @throws SQLException if nothing was written, or if it is not known whether all was
   */
  public void write(Batch batch, Progress before, Progress after) throws SQLException {
    if (before == null) {
      Database.create(connection, after);
    } else {
      move(before, after);
    }
    symbols(batch);
    days(batch);
    insert("orders", Schema.ORDER_COLUMNS, batch.placed(), Rows::set);
    change(batch.changed());
    insert("order_events", Schema.EVENT_COLUMNS, batch.events(), Rows::set);
    insert("trades", Schema.TRADE_COLUMNS, batch.trades(), Rows::set);
    connection.commit();
  }

  private void move(Progress before, Progress after) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE progress SET next_event = ?, next_command = ?, time_ns = ?,"
                + " last_record = ?, last_record_ns = ?, last_record_digest = ?"
                + " WHERE id = 1 AND next_event = ? AND log_id = ?")) {
      update.setLong(1, after.nextEvent());
      update.setLong(2, after.nextCommand());
      update.setLong(3, after.timeNs());
      update.setLong(4, after.last().sequence());
      update.setLong(5, after.last().timeNs());
      update.setLong(6, after.last().digest());
      update.setLong(7, before.nextEvent());
      update.setLong(8, before.logId());
      if (update.executeUpdate() != 1) {
        throw new SQLException("somebody else writes this history: it is not at event " + before);
      }
    }
  }

  private void symbols(Batch batch) throws SQLException {
    if (!batch.symbols().isEmpty()) {
      try (PreparedStatement insert =
          connection.prepareStatement(
              "INSERT INTO symbols VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
        for (SymbolSpec each : batch.symbols()) {
          insert.setInt(1, each.symbol());
          insert.setString(2, each.naming().name());
          insert.setInt(3, each.baseCurrency());
          insert.setInt(4, each.quoteCurrency());
          insert.setLong(5, each.lotScale());
          insert.setLong(6, each.tickScale());
          insert.setInt(7, each.naming().decimals());
          insert.setInt(8, each.naming().quantityDecimals());
          insert.setLong(9, each.makerFeePpm());
          insert.setLong(10, each.takerFeePpm());
          insert.addBatch();
        }
        insert.executeBatch();
      }
    }
    if (!batch.currencies().isEmpty()) {
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO currencies VALUES (?, ?, ?)")) {
        for (Map.Entry<Integer, Naming> each : batch.currencies().entrySet()) {
          insert.setInt(1, each.getKey());
          insert.setString(2, each.getValue().name());
          insert.setInt(3, each.getValue().decimals());
          insert.addBatch();
        }
        insert.executeBatch();
      }
    }
  }

  private void days(Batch batch) throws SQLException {
    for (DayBalances day : batch.days()) {
      String name = day.day().toString();
      for (String table : new String[] {"balances", "days"}) {
        try (PreparedStatement delete =
            connection.prepareStatement("DELETE FROM " + table + " WHERE day = ?")) {
          delete.setString(1, name);
          delete.executeUpdate();
        }
      }
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO days VALUES (?, ?)")) {
        insert.setString(1, name);
        insert.setLong(2, day.nextEvent());
        insert.executeUpdate();
      }
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO balances VALUES (?, ?, ?, ?, ?)")) {
        for (UserState user : day.users()) {
          for (UserState.Balance balance : user.balances()) {
            insert.setString(1, name);
            insert.setLong(2, user.userId());
            insert.setInt(3, balance.currency());
            insert.setLong(4, balance.available());
            insert.setLong(5, balance.held());
            insert.addBatch();
          }
        }
        insert.executeBatch();
      }
    }
  }

  /** Sets the columns of a row in their order. */
  private interface Columns<T> {
    void set(PreparedStatement insert, T row) throws SQLException;
  }

  private <T> void insert(String table, String columns, Iterable<T> rows, Columns<T> of)
      throws SQLException {
    String places = columns.replaceAll("[^,]+", "?");
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO " + table + " (" + columns + ") VALUES (" + places + ")")) {
      for (T each : rows) {
        of.set(insert, each);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private void change(Iterable<OrderState> orders) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE orders SET price = ?, trigger_price = ?, asleep = ?, quantity = ?, filled = ?,"
                + " open = ?, status = ?, reason = ?, ended_ns = ?, last_event = ?"
                + " WHERE placed = ?")) {
      for (OrderState each : orders) {
        update.setLong(1, each.price);
        update.setLong(2, each.triggerPrice);
        update.setInt(3, each.asleep ? 1 : 0);
        update.setLong(4, each.quantity);
        update.setLong(5, each.filled);
        update.setLong(6, each.open);
        update.setString(7, each.status.name());
        update.setString(8, each.reason);
        update.setLong(9, each.endedNs);
        update.setLong(10, each.lastEvent);
        update.setLong(11, each.placed);
        update.addBatch();
      }
      update.executeBatch();
    }
  }

  /** Ends the connection; a transaction that has begun is not written. */
  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // Nothing was promised of it.
    }
  }
}

package dev.tandem.history.store;

import dev.tandem.core.command.Side;
import dev.tandem.history.rows.OrderEvent;
import dev.tandem.history.rows.OrderState;
import dev.tandem.history.rows.OrderStatus;
import dev.tandem.history.rows.Trade;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Rows of tables as values, and back; columns in the order of {@link Schema}. */
final class Rows {

  private Rows() {}

  static void set(PreparedStatement to, OrderState order) throws SQLException {
    to.setLong(1, order.placed);
    to.setInt(2, order.symbol);
    to.setLong(3, order.orderId);
    to.setLong(4, order.userId);
    to.setString(5, order.side.name());
    to.setString(6, order.type);
    to.setString(7, order.timeInForce);
    to.setLong(8, order.price);
    to.setLong(9, order.triggerPrice);
    to.setInt(10, order.asleep ? 1 : 0);
    to.setLong(11, order.quantity);
    to.setLong(12, order.filled);
    to.setLong(13, order.open);
    to.setString(14, order.status.name());
    to.setString(15, order.reason);
    to.setLong(16, order.placedNs);
    to.setLong(17, order.endedNs);
    to.setLong(18, order.lastEvent);
    to.setLong(19, order.displayQuantity);
  }

  static OrderState order(ResultSet row) throws SQLException {
    OrderState order = new OrderState();
    order.placed = row.getLong(1);
    order.symbol = row.getInt(2);
    order.orderId = row.getLong(3);
    order.userId = row.getLong(4);
    order.side = Side.valueOf(row.getString(5));
    order.type = row.getString(6);
    order.timeInForce = row.getString(7);
    order.price = row.getLong(8);
    order.triggerPrice = row.getLong(9);
    order.asleep = row.getInt(10) != 0;
    order.quantity = row.getLong(11);
    order.filled = row.getLong(12);
    order.open = row.getLong(13);
    order.status = OrderStatus.valueOf(row.getString(14));
    order.reason = row.getString(15);
    order.placedNs = row.getLong(16);
    order.endedNs = row.getLong(17);
    order.lastEvent = row.getLong(18);
    order.displayQuantity = row.getLong(19);
    return order;
  }

  static void set(PreparedStatement to, OrderEvent event) throws SQLException {
    to.setLong(1, event.event());
    to.setLong(2, event.placed());
    to.setLong(3, event.timeNs());
    to.setInt(4, event.symbol());
    to.setLong(5, event.orderId());
    to.setLong(6, event.userId());
    to.setString(7, event.side());
    to.setString(8, event.kind());
    to.setLong(9, event.price());
    to.setLong(10, event.quantity());
    to.setLong(11, event.open());
    to.setLong(12, event.filled());
    to.setLong(13, event.triggerPrice());
    to.setString(14, event.reason());
    to.setString(15, event.liquidity());
  }

  static OrderEvent event(ResultSet row) throws SQLException {
    return new OrderEvent(
        row.getLong(1),
        row.getLong(2),
        row.getLong(3),
        row.getInt(4),
        row.getLong(5),
        row.getLong(6),
        row.getString(7),
        row.getString(8),
        row.getLong(9),
        row.getLong(10),
        row.getLong(11),
        row.getLong(12),
        row.getLong(13),
        row.getString(14),
        row.getString(15));
  }

  static void set(PreparedStatement to, Trade trade) throws SQLException {
    to.setLong(1, trade.trade());
    to.setLong(2, trade.timeNs());
    to.setInt(3, trade.symbol());
    to.setLong(4, trade.price());
    to.setLong(5, trade.quantity());
    to.setString(6, trade.takerSide());
    to.setInt(7, trade.auction() ? 1 : 0);
    to.setLong(8, trade.takerUser());
    to.setLong(9, trade.makerUser());
    to.setLong(10, trade.takerOrder());
    to.setLong(11, trade.makerOrder());
    to.setLong(12, trade.takerPlaced());
    to.setLong(13, trade.makerPlaced());
  }

  static Trade trade(ResultSet row) throws SQLException {
    return new Trade(
        row.getLong(1),
        row.getLong(2),
        row.getInt(3),
        row.getLong(4),
        row.getLong(5),
        row.getString(6),
        row.getInt(7) != 0,
        row.getLong(8),
        row.getLong(9),
        row.getLong(10),
        row.getLong(11),
        row.getLong(12),
        row.getLong(13));
  }
}

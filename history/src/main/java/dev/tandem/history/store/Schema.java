package dev.tandem.history.store;

import java.util.List;

/** The tables of a history; docs/history.md explains them. */
final class Schema {

  /** Of the tables below; a database of another one is to be built again. */
  static final int VERSION = 3;

  static final String ORDER_COLUMNS =
      "placed, symbol, order_id, user_id, side, type, time_in_force, price, trigger_price, asleep,"
          + " quantity, filled, open, status, reason, placed_ns, ended_ns, last_event,"
          + " display_quantity";

  static final String EVENT_COLUMNS =
      "event, placed, time_ns, symbol, order_id, user_id, side, kind, price, quantity, open,"
          + " filled, trigger_price, reason, liquidity";

  static final String TRADE_COLUMNS =
      "trade, time_ns, symbol, price, quantity, taker_side, auction, taker_user, maker_user,"
          + " taker_order, maker_order, taker_placed, maker_placed";

  static final List<String> STATEMENTS =
      List.of(
          """
          CREATE TABLE progress (
            id INTEGER PRIMARY KEY,
            version INTEGER NOT NULL,
            log_id BIGINT NOT NULL,
            whole_from BIGINT NOT NULL,
            whole_from_command BIGINT NOT NULL,
            whole_from_ns BIGINT NOT NULL,
            next_event BIGINT NOT NULL,
            next_command BIGINT NOT NULL,
            time_ns BIGINT NOT NULL,
            last_record BIGINT NOT NULL,
            last_record_ns BIGINT NOT NULL,
            last_record_digest BIGINT NOT NULL)
          """,
          """
          CREATE TABLE currencies (
            currency INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            decimals INTEGER NOT NULL)
          """,
          """
          CREATE TABLE symbols (
            symbol INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            base INTEGER NOT NULL,
            quote INTEGER NOT NULL,
            lot_scale BIGINT NOT NULL,
            tick_scale BIGINT NOT NULL,
            price_decimals INTEGER NOT NULL,
            quantity_decimals INTEGER NOT NULL,
            maker_fee_ppm BIGINT NOT NULL,
            taker_fee_ppm BIGINT NOT NULL)
          """,
          """
          CREATE TABLE orders (
            placed BIGINT PRIMARY KEY,
            symbol INTEGER NOT NULL,
            order_id BIGINT NOT NULL,
            user_id BIGINT NOT NULL,
            side TEXT NOT NULL,
            type TEXT NOT NULL,
            time_in_force TEXT NOT NULL,
            price BIGINT NOT NULL,
            trigger_price BIGINT NOT NULL,
            asleep INTEGER NOT NULL,
            quantity BIGINT NOT NULL,
            filled BIGINT NOT NULL,
            open BIGINT NOT NULL,
            status TEXT NOT NULL,
            reason TEXT,
            placed_ns BIGINT NOT NULL,
            ended_ns BIGINT NOT NULL,
            last_event BIGINT NOT NULL,
            display_quantity BIGINT NOT NULL)
          """,
          "CREATE INDEX orders_user ON orders (user_id, placed)",
          "CREATE INDEX orders_user_symbol ON orders (user_id, symbol, placed)",
          "CREATE INDEX orders_symbol ON orders (symbol, placed)",
          "CREATE INDEX orders_id ON orders (user_id, order_id, symbol, placed)",
          "CREATE INDEX orders_time ON orders (placed_ns, placed)",
          "CREATE INDEX orders_live ON orders (placed) WHERE ended_ns = 0",
          """
          CREATE TABLE order_events (
            event BIGINT NOT NULL,
            placed BIGINT NOT NULL,
            time_ns BIGINT NOT NULL,
            symbol INTEGER NOT NULL,
            order_id BIGINT NOT NULL,
            user_id BIGINT NOT NULL,
            side TEXT NOT NULL,
            kind TEXT NOT NULL,
            price BIGINT NOT NULL,
            quantity BIGINT NOT NULL,
            open BIGINT NOT NULL,
            filled BIGINT NOT NULL,
            trigger_price BIGINT NOT NULL,
            reason TEXT,
            liquidity TEXT,
            PRIMARY KEY (placed, event))
          """,
          "CREATE INDEX fills_user ON order_events (user_id, event, placed) WHERE kind = 'TRADE'",
          "CREATE INDEX fills_user_symbol ON order_events (user_id, symbol, event, placed)"
              + " WHERE kind = 'TRADE'",
          """
          CREATE TABLE trades (
            trade BIGINT PRIMARY KEY,
            time_ns BIGINT NOT NULL,
            symbol INTEGER NOT NULL,
            price BIGINT NOT NULL,
            quantity BIGINT NOT NULL,
            taker_side TEXT NOT NULL,
            auction INTEGER NOT NULL,
            taker_user BIGINT NOT NULL,
            maker_user BIGINT NOT NULL,
            taker_order BIGINT NOT NULL,
            maker_order BIGINT NOT NULL,
            taker_placed BIGINT NOT NULL,
            maker_placed BIGINT NOT NULL)
          """,
          "CREATE INDEX trades_symbol ON trades (symbol, trade)",
          "CREATE INDEX trades_time ON trades (time_ns, trade)",
          "CREATE TABLE days (day TEXT PRIMARY KEY, next_event BIGINT NOT NULL)",
          """
          CREATE TABLE balances (
            day TEXT NOT NULL,
            user_id BIGINT NOT NULL,
            currency INTEGER NOT NULL,
            available BIGINT NOT NULL,
            held BIGINT NOT NULL,
            PRIMARY KEY (day, user_id, currency))
          """,
          "CREATE VIEW fills AS SELECT event AS trade, placed, time_ns, symbol, order_id, user_id,"
              + " side, price, quantity, open, filled, liquidity FROM order_events"
              + " WHERE kind = 'TRADE'");

  private Schema() {}
}

package dev.tandem.gateway.demo;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.TimeInForce;
import java.util.SplittableRandom;

/**
 * Draws the orders of the generated market: each type, time in force and instruction that an order
 * may have by itself, plain limit orders most of the time. All that may wait lies near the price,
 * so that it is met soon.
 */
final class DemoOrders {

  private static final int SPREAD = 2;
  private static final int DEPTH = 25;

  /** How far a limit may lie behind a trigger, and a taker's behind the price, in ticks. */
  private static final int BEYOND = 6;

  private static final int MAX_LOTS = 20;
  private static final long SECOND_NS = 1_000_000_000L;
  private static final SelfTrade[] MODES = SelfTrade.values();

  private final SplittableRandom random;

  DemoOrders(SplittableRandom random) {
    this.random = random;
  }

  /**
   * An order for continuous trading.
   *
   * @param price around which the market trades, in ticks
   * @param nowNs nanoseconds since the epoch
   */
  void draw(Command c, long user, int symbol, long order, long price, long nowNs) {
    Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
    switch (random.nextInt(40)) {
      case 0 -> type(c, user, symbol, order, side, OrderType.STOP, TimeInForce.IOC, price);
      case 1 -> type(c, user, symbol, order, side, OrderType.STOP_LIMIT, TimeInForce.GTC, price);
      case 2 -> type(c, user, symbol, order, side, OrderType.TAKE_PROFIT, TimeInForce.IOC, price);
      case 3 ->
          type(c, user, symbol, order, side, OrderType.TAKE_PROFIT_LIMIT, TimeInForce.GTC, price);
      case 4 -> trailing(c, user, symbol, order, side, price);
      case 5 -> market(c, user, symbol, order, side, price);
      case 6 -> {
        long limit = behind(side, price);
        OrderType type = OrderType.MARKET_TO_LIMIT;
        Commands.place(c, user, symbol, order, side, type, TimeInForce.GTC, limit, lots());
      }
      case 7 -> {
        limit(c, user, symbol, order, side, TimeInForce.GTC, side == Side.BUY ? price + 1 : price);
        Commands.postOnly(c, random.nextBoolean() ? PostOnly.SLIDE : PostOnly.REJECT);
      }
      case 8, 9 -> {
        limit(c, user, symbol, order, side, TimeInForce.GTC, before(side, price));
        c.quantity = 50L + random.nextInt(200);
        Commands.displayQuantity(c, 5L + random.nextInt(10));
      }
      case 10, 11 -> {
        limit(c, user, symbol, order, side, TimeInForce.GTD, before(side, price));
        Commands.expireTime(c, nowNs + (5 + random.nextInt(60)) * SECOND_NS);
      }
      case 12, 13 -> limit(c, user, symbol, order, side, TimeInForce.DAY, before(side, price));
      case 14 -> limit(c, user, symbol, order, side, TimeInForce.FOK, behind(side, price));
      case 15 -> {
        limit(c, user, symbol, order, side, TimeInForce.GTC, behind(side, price));
        Commands.minQuantity(c, 1 + random.nextLong(c.quantity));
      }
      case 16, 17, 18, 19 -> {
        limit(c, user, symbol, order, side, TimeInForce.IOC, behind(side, price));
        Commands.selfTrade(c, MODES[random.nextInt(MODES.length)]);
      }
      default -> limit(c, user, symbol, order, side, TimeInForce.GTC, before(side, price));
    }
  }

  /** An order that gathers in an auction. */
  void gather(Command c, long user, int symbol, long order, long price) {
    Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
    TimeInForce time = random.nextInt(3) == 0 ? TimeInForce.AT_AUCTION : TimeInForce.GTC;
    limit(c, user, symbol, order, side, time, price - SPREAD + random.nextInt(2 * SPREAD + 1));
  }

  private void limit(
      Command c, long user, int symbol, long order, Side side, TimeInForce time, long price) {
    Commands.place(c, user, symbol, order, side, time, Math.max(1, price), lots());
  }

  /** Its trigger lies where it sleeps first: a buy stop above the price, a sell stop below. */
  private void type(
      Command c,
      long user,
      int symbol,
      long order,
      Side side,
      OrderType type,
      TimeInForce time,
      long price) {
    boolean isStop = type == OrderType.STOP || type == OrderType.STOP_LIMIT;
    int away = SPREAD + random.nextInt(DEPTH);
    long trigger = Math.max(1, (side == Side.BUY) == isStop ? price + away : price - away);
    long limit = behind(side, trigger);
    Commands.placeStop(c, user, symbol, order, side, type, time, limit, lots(), trigger);
  }

  private void trailing(Command c, long user, int symbol, long order, Side side, long price) {
    long limit = side == Side.BUY ? price + DEPTH : Math.max(1, price - 2 * DEPTH);
    OrderType type = OrderType.TRAILING_STOP;
    Commands.place(c, user, symbol, order, side, type, TimeInForce.IOC, limit, lots());
    Commands.trailing(c, 3 + random.nextInt(DEPTH), false);
  }

  /** A buy spends a budget, a sell names its lots and its limit. */
  private void market(Command c, long user, int symbol, long order, Side side, long price) {
    if (side == Side.BUY) {
      Commands.placeBudget(c, user, symbol, order, 0, price * lots());
    } else {
      OrderType type = OrderType.MARKET;
      Commands.place(
          c, user, symbol, order, side, type, TimeInForce.IOC, behind(side, price), lots());
    }
  }

  private long lots() {
    return 1L + random.nextInt(MAX_LOTS);
  }

  /** Where an order rests: most of them close to the price. */
  private long before(Side side, long price) {
    int away = SPREAD + (int) (DEPTH * random.nextDouble() * random.nextDouble());
    return Math.max(1, side == Side.BUY ? price - away : price + away);
  }

  /** Up to where an order takes. */
  private static long behind(Side side, long price) {
    return Math.max(1, side == Side.BUY ? price + BEYOND : price - BEYOND);
  }
}

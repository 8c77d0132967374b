package dev.tandem.app.replay;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Outcomes;

/**
 * What came of a replay, kept in memory while the clock runs and written out afterwards. Written by
 * the results thread, read when the replay is over.
 */
public final class ReplayLog {

  private static final int TRADE_INDEX = 0;
  private static final int TAKER = 1;
  private static final int MAKER = 2;
  private static final int PRICE = 3;
  private static final int QUANTITY = 4;
  private static final int TRADE_WORDS = 5;

  private static final int KIND = 0;
  private static final int ORDER_PRICE = 1;
  private static final int RELEASED = 2;
  private static final int ANSWER_WORDS = 3;

  private static final int SIDE_SHIFT = 8;

  /** Answers to a trade, to have memory for most trades from the start. */
  private static final int ANSWERS_PER_TRADE = 4;

  private final LongRows trades;
  private final LongRows answers;

  ReplayLog(int commands, boolean keepTrades, boolean keepAnswers) {
    trades = keepTrades ? new LongRows(TRADE_WORDS, commands / ANSWERS_PER_TRADE) : null;
    answers = keepAnswers ? new LongRows(ANSWER_WORDS, commands) : null;
  }

  /**
   * An empty one for the trades of an exchange elsewhere.
   *
   * @param commands of the flow
   */
  public static ReplayLog ofTrades(int commands) {
    return new ReplayLog(commands, true, false);
  }

  void add(long index, Command c) {
    if (trades != null) {
      Outcomes t = c.outcomes;
      for (int i = 0; i < t.count(); i++) {
        if (t.isTrade(i)) {
          addTrade(index, t.takerOrderId(i), t.makerOrderId(i), t.price(i), t.quantity(i));
        }
      }
    }
    if (answers != null) {
      long[] chunk = answers.append();
      int at = answers.lastOffset();
      chunk[at + KIND] = c.result | ((long) c.orderSide << SIDE_SHIFT);
      chunk[at + ORDER_PRICE] = c.orderPrice;
      chunk[at + RELEASED] = c.releasedQuantity;
    }
  }

  /**
   * Adds a trade behind all others.
   *
   * @param index of the command in the flow that made it
   * @param price in ticks
   * @param quantity in lots
   */
  public void addTrade(long index, long taker, long maker, long price, long quantity) {
    long[] chunk = trades.append();
    int at = trades.lastOffset();
    chunk[at + TRADE_INDEX] = index;
    chunk[at + TAKER] = taker;
    chunk[at + MAKER] = maker;
    chunk[at + PRICE] = price;
    chunk[at + QUANTITY] = quantity;
  }

  /** Number of trades kept. */
  public long trades() {
    return trades == null ? 0 : trades.size();
  }

  /** Index in the flow of the command that made trade {@code t}. */
  public int command(long t) {
    return (int) trades.get(t, TRADE_INDEX);
  }

  /** The taker's order, or the buy order of an uncross. */
  public long takerOrderId(long t) {
    return trades.get(t, TAKER);
  }

  /** The maker's order, or the sell order of an uncross. */
  public long makerOrderId(long t) {
    return trades.get(t, MAKER);
  }

  /** Price in ticks. */
  public long price(long t) {
    return trades.get(t, PRICE);
  }

  /** Quantity in lots. */
  public long quantity(long t) {
    return trades.get(t, QUANTITY);
  }

  /** Whether the answers were kept. */
  public boolean hasAnswers() {
    return answers != null;
  }

  /** Result code of the command at {@code index} of the flow. */
  byte result(long index) {
    return (byte) answers.get(index, KIND);
  }

  byte orderSide(long index) {
    return (byte) (answers.get(index, KIND) >> SIDE_SHIFT);
  }

  long orderPrice(long index) {
    return answers.get(index, ORDER_PRICE);
  }

  long releasedQuantity(long index) {
    return answers.get(index, RELEASED);
  }
}

package dev.tandem.history;

/**
 * Which candles are asked for, from the newest one back.
 *
 * @param intervalNs how long each is; they begin at multiples of it since the epoch
 * @param fromNs ns since the epoch, of the first command that counts; null: any
 * @param before only trades before this event number; null: any
 * @param limit how many candles at most
 */
public record CandleQuestion(int symbol, long intervalNs, Long fromNs, Long before, int limit) {

  /** Trades that an answer is made of, at most. */
  public static final int MOST_TRADES = 50_000;

  public CandleQuestion {
    if (intervalNs < 1) {
      throw new IllegalArgumentException("candles of %d ns".formatted(intervalNs));
    }
    if (limit < 1 || limit > Question.MOST) {
      throw new IllegalArgumentException(
          "%d candles, expected 1 to %d".formatted(limit, Question.MOST));
    }
  }
}

package dev.tandem.core.command;

/**
 * What an order may say beside side, price, quantity and {@link OrderTerms}: the optional part of a
 * command, eight words. A word of 0 says nothing. Its layout has all that orders are to have; of
 * that the trigger reference and reduce only are not taken yet, and refused with {@link
 * ResultCode#UNSUPPORTED_INSTRUCTION}.
 *
 * <pre>
 *   0          8               16          24          32      40       48        56
 *   ┌──────────┬───────────────┬───────────┬───────────┬───────┬────────┬─────────┬────────┐
 *   │ modes    │ trigger price │ trailing  │ display   │ min.  │ expire │ budget  │ linked │
 *   │          │               │ offset    │ quantity  │ lots  │ time   │         │ order  │
 *   └──────────┴───────────────┴───────────┴───────────┴───────┴────────┴─────────┴────────┘
 *   modes: trigger reference (byte 0), unit of the offset (1), post only (2), self-trade (3),
 *          reduce only (4)
 * </pre>
 */
public final class Instructions {

  /** Words of the part. */
  public static final int WORDS = 8;

  private static final int MODES = 0;
  private static final int TRIGGER_PRICE = 1;
  private static final int TRAILING = 2;
  private static final int DISPLAY_QUANTITY = 3;
  private static final int MIN_QUANTITY = 4;
  private static final int EXPIRE_TIME = 5;
  private static final int BUDGET = 6;
  private static final int LINKED_ORDER = 7;

  /** The most parts in which an order may show its lots; it bounds how long a command takes. */
  public static final int MOST_PARTS = 1000;

  /** An offset in ppm is below this. */
  private static final long PPM = 1_000_000;

  private static final long IN_PPM = 1L << 8;
  private static final int POST_ONLY_SHIFT = 16;
  private static final long POST_ONLY = 0xffL << POST_ONLY_SHIFT;
  private static final int SELF_TRADE_SHIFT = 24;
  private static final long SELF_TRADE = 0xffL << SELF_TRADE_SHIFT;

  private final long[] words = new long[WORDS];

  Instructions() {}

  /** A word of the part, from 0. */
  public long word(int i) {
    return words[i];
  }

  /** Sets a word of the part. */
  public void word(int i, long value) {
    words[i] = value;
  }

  /** The price in ticks at which the order is triggered; 0: none. */
  public long triggerPrice() {
    return words[TRIGGER_PRICE];
  }

  /** Sets the price in ticks at which the order is triggered. */
  public void triggerPrice(long ticks) {
    words[TRIGGER_PRICE] = ticks;
  }

  /**
   * How far behind the best price the order is triggered, in ticks or ppm; 0: it does not trail.
   */
  public long trailing() {
    return words[TRAILING];
  }

  /** Whether the trailing offset is in ppm of the best price; else it is in ticks. */
  public boolean trailsInPpm() {
    return (words[MODES] & IN_PPM) != 0;
  }

  /** Sets how far behind the best price the order is triggered. */
  public void trailing(long offset, boolean inPpm) {
    words[TRAILING] = offset;
    words[MODES] = (words[MODES] & ~IN_PPM) | (inPpm ? IN_PPM : 0);
  }

  /** Whether an order may trail by this offset. */
  public static boolean isOffset(long offset, boolean inPpm) {
    return offset > 0 && (!inPpm || offset < PPM);
  }

  /** The lots that the order shows at most while it rests, FIX's field 1138; 0: all. */
  public long displayQuantity() {
    return words[DISPLAY_QUANTITY];
  }

  /** Sets the lots that the order shows at most while it rests. */
  public void displayQuantity(long lots) {
    words[DISPLAY_QUANTITY] = lots;
  }

  /** Whether so many lots are not too many parts of this display quantity, both at least 1. */
  public static boolean isInParts(long lots, long display) {
    return (lots - 1) / display < MOST_PARTS;
  }

  /** The lots that the order must be filled at once, FIX's field 110; 0: any. */
  public long minQuantity() {
    return words[MIN_QUANTITY];
  }

  /** Sets the lots that the order must be filled at once. */
  public void minQuantity(long lots) {
    words[MIN_QUANTITY] = lots;
  }

  /** When the order expires, FIX's field 126, in nanoseconds since the epoch; 0: never. */
  public long expireTime() {
    return words[EXPIRE_TIME];
  }

  /** Sets when the order expires. */
  public void expireTime(long timeNs) {
    words[EXPIRE_TIME] = timeNs;
  }

  /** The money that a market buy spends instead of naming lots, fees apart; 0: none. */
  public long budget() {
    return words[BUDGET];
  }

  /** Sets the money that a market buy spends. */
  public void budget(long units) {
    words[BUDGET] = units;
  }

  /** The id of the order of which this one is the other leg; 0: of none. */
  public long linkedOrder() {
    return words[LINKED_ORDER];
  }

  /** Sets the order of which this one is the other leg. */
  public void linkedOrder(long orderId) {
    words[LINKED_ORDER] = orderId;
  }

  /** Code of its {@link PostOnly}; 0 if it may take. */
  public int postOnly() {
    return postOnlyOf(words[MODES]);
  }

  /** Has the order not take. */
  public void postOnly(PostOnly mode) {
    words[MODES] = (words[MODES] & ~POST_ONLY) | modesOf(mode.code(), 0);
  }

  /** Code of its {@link SelfTrade}. */
  public int selfTrade() {
    return selfTradeOf(words[MODES]);
  }

  /** Sets what becomes of it where it would trade with an order of its own user or group. */
  public void selfTrade(SelfTrade mode) {
    words[MODES] = (words[MODES] & ~SELF_TRADE) | modesOf(0, mode.code());
  }

  /** The word of modes that says this of post only and of self-trades, and nothing else. */
  public static long modesOf(int postOnly, int selfTrade) {
    return (long) postOnly << POST_ONLY_SHIFT | (long) selfTrade << SELF_TRADE_SHIFT;
  }

  /** The code of post only in a word of modes. */
  public static int postOnlyOf(long modes) {
    return (int) (modes >>> POST_ONLY_SHIFT) & 0xff;
  }

  /** The code of a {@link SelfTrade} in a word of modes. */
  public static int selfTradeOf(long modes) {
    return (int) (modes >>> SELF_TRADE_SHIFT) & 0xff;
  }

  /** Whether a resting order may say all that this word of modes says. */
  public static boolean isKnown(long modes) {
    int postOnly = postOnlyOf(modes);
    int selfTrade = selfTradeOf(modes);
    return modes == modesOf(postOnly, selfTrade)
        && PostOnly.isKnown(postOnly)
        && SelfTrade.isKnown(selfTrade);
  }

  /** Whether nothing is said: no byte of it is kept then. */
  public boolean isEmpty() {
    return (words[MODES]
            | triggerPrice()
            | trailing()
            | displayQuantity()
            | minQuantity()
            | expireTime()
            | budget()
            | linkedOrder())
        == 0;
  }

  /** Whether it says anything that the exchange does not have yet. */
  public boolean isUnsupported() {
    return !isKnown(words[MODES] & ~IN_PPM);
  }

  /** Whether it says nothing but perhaps a trigger price. */
  public boolean isOfTriggerAlone() {
    return (words[MODES]
            | trailing()
            | displayQuantity()
            | minQuantity()
            | expireTime()
            | budget()
            | linkedOrder())
        == 0;
  }

  void clear() {
    for (int i = 0; i < WORDS; i++) {
      words[i] = 0;
    }
  }

  void copyFrom(Instructions other) {
    System.arraycopy(other.words, 0, words, 0, WORDS);
  }
}

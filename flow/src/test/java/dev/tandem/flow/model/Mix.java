package dev.tandem.flow.model;

import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.SymbolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What a flow is made of; each seed draws its own. */
final class Mix {

  /** Those of a door several times, and codes that are none of a door. */
  static final List<Byte> REFUSALS =
      List.of(
          (byte) 31,
          (byte) 32,
          (byte) 33,
          (byte) 34,
          (byte) 31,
          (byte) 32,
          (byte) 33,
          (byte) 34,
          (byte) 1,
          (byte) 2,
          (byte) 30,
          (byte) 35,
          Byte.MAX_VALUE,
          (byte) -1,
          Byte.MIN_VALUE);

  private static final long[] FIRST_USERS = {1, 1, 1, 40, Long.MAX_VALUE - 12};
  private static final int[] SYMBOLS = {0, 1, 2, 3, 5, 8, 64, Integer.MAX_VALUE};
  private static final int[] CURRENCIES = {0, 1, 2, 7, -4, 900, Integer.MIN_VALUE};
  private static final long[] LOT_SCALES = {1, 1, 2, 3, 10, 1_000};
  private static final long[] TICK_SCALES = {1, 1, 2, 5, 100};
  private static final long[] LOT_STEPS = {0, 0, 1, 2, 3};
  private static final long[] FEES = {0, 0, 0, 150, 150, 3_333, 3_333, 50_000, 50_000, 1_000_000};
  private static final long[] PRICES = {3, 20, 100, 5_000};
  private static final int[] WIDTHS = {1, 3, 8};
  private static final int[] LOTS = {4, 20, 60, 1_000};
  private static final int[] IDS = {5, 12, 40, 200};

  private final SplittableRandom random;

  /** All users of the flow; some come late. */
  final List<Long> users = new ArrayList<>();

  /** All symbols of the flow; some come late. */
  final List<SymbolSpec> specs = new ArrayList<>();

  final long price;
  final int width;
  final int lots;
  final int orderIds;

  /** Of a hundred commands, how many a client numbers. */
  final int keyed;

  /** Of a hundred places, how many are immediate. */
  final int immediate;

  /** Of a hundred places, how many have a trigger. */
  final int stops;

  /** Of a hundred orders with a trigger, how many trail the price. */
  final int trailing;

  /** Of a hundred places, how many must not take. */
  final int postOnly;

  /** Of a hundred places, how many must not trade with orders of their user. */
  final int selfTrade;

  /** Of a hundred orders that rest, how many are good for the day. */
  final int day;

  /** Of a hundred places, how many have a minimum quantity. */
  final int minimum;

  /** Of a hundred places, how many are market orders. */
  final int market;

  /** Of a hundred market orders, how many have a budget. */
  final int budget;

  /** Of a hundred orders that rest, how many show a part of their lots. */
  final int icebergs;

  /** Of a hundred sizes, how many are at the edge of what the user can pay. */
  final int edge;

  /** How often each kind of step is taken, in no unit. */
  final int[] weights;

  Mix(SplittableRandom random, int kinds) {
    this.random = random;
    long first = of(FIRST_USERS);
    int userCount = random.nextInt(5, 13);
    for (int i = 0; i < userCount; i++) {
      users.add(first + i);
    }
    price = of(PRICES);
    width = of(WIDTHS);
    lots = of(LOTS);
    orderIds = of(IDS);
    keyed = random.nextInt(3) == 0 ? 60 : random.nextInt(20);
    immediate = random.nextInt(50);
    edge = random.nextInt(38, 85);
    stops = random.nextInt(45);
    postOnly = random.nextInt(35);
    minimum = random.nextInt(40);
    market = random.nextInt(45);
    day = random.nextInt(70);
    budget = random.nextInt(70);
    weights = new int[kinds];
    for (int i = 0; i < kinds; i++) {
      weights[i] = random.nextInt(1, 11);
    }
    drawSpecs();
    selfTrade = random.nextInt(70);
    trailing = random.nextInt(60);
    // Not drawn, so that what else a flow has stays as it is.
    icebergs = (trailing + day) % 30;
  }

  private void drawSpecs() {
    int count = random.nextInt(1, 5);
    int firstSymbol = random.nextInt(SYMBOLS.length);
    int pool = random.nextInt(2, 5);
    int firstCurrency = random.nextInt(CURRENCIES.length);
    boolean free = random.nextInt(4) == 0;
    for (int i = 0; i < count; i++) {
      int base = random.nextInt(pool);
      int quote = (base + random.nextInt(1, pool)) % pool;
      long tickScale = of(TICK_SCALES);
      SymbolSpec spec =
          new SymbolSpec(
              SYMBOLS[(firstSymbol + i) % SYMBOLS.length],
              CURRENCIES[(firstCurrency + base) % CURRENCIES.length],
              CURRENCIES[(firstCurrency + quote) % CURRENCIES.length],
              of(LOT_SCALES),
              tickScale,
              free ? 0 : of(FEES),
              free ? 0 : of(FEES),
              random.nextInt(3) == 0 ? limits(tickScale) : LotLimits.NONE,
              random.nextInt(3) == 0 ? 0 : protection(),
              Naming.NONE);
      specs.add(i % 2 == 0 ? spec : spec.named("PAIR-" + i, random.nextInt(19), 18));
    }
  }

  /** Few enough to stop a sweep, or so many that no sum with them fits. */
  private long protection() {
    return random.nextInt(8) == 0 ? Long.MAX_VALUE : 1L + random.nextInt(width);
  }

  /** Some that hurt, and that a few lots are within. */
  private LotLimits limits(long tickScale) {
    long least = random.nextInt(4);
    long few = least + 3;
    return new LotLimits(
        of(LOT_STEPS),
        least,
        random.nextBoolean() ? 0 : Math.max(few, lots / 2),
        random.nextBoolean() ? 0 : (price + width) * tickScale * few * (1 + random.nextInt(4)));
  }

  private long of(long[] choices) {
    return choices[random.nextInt(choices.length)];
  }

  private int of(int[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}

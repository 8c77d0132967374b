package dev.tandem.flow.load;

import dev.tandem.core.command.Trades;
import dev.tandem.core.matching.OrderBook;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Makes streams: keeps a book beside it, to know which orders live, and a walking mid price.
 *
 * <p>The scenarios imitate the standing books of a public matching-engine benchmark: half of the
 * messages are new orders (15 % of them immediate), two fifths cancels, the rest moves.
 */
public final class BookFlow {

  /** A standing book and the path of its price. */
  public enum Scenario {
    /** Tens of thousands of orders on few levels around a price that stays. */
    STATIC,
    /** A few hundred orders around a price that falls by tens of thousands of ticks and returns. */
    FLASH_CRASH,
    /** More than a thousand orders, most on a level of their own; the price swings by 25 %. */
    SWING_25,
    /** The same, by 40 %. */
    SWING_40,
    /** Orders scattered over a million ticks on both sides. */
    WIDE
  }

  private static final long START = 100_000;

  private final SplittableRandom random;
  private final OrderBook book = new OrderBook();
  private final Trades trades = new Trades();
  private final BookStream stream = new BookStream();
  private long[] live = new long[1024];
  private byte[] sides = new byte[1024];
  private int liveCount;
  private long nextId = 1;

  private BookFlow(long seed) {
    random = new SplittableRandom(seed);
  }

  /**
   * A spot market maker's stream: 9 % GTC, 3 % IOC, 6 % cancel, 82 % move around a walking mid
   * price. It begins with 1,000 orders placed, many of which meet each other: about 160 live.
   */
  public static BookStream spot(long seed, int commands) {
    BookFlow f = new BookFlow(seed);
    long mid = START;
    for (int i = 0; i < commands; i++) {
      if (f.random.nextInt(8) == 0) {
        mid += f.random.nextInt(2) == 0 ? 1 : -1;
      }
      int dice = i < 1_000 ? 0 : f.random.nextInt(100);
      byte side = (byte) f.random.nextInt(2);
      long lots = 1L + f.random.nextInt(100);
      if (dice < 9) {
        f.place(side, f.away(mid, side, 30), lots, false);
      } else if (dice < 12) {
        boolean many = f.live() > 1_000;
        f.place(side, f.away(mid, side, 1) + (side == 0 ? 9 : -9), many ? lots * 4 : 1, true);
      } else if (dice < 18) {
        f.cancel(f.pick());
      } else {
        int o = f.pick();
        f.move(o, f.away(mid, f.sides[o], 30), 0);
      }
    }
    return f.finish();
  }

  /** A stream of a scenario, of exactly so many commands: it leaves orders in the book. */
  public static BookStream scenario(Scenario scenario, long seed, int commands) {
    BookFlow f = new BookFlow(seed);
    int target =
        switch (scenario) {
          case STATIC -> 40_000;
          case FLASH_CRASH -> 240;
          case SWING_25, SWING_40 -> 1_300;
          case WIDE -> 20_000;
        };
    long reach = scenario == Scenario.WIDE ? 300 : 3;
    for (int i = 0; i < commands; i++) {
      double t = (double) i / commands;
      long mid =
          switch (scenario) {
            case STATIC -> START;
            case WIDE -> START * 50;
            case FLASH_CRASH -> START - crash(t);
            case SWING_25 -> START + Math.round(START * 0.25 * StrictMath.sin(t * 40));
            case SWING_40 -> START + Math.round(START * 0.40 * StrictMath.sin(t * 40));
          };
      int dice = f.random.nextInt(100);
      boolean few = f.live() < target;
      byte side = (byte) f.random.nextInt(2);
      long lots = 1L + f.random.nextInt(100);
      if (dice < 50 || f.live() == 0) {
        boolean immediate = dice < 8;
        long price = f.price(scenario, mid, side);
        f.place(side, immediate ? mid + (side == 0 ? reach : -reach) : price, lots, immediate);
      } else if (dice < 91) {
        if (few && f.random.nextInt(3) == 0) {
          f.place(side, f.price(scenario, mid, side), lots, false);
        } else {
          f.cancel(f.pick());
        }
      } else {
        int o = f.pick();
        f.move(o, f.price(scenario, mid, f.sides[o]), lots);
      }
    }
    return f.stream;
  }

  private static long crash(double t) {
    double depth = t < 0.4 ? 0 : t < 0.5 ? (t - 0.4) * 10 : t < 0.9 ? (0.9 - t) * 2.5 : 0;
    return Math.round(60_000 * depth);
  }

  private long price(Scenario scenario, long mid, byte side) {
    return switch (scenario) {
      case STATIC -> mid + (side == 0 ? -1L : 1L) * (1L + random.nextInt(35));
      case FLASH_CRASH -> away(mid, side, 60);
      case SWING_25, SWING_40 -> away(mid, side, 300);
      case WIDE -> mid + (side == 0 ? -1 : 1) * (1 + random.nextLong(1_000_000));
    };
  }

  /** A price on the passive side of the mid, exponentially distributed with this mean. */
  private long away(long mid, byte side, double mean) {
    long distance = 1 + (long) (-mean * StrictMath.log(1 - random.nextDouble()));
    return side == 0 ? mid - distance : mid + distance;
  }

  private int live() {
    return book.view().orders(0) + book.view().orders(1);
  }

  /** A random live order; the book has one. */
  private int pick() {
    while (true) {
      int i = random.nextInt(liveCount);
      if (book.view().order(live[i], (s, p, id, u, q, t) -> {})) {
        return i;
      }
      forget(i);
    }
  }

  private void forget(int i) {
    liveCount--;
    live[i] = live[liveCount];
    sides[i] = sides[liveCount];
  }

  private void place(byte side, long price, long lots, boolean immediate) {
    long id = nextId++;
    stream.add(
        BookStream.PLACE
            | (side == 0 ? 0 : BookStream.SELL)
            | (immediate ? BookStream.IMMEDIATE : 0),
        id,
        price,
        lots);
    long open = book.place(side, price, lots, id, 1, 0, immediate, trades);
    trades.clear();
    if (open > 0 && !immediate) {
      if (liveCount == live.length) {
        live = Arrays.copyOf(live, liveCount * 2);
        sides = Arrays.copyOf(sides, liveCount * 2);
      }
      live[liveCount] = id;
      sides[liveCount++] = side;
    }
  }

  private void cancel(int i) {
    stream.add(BookStream.CANCEL, live[i], 0, 0);
    book.cancel(live[i], 1);
    forget(i);
  }

  private void move(int i, long price, long lots) {
    stream.add(BookStream.MOVE | (sides[i] == 0 ? 0 : BookStream.SELL), live[i], price, lots);
    book.move(live[i], 1, price, lots, trades);
    trades.clear();
  }

  private BookStream finish() {
    while (live() > 0) {
      cancel(pick());
    }
    return stream;
  }
}

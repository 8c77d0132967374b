package dev.tandem.flow.generator;

import dev.tandem.core.command.Side;
import dev.tandem.core.command.TimeInForce;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes the commands of one book by a {@link BookProfile}: a model of it is run along, which knows
 * the live orders. A profile is the order in which it draws numbers.
 */
final class BookMaker {

  private static final long START = 100_000;

  private static final int STEADY_LIVE = 1_000;
  private static final int STEADY_MID = 10_000;
  private static final int STEADY_SPREAD = 60;

  private final BookProfile profile;
  private final boolean movesKeepQuantity;
  private final SplittableRandom random;
  private final ModelBook book = new ModelBook();
  private final BookStream stream = new BookStream();

  /** Orders that rested; those that have ended since go when they are picked. */
  private final List<ModelBook.Order> rested = new ArrayList<>();

  private long lastOrder;

  BookMaker(BookProfile profile, long seed) {
    this(profile, seed, false);
  }

  /**
   * Makes the commands of a profile.
   *
   * @param movesKeepQuantity whether a move never names a quantity, also in a standing book
   */
  BookMaker(BookProfile profile, long seed, boolean movesKeepQuantity) {
    this.profile = profile;
    this.movesKeepQuantity = movesKeepQuantity;
    random = new SplittableRandom(seed);
  }

  /**
   * Makes about so many commands, once.
   *
   * @param poorPercent how many of a hundred are orders that lack funds; for STEADY alone
   */
  BookStream make(int commands, int poorPercent) {
    switch (profile) {
      case STEADY -> steady(commands, poorPercent);
      case SPOT -> spot(commands);
      default -> standing(commands);
    }
    return stream;
  }

  private void steady(int commands, int poorPercent) {
    while (book.liveCount() < STEADY_LIVE) {
      steadyPlace(TimeInForce.GTC, true);
    }
    while (stream.size() < commands - STEADY_LIVE) {
      if (random.nextInt(100) < poorPercent) {
        int user = random.nextInt(PoorUsers.COUNT);
        int kind = BookStream.PLACE | BookStream.LACKS_FUNDS;
        stream.addNumbered(kind, ++lastOrder, STEADY_MID, 10, user);
        continue;
      }
      int dice = random.nextInt(100);
      int live = book.liveCount();
      if (live < STEADY_LIVE * 9 / 10 || (dice < 9 && live < STEADY_LIVE * 11 / 10)) {
        steadyPlace(TimeInForce.GTC, false);
      } else if (dice < 12) {
        steadyPlace(TimeInForce.IOC, false);
      } else if (dice < 18) {
        cancel(rested.get(pick()));
      } else {
        ModelBook.Order order = rested.get(pick());
        move(order, steadyPrice(order.side, false), 0);
      }
    }
  }

  private void steadyPlace(TimeInForce life, boolean quiet) {
    byte side = random.nextBoolean() ? Side.BUY_CODE : Side.SELL_CODE;
    long price =
        life.rests() ? steadyPrice(side, quiet) : STEADY_MID + (side == Side.BUY_CODE ? 5 : -5);
    place(side, price, 1L + random.nextInt(20), life);
  }

  /** One in twelve reaches the other side, but while it is quiet. */
  private long steadyPrice(byte side, boolean quiet) {
    int away = 1 + random.nextInt(STEADY_SPREAD);
    boolean crosses = !quiet && random.nextInt(12) == 0;
    int above = crosses ? away / 4 : -away;
    return side == Side.BUY_CODE ? STEADY_MID + above : STEADY_MID - above;
  }

  private void spot(int commands) {
    long mid = START;
    for (int i = 0; i < commands; i++) {
      if (random.nextInt(8) == 0) {
        mid += random.nextInt(2) == 0 ? 1 : -1;
      }
      int dice = i < 1_000 ? 0 : random.nextInt(100);
      byte side = (byte) random.nextInt(2);
      long lots = 1L + random.nextInt(100);
      if (dice < 9) {
        place(side, away(mid, side, 30), lots, TimeInForce.GTC);
      } else if (dice < 12) {
        boolean many = book.liveCount() > 1_000;
        place(
            side, away(mid, side, 1) + (side == 0 ? 9 : -9), many ? lots * 4 : 1, TimeInForce.IOC);
      } else if (dice < 18) {
        cancelOne();
      } else {
        ModelBook.Order order = rested.get(pick());
        move(order, away(mid, order.side, 30), 0);
      }
    }
    while (book.liveCount() > 0) {
      cancelOne();
    }
  }

  /** Exactly so many commands. */
  private void standing(int commands) {
    int target =
        switch (profile) {
          case STATIC -> 40_000;
          case FLASH_CRASH -> 240;
          case WIDE, WIDE_TRADED -> 20_000;
          case THIN -> 3;
          default -> 1_300;
        };
    boolean wide = profile == BookProfile.WIDE || profile == BookProfile.WIDE_TRADED;
    long reach = wide ? 300 : 3;
    for (int i = 0; i < commands; i++) {
      long mid = mid((double) i / commands);
      int dice = random.nextInt(100);
      boolean few = book.liveCount() < target;
      byte side = (byte) random.nextInt(2);
      long lots = 1L + random.nextInt(100);
      if (dice < 50 || book.liveCount() == 0) {
        long price = standingPrice(mid, side);
        if (dice < 8) {
          place(side, mid + (side == 0 ? reach : -reach), lots, TimeInForce.IOC);
        } else {
          place(side, price, lots, TimeInForce.GTC);
        }
      } else if (dice >= 91) {
        ModelBook.Order order = rested.get(pick());
        move(order, standingPrice(mid, order.side), movesKeepQuantity ? 0 : lots);
      } else if (few && random.nextInt(3) == 0) {
        place(side, standingPrice(mid, side), lots, TimeInForce.GTC);
      } else {
        cancelOne();
      }
    }
  }

  /**
   * The mid price of a standing book.
   *
   * @param t 0 at the begin of the stream, 1 at its end
   */
  private long mid(double t) {
    return switch (profile) {
      case WIDE, WIDE_TRADED -> START * 50;
      case THIN -> START + Math.round(START * 0.01 * StrictMath.sin(t * 40));
      case FLASH_CRASH -> {
        double depth = t < 0.4 ? 0 : t < 0.5 ? (t - 0.4) * 10 : t < 0.9 ? (0.9 - t) * 2.5 : 0;
        yield START - Math.round(60_000 * depth);
      }
      case SWING_25 -> START + Math.round(START * 0.25 * StrictMath.sin(t * 40));
      case SWING_40 -> START + Math.round(START * 0.40 * StrictMath.sin(t * 40));
      default -> START;
    };
  }

  private long standingPrice(long mid, byte side) {
    return switch (profile) {
      case STATIC -> mid + (side == 0 ? -1L : 1L) * (1L + random.nextInt(35));
      case FLASH_CRASH -> away(mid, side, 60);
      case WIDE -> anywhere(mid, side);
      case THIN -> away(mid, side, 12);
      case WIDE_TRADED -> random.nextInt(10) < 3 ? away(mid, side, 60) : anywhere(mid, side);
      default -> away(mid, side, 300);
    };
  }

  private long anywhere(long mid, byte side) {
    return mid + (side == 0 ? -1 : 1) * (1 + random.nextLong(1_000_000));
  }

  /** A price on the passive side of the mid, exponentially distributed with this mean. */
  private long away(long mid, byte side, double mean) {
    long distance = 1 + (long) (-mean * StrictMath.log(1 - random.nextDouble()));
    return side == 0 ? mid - distance : mid + distance;
  }

  /** The place of a random live order; there is one. */
  private int pick() {
    while (true) {
      int i = random.nextInt(rested.size());
      if (rested.get(i).isLive()) {
        return i;
      }
      forget(i);
    }
  }

  private ModelBook.Order forget(int i) {
    ModelBook.Order last = rested.remove(rested.size() - 1);
    return i == rested.size() ? last : rested.set(i, last);
  }

  private void place(byte side, long price, long lots, TimeInForce life) {
    ModelBook.Order order = new ModelBook.Order(++lastOrder, side, price, lots);
    stream.add(
        BookStream.PLACE | sells(side) | (life.rests() ? 0 : BookStream.IMMEDIATE),
        order.id,
        price,
        lots);
    book.place(order, life.rests());
    if (order.isLive()) {
      rested.add(order);
    }
  }

  private void cancelOne() {
    cancel(forget(pick()));
  }

  private void cancel(ModelBook.Order order) {
    stream.add(BookStream.CANCEL, order.id, 0, 0);
    book.cancel(order);
  }

  /** Gives an order another price, and open quantity unless that is 0. */
  private void move(ModelBook.Order order, long price, long lots) {
    stream.add(BookStream.MOVE | sells(order.side), order.id, price, lots);
    book.move(order, price, lots == 0 ? order.quantity : lots);
  }

  private static int sells(byte side) {
    return side == Side.BUY_CODE ? 0 : BookStream.SELL;
  }
}

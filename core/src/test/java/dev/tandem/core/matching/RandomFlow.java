package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.TimeInForce;
import java.util.SplittableRandom;

/** Random commands of changing temper: wide, walking, deep and thin books, any ids, auctions. */
final class RandomFlow {

  /** Commands between two changes of temper. */
  static final int EPISODE = 4_000;

  private static final long[] CENTRES = {
    1, 60, 5_000, 1_000_000, 1L << 40, Long.MAX_VALUE, Long.MAX_VALUE - 70, 1_000_300
  };
  private static final long[] SPREADS = {3, 30, 300, 5_000, 100_000, 1L << 30, 1L << 62};

  private final SplittableRandom random;
  private final long[] recent = new long[512];
  private int recentCount;
  private int commands;
  private long sequence;

  private long centre;
  private long spread;
  private long drift;
  private int idKind;
  private int placeShare;
  private int cancelShare;
  private boolean hugeQuantities;

  RandomFlow(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Writes the next command's inputs. */
  void next(Command c) {
    if (commands++ % EPISODE == 0) {
      newEpisode();
    }
    centre = Math.max(1, centre + random.nextLong(-drift, drift + 1));
    int dice = random.nextInt(1_000);
    c.userId = random.nextInt(3);
    c.holdTag = random.nextInt();
    c.price = price();
    c.quantity =
        hugeQuantities && random.nextInt(20) == 0
            ? random.nextLong(Long.MAX_VALUE / 8, Long.MAX_VALUE)
            : 1 + random.nextInt(100);
    if (dice < 3) {
      c.type = random.nextInt(3) == 0 ? CommandType.START_AUCTION : CommandType.UNCROSS;
    } else if (dice < placeShare) {
      place(c);
    } else {
      c.orderId = recentCount == 0 ? 1 : recent[random.nextInt(Math.min(recentCount, 512))];
      if (dice < cancelShare) {
        c.type = CommandType.CANCEL;
      } else if (dice < cancelShare + (1_000 - cancelShare) / 4) {
        c.type = CommandType.REDUCE;
      } else {
        c.type = CommandType.MOVE;
        if (random.nextInt(3) == 0) {
          c.quantity = 0;
        }
      }
    }
  }

  private void place(Command c) {
    c.type = CommandType.PLACE;
    c.side = (byte) random.nextInt(2);
    c.terms =
        random.nextInt(4) != 0
            ? TimeInForce.GTC_CODE
            : random.nextInt(3) != 0 ? TimeInForce.IOC_CODE : TimeInForce.FOK_CODE;
    if (recentCount > 0 && random.nextInt(50) == 0) {
      c.orderId = recent[random.nextInt(Math.min(recentCount, 512))];
      return;
    }
    sequence++;
    c.orderId =
        switch (idKind) {
          case 0 -> sequence;
          case 1 -> random.nextLong() | 1;
          case 2 -> sequence % 5 << 56 | sequence;
          case 3 -> sequence << 34;
          default -> random.nextBoolean() ? -sequence : random.nextLong() | 1;
        };
    recent[recentCount++ & 511] = c.orderId;
  }

  private long price() {
    long off = random.nextLong(-spread, spread + 1);
    long p = centre + off;
    if (p < 1 || (off > 0 && p < centre)) {
      p = centre - off;
    }
    return Math.max(1, p);
  }

  private void newEpisode() {
    centre = random.nextInt(3) == 0 ? centre : CENTRES[random.nextInt(CENTRES.length)];
    centre = Math.max(1, Math.min(centre, Long.MAX_VALUE));
    spread = SPREADS[random.nextInt(SPREADS.length)];
    drift = random.nextInt(3) == 0 ? Math.min(spread, 1_000) : random.nextInt(3);
    if (centre > Long.MAX_VALUE / 2) {
      drift = 0;
    }
    idKind = random.nextInt(5);
    placeShare = 100 + random.nextInt(700);
    cancelShare = placeShare + random.nextInt(1_000 - placeShare);
    hugeQuantities = random.nextInt(10) == 0;
  }
}

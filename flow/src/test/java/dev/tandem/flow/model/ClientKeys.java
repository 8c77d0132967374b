package dev.tandem.flow.model;

import java.util.SplittableRandom;

/** Numbers the commands of a few clients: mostly in order, else twice, late, or far too late. */
final class ClientKeys {

  private static final long[] KEYS = {1, -7, Long.MIN_VALUE};

  private final SplittableRandom random;

  /** One is about to cross zero, one begins as low and one ends about as high as there is. */
  private final long[] last;

  ClientKeys(SplittableRandom random) {
    this.random = random;
    last = new long[] {-200, Long.MIN_VALUE, Long.MAX_VALUE - random.nextInt(100, 6_000)};
  }

  Input number(Input in) {
    int client = random.nextInt(KEYS.length);
    long sequence = sequence(last[client]);
    last[client] = Math.max(last[client], sequence);
    return in.from(KEYS[client], sequence);
  }

  private long sequence(long highest) {
    return switch (random.nextInt(40)) {
      case 0, 1, 2, 3 -> highest + random.nextInt(2, 12);
      case 4 -> highest + random.nextInt(1, 60);
      case 5 -> random.nextInt(4) == 0 ? highest + random.nextInt(200, 300) : highest + 1;
      case 6, 7, 8, 9, 10 -> highest - random.nextInt(12);
      case 11, 12 -> highest - random.nextInt(256);
      case 13, 14 -> highest - random.nextInt(250, 262);
      case 15 -> random.nextInt(10) == 0 ? Long.MIN_VALUE : highest;
      case 16 -> random.nextInt(400) == 0 ? Long.MAX_VALUE : highest - 1;
      default -> highest + 1;
    };
  }
}

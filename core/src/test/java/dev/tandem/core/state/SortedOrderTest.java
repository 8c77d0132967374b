package dev.tandem.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class SortedOrderTest {

  private static long[] keys(long seed) {
    Random random = new Random(seed);
    long[] keys = new long[random.nextInt(3_000)];
    int shift = random.nextInt(64);
    long base = random.nextLong();
    for (int i = 0; i < keys.length; i++) {
      // Of all widths and signs, with equal ones among the narrow.
      keys[i] = base + (random.nextLong() >> shift);
    }
    return keys;
  }

  @Property(tries = 300)
  void sortsAndKeepsEqualKeysInOrder(@ForAll long seed) {
    long[] keys = keys(seed);
    try (Arena arena = Arena.ofConfined()) {
      Words words = new Words(arena, keys.length);
      words.copy(keys, keys.length, 0);
      Words order = SortedOrder.of(words, keys.length, arena);
      boolean[] seen = new boolean[keys.length];
      for (int i = 0; i < keys.length; i++) {
        int at = (int) order.get(i);
        assertThat(seen[at]).isFalse();
        seen[at] = true;
        if (i > 0) {
          int before = (int) order.get(i - 1L);
          assertThat(keys[before]).isLessThanOrEqualTo(keys[at]);
          assertThat(keys[before] < keys[at] || before < at).isTrue();
        }
      }
    }
  }

  @Property(tries = 300)
  void sortsARange(@ForAll long seed) {
    long[] keys = keys(seed);
    int from = new Random(seed + 1).nextInt(keys.length + 1);
    int to = Math.min(keys.length, from + new Random(seed + 2).nextInt(60));
    try (Arena arena = Arena.ofConfined()) {
      Words words = new Words(arena, keys.length);
      words.copy(keys, keys.length, 0);
      words.sort(from, to);
      Arrays.sort(keys, from, to);
      for (int i = 0; i < keys.length; i++) {
        assertThat(words.get(i)).isEqualTo(keys[i]);
      }
    }
  }
}

package dev.tandem.core.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PriceLevelsTest {

  private final NodeStore nodes = new NodeStore(0);
  private final PriceLevels levels = new PriceLevels(nodes);
  private final TreeMap<Long, Integer> model = new TreeMap<>();

  private void add(long key) {
    long best = model.isEmpty() ? 0 : model.firstKey();
    int slot = levels.getOrAdd(key, best);
    model.putIfAbsent(key, slot);
    assertThat(model.get(key)).isEqualTo(slot);
  }

  private void remove(long key) {
    levels.remove(key);
    nodes.release(model.remove(key));
    assertThat(levels.get(key)).isZero();
  }

  private void compare() {
    assertThat(levels.size()).isEqualTo(model.size());
    long key = Long.MIN_VALUE;
    for (long expected : model.keySet()) {
      int slot = key == expected ? model.get(expected) : levels.higher(key);
      assertThat(nodes.key(slot)).isEqualTo(expected);
      assertThat(levels.get(expected)).isEqualTo(slot);
      key = expected;
    }
    assertThat(levels.higher(key)).isZero();
  }

  @Test
  void aWalkingMarketStaysInTheWindow() {
    SplittableRandom random = new SplittableRandom(1);
    long centre = 1_000_000;
    for (int i = 0; i < 60_000; i++) {
      centre += random.nextInt(21) - (i < 30_000 ? 8 : 12);
      add(centre + random.nextInt(200));
      if (model.size() > 300) {
        remove(i < 30_000 ? model.firstKey() : model.lastKey());
      }
    }
    compare();
    assertThat(levels.window().size()).isEqualTo(model.size());
    assertThat(levels.window().capacity()).isEqualTo(PriceWindow.MIN_CAPACITY);
  }

  @Test
  void theWindowFollowsAJumpLittleByLittle() {
    for (long key = 0; key < 4_000; key++) {
      add(key);
    }
    assertThat(levels.window().size()).isGreaterThan(2_000);
    for (long key = -1_000_000; key < -999_000; key++) {
      int before = levels.window().size();
      add(key);
      assertThat(before - levels.window().size()).isLessThan(200);
    }
    compare();
    assertThat(levels.window().covers(-999_500)).isTrue();
  }

  @Test
  void theWindowGrowsWhenLevelsNearTheTouchMissIt() {
    for (long key = 0; key < 100_000; key += 10) {
      add(key);
    }
    assertThat(levels.window().capacity()).isEqualTo(PriceWindow.MAX_CAPACITY);
    assertThat(levels.window().size()).isGreaterThan(5_000);
    compare();
  }

  @Test
  void theEndsOfTheKeysAreReached() {
    for (int i = 0; i < 200; i++) {
      add(Long.MAX_VALUE - i);
    }
    compare();
    while (!model.isEmpty()) {
      remove(model.firstKey());
      int first = levels.firstAbove(model.isEmpty() ? Long.MAX_VALUE : model.firstKey() - 1);
      assertThat(first).isEqualTo(model.isEmpty() ? 0 : model.firstEntry().getValue());
    }
    for (int i = 199; i >= 0; i--) {
      add(Long.MIN_VALUE + i);
    }
    compare();
  }

  @Test
  void randomLevelsEqualATreeMap() {
    for (int seed = 0; seed < 40; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      long centre = random.nextLong(1, Long.MAX_VALUE);
      for (int i = 0; i < 3_000; i++) {
        if (random.nextInt(500) == 0) {
          centre = random.nextLong(1, Long.MAX_VALUE);
        }
        long spread = 1L << random.nextInt(40);
        long key = centre + random.nextLong(spread);
        if (key <= 0) {
          key = Long.MAX_VALUE - random.nextInt(100);
        }
        if (random.nextInt(5) < 3 || model.isEmpty()) {
          add(key);
        } else {
          Long victim = model.ceilingKey(key);
          remove(victim == null ? model.lastKey() : victim);
        }
      }
      compare();
    }
  }
}

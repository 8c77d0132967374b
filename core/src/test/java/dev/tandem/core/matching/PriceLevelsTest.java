package dev.tandem.core.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PriceLevelsTest {

  private final OrderStore orders = new OrderStore(0);
  private final LevelStore store = new LevelStore(orders);
  private final PriceLevels levels = new PriceLevels();
  private final TreeMap<Long, Integer> model = new TreeMap<>();

  /** Adds a level of one order, or an order to the level. */
  private void add(long key) {
    long best = model.isEmpty() ? 0 : model.firstKey();
    int order = orders.allocate(key, 1, 0, 0);
    int level = levels.level(key);
    if (level == 0) {
      levels.put(key, store.open(key, order, 1), best);
    } else {
      store.append(level, order, 1);
    }
    int oldest = model.getOrDefault(key, order);
    model.put(key, oldest);
    assertThat(head(key)).isEqualTo(oldest);
    assertThat(store.key(levels.level(key))).isEqualTo(key);
  }

  private int head(long key) {
    return store.head(levels.level(key));
  }

  /** Removes a level, order by order. */
  private void remove(long key) {
    boolean gone = false;
    while (!gone) {
      int order = head(key);
      gone = store.unlink(levels.level(key), order, 1);
      orders.release(order);
    }
    store.close(levels.level(key));
    levels.remove(key);
    model.remove(key);
    assertThat(levels.level(key)).isZero();
  }

  private void compare() {
    assertThat(levels.size()).isEqualTo(model.size());
    long key = Long.MIN_VALUE;
    for (long expected : model.keySet()) {
      assertThat(key == expected ? key : levels.higher(key)).isEqualTo(expected);
      assertThat(head(expected)).isEqualTo(model.get(expected));
      key = expected;
    }
    assertThat(levels.higher(key)).isEqualTo(FarLevels.NONE);
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
    assertThat(levels.near()).isEqualTo(model.size());
    assertThat(levels.capacity()).isLessThanOrEqualTo(4 * PriceWindow.MIN_CAPACITY);
  }

  @Test
  void theWindowFollowsAJumpLittleByLittle() {
    for (long key = 1; key < 1_000; key++) {
      add(key);
    }
    assertThat(levels.near()).isGreaterThan(500);
    for (long key = -1_000_000; key < -999_000; key++) {
      int before = levels.near();
      add(key);
      assertThat(before - levels.near()).isLessThan(200);
    }
    compare();
    assertThat(levels.covers(-999_500)).isTrue();
  }

  @Test
  void theWindowGrowsWhenLevelsNearTheTouchMissIt() {
    for (long key = 1; key < 1_000_000; key += 100) {
      add(key);
    }
    assertThat(levels.capacity()).isEqualTo(PriceWindow.MAX_CAPACITY);
    assertThat(levels.near()).isGreaterThan(5_000);
    compare();
  }

  @Test
  void aSideAMillionTicksDeepStandsInTheWindow() {
    SplittableRandom random = new SplittableRandom(4);
    List<Long> keys = new ArrayList<>();
    for (int i = 0; i < 12_000; i++) {
      long key = random.nextLong(1, 1_000_000);
      if (!model.containsKey(key)) {
        add(key);
        keys.add(key);
      }
      if (keys.size() > 2_000) {
        remove(keys.set(random.nextInt(2_000), keys.removeLast()));
      }
    }
    compare();
    assertThat(levels.near()).isEqualTo(levels.size());
  }

  @Test
  void theEndsOfTheKeysAreReached() {
    for (int i = 0; i < 200; i++) {
      add(Long.MAX_VALUE - i);
    }
    compare();
    while (!model.isEmpty()) {
      remove(model.firstKey());
      long first = levels.firstAbove(model.isEmpty() ? Long.MAX_VALUE : model.firstKey() - 1);
      assertThat(first).isEqualTo(model.isEmpty() ? FarLevels.NONE : model.firstKey());
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

package dev.tandem.core.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OrderIndexTest {

  private final OrderStore orders = new OrderStore(0);
  private final OrderIndex index = new OrderIndex(orders);
  private final Map<Long, Integer> model = new HashMap<>();
  private final List<Long> ids = new ArrayList<>();

  private void put(long id) {
    assertThat(index.get(id)).isEqualTo(model.getOrDefault(id, 0));
    if (!model.containsKey(id)) {
      int slot = orders.allocate(id, 1, 0, 0);
      index.put(id, slot);
      model.put(id, slot);
      ids.add(id);
    }
  }

  private void removeAt(int i) {
    long id = ids.get(i);
    ids.set(i, ids.get(ids.size() - 1));
    ids.remove(ids.size() - 1);
    index.remove(id);
    orders.release(model.remove(id));
    assertThat(index.get(id)).isZero();
  }

  private void compare() {
    model.forEach((id, slot) -> assertThat(index.get(id)).isEqualTo(slot));
  }

  @Test
  void nothingHasTheIdZero() {
    put(7);
    assertThat(index.get(7)).isPositive();
    put(8);
    assertThat(index.get(0)).isZero();
    removeAt(0);
    assertThat(index.get(0)).isZero();
    compare();
  }

  @Test
  void idsOfAllKindsEqualAHashMap() {
    SplittableRandom random = new SplittableRandom(9);
    long sequence = 0;
    for (int i = 0; i < 1_500_000; i++) {
      int kind = i / 100_000 % 5;
      if (random.nextInt(100) < 55 || ids.isEmpty()) {
        sequence++;
        put(
            switch (kind) {
              case 0 -> sequence;
              case 1 -> random.nextLong() | 1;
              case 2 -> sequence << 40;
              case 3 -> random.nextBoolean() ? sequence : random.nextLong() | 1;
              default -> (1L << 50) + sequence;
            });
      } else {
        removeAt(random.nextInt(ids.size()));
      }
    }
    compare();
    assertThat(ids.size()).isGreaterThan(100_000);
    while (!ids.isEmpty()) {
      removeAt(ids.size() - 1);
    }
  }

  @Test
  void patternsInTheBitsDoNotMatter() {
    for (long i = 1; i < 3_000; i++) {
      put(i << 2);
      put(-i);
      put(i << 52);
    }
    compare();
  }

  /** A full table is emptied into a larger one step by step; both are searched meanwhile. */
  @Test
  void nothingIsLostWhileTheTableGrows() {
    SplittableRandom random = new SplittableRandom(3);
    for (int round = 0; round < 6; round++) {
      int full = 128 << round;
      while (ids.size() < full + full / 8) {
        put(random.nextLong() | 1);
        if (ids.size() > full - 8 && random.nextBoolean()) {
          removeAt(random.nextInt(ids.size()));
        }
        if (ids.size() > full - 4) {
          compare();
        }
      }
    }
  }

  @Test
  void aSpanThatIsEnteredAgainFindsWhatWasPlacedBefore() {
    for (int round = 0; round < 3; round++) {
      for (long id = 1; id < 700_000; id++) {
        put(id);
        if (id > 100 && ids.size() > 500) {
          removeAt((int) (id % 400));
        }
      }
      compare();
    }
  }
}

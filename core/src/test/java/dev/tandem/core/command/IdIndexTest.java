package dev.tandem.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IdIndexTest {

  @Test
  void numbersIdsInTheOrderTheyCome() {
    IdIndex index = new IdIndex(1);
    Map<Long, Integer> reference = new HashMap<>();
    Random random = new Random(7);
    for (int i = 0; i < 200_000; i++) {
      long id =
          switch (random.nextInt(4)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextInt(1000);
            case 2 -> -random.nextInt(1000);
            default -> (long) random.nextInt(1000) << 32;
          };
      int expected = reference.getOrDefault(id, IdIndex.ABSENT);
      assertThat(index.find(id)).isEqualTo(expected);
      if (expected == IdIndex.ABSENT) {
        expected = reference.size();
        reference.put(id, expected);
      }
      assertThat(index.findOrAdd(id)).isEqualTo(expected);
      assertThat(index.idAt(expected)).isEqualTo(id);
    }
    assertThat(index.size()).isEqualTo(reference.size());
    int[] sorted = index.sortedIndexes();
    for (int i = 1; i < sorted.length; i++) {
      assertThat(index.idAt(sorted[i - 1])).isLessThan(index.idAt(sorted[i]));
    }
  }

  @Test
  void everyIdIsAllowed() {
    IdIndex index = new IdIndex(4);
    long[] ids = {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE};
    for (int i = 0; i < ids.length; i++) {
      assertThat(index.find(ids[i])).isEqualTo(IdIndex.ABSENT);
      assertThat(index.findOrAdd(ids[i])).isEqualTo(i);
    }
  }
}

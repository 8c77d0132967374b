package dev.tandem.core.risk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.ResultCode;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The window of a user's transactions, against a set that forgets nothing. */
class TransactionWindowTest {

  private static final int STEPS = 20_000;

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE + 100, -700, 0, 1L << 40, Long.MAX_VALUE - 30_000})
  void isASetThatForgetsWhatIsTooOld(long start) {
    Random random = new Random(start);
    Set<Long> accepted = new HashSet<>();
    Map<ResultCode, Integer> met = new EnumMap<>(ResultCode.class);
    long highest = 0;
    long bits = 0;
    for (int i = 0; i < STEPS; i++) {
      long from = accepted.isEmpty() ? start : highest;
      long id =
          switch (random.nextInt(100)) {
            case 0 -> from + 60 + random.nextInt(8);
            case 1 -> from <= 0 ? Long.MIN_VALUE : from - Long.MAX_VALUE;
            default -> from + 2 - random.nextInt(random.nextInt(4) == 0 ? 80 : 4);
          };
      ResultCode expected = null;
      if (!accepted.isEmpty() && id <= highest) {
        boolean inWindow = id > highest - 64 || highest < Long.MIN_VALUE + 64;
        expected = accepted.contains(id) ? ResultCode.DUPLICATE_TRANSACTION : null;
        expected = inWindow ? expected : ResultCode.STALE_TRANSACTION;
      }
      assertThat(TransactionWindow.check(highest, bits, id))
          .as("step %d, %d, highest %d, bits %x", i, id, highest, bits)
          .isEqualTo(expected);
      if (expected == null) {
        long risen = TransactionWindow.highestWith(highest, bits, id);
        bits = TransactionWindow.bitsWith(highest, bits, id);
        highest = risen;
        accepted.add(id);
        assertThat(TransactionWindow.isPossible(highest, bits)).isTrue();
      } else {
        met.merge(expected, 1, Integer::sum);
      }
    }
    assertThat(met).hasSize(2).allSatisfy((code, times) -> assertThat(times).isGreaterThan(50));
    assertThat(accepted).hasSizeGreaterThan(1_000);
    assertThat(TransactionWindow.isPossible(highest, bits & ~1L)).isFalse();
  }
}

package dev.tandem.core.matching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import java.util.EnumMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RandomCommandsTest {

  /** One of 40,000 commands; with the crash tests' scale ten of 100,000. */
  private static final boolean FULL = Integer.getInteger("tandem.crash.scale", 1) > 1;

  private static final int SEEDS = FULL ? 10 : 1;
  private static final int COMMANDS = FULL ? 100_000 : 40_000;

  @Property(tries = 200)
  void aShortRunEqualsTheNaiveBookAfterEveryCommand(@ForAll long seed) {
    Twins twins = new Twins();
    RandomFlow flow = new RandomFlow(seed);
    for (int i = 0; i < 300; i++) {
      flow.next(twins.c);
      twins.run();
      twins.compareBooks();
    }
  }

  @Test
  void manyCommandsEqualTheNaiveBook() {
    Map<ResultCode, Integer> results = new EnumMap<>(ResultCode.class);
    int trades = 0;
    int crossed = 0;
    int deepest = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Twins twins = new Twins();
      RandomFlow flow = new RandomFlow(seed);
      for (int i = 0; i < COMMANDS; i++) {
        flow.next(twins.c);
        byte type = twins.c.type;
        ResultCode result = twins.run();
        results.merge(result, 1, Integer::sum);
        trades += twins.lastTrades();
        if (type == CommandType.UNCROSS && twins.lastTrades() > 0) {
          crossed++;
        }
        if (i % 2_000 == 1_999) {
          twins.compareBooks();
          deepest = Math.max(deepest, twins.naive.size());
        }
      }
    }
    // Or else the comparison would not have seen what it is for.
    assertThat(results.keySet())
        .containsExactlyInAnyOrder(
            ResultCode.OK,
            ResultCode.DUPLICATE_ORDER_ID,
            ResultCode.UNKNOWN_ORDER,
            ResultCode.OVERFLOW,
            ResultCode.NOT_IN_CONTINUOUS_TRADING,
            ResultCode.ALREADY_IN_STATE,
            ResultCode.NOT_IN_AUCTION);
    assertThat(results.values())
        .allMatch(n -> n > 10 * SEEDS, "each result more than 10 times a seed");
    assertThat(trades).isGreaterThan(COMMANDS / 4 * SEEDS);
    assertThat(crossed).isGreaterThan(10 * SEEDS);
    assertThat(deepest).isGreaterThan(1_000);
  }
}

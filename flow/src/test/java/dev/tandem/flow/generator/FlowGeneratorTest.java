package dev.tandem.flow.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.flow.Flow;
import java.util.HashSet;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class FlowGeneratorTest {

  private static final int COMMANDS = 100_000;
  private static final Offset<Double> PERCENT = within(1.0);

  /** Share of a kind of command in percent, after the book was filled. */
  private static double share(Flow flow, byte type, byte terms) {
    int from = 2_000;
    int count = 0;
    for (int i = from; i < flow.size(); i++) {
      boolean same = flow.type(i) == type;
      if (same && (type != CommandType.PLACE || flow.terms(i) == terms)) {
        count++;
      }
    }
    return 100.0 * count / (flow.size() - from);
  }

  @Test
  void theMixesAreWhatTheySay() {
    Flow move = FlowGenerator.generate(FlowPlan.of(COMMANDS, 1, FlowMix.MOVE));
    assertThat(share(move, CommandType.PLACE, TimeInForce.GTC_CODE)).isCloseTo(9, PERCENT);
    assertThat(share(move, CommandType.PLACE, TimeInForce.IOC_CODE)).isCloseTo(3, PERCENT);
    assertThat(share(move, CommandType.CANCEL, (byte) 0)).isCloseTo(6, PERCENT);
    assertThat(share(move, CommandType.MOVE, (byte) 0)).isCloseTo(82, PERCENT);
    Flow churn = FlowGenerator.generate(FlowPlan.of(COMMANDS, 1, FlowMix.CHURN));
    assertThat(share(churn, CommandType.PLACE, TimeInForce.GTC_CODE)).isCloseTo(50, PERCENT);
    assertThat(share(churn, CommandType.PLACE, TimeInForce.IOC_CODE)).isCloseTo(6, PERCENT);
    assertThat(share(churn, CommandType.CANCEL, (byte) 0)).isCloseTo(44, PERCENT);
    Flow full = FlowGenerator.generate(FlowPlan.of(COMMANDS, 1, FlowMix.FULL));
    assertThat(share(full, CommandType.REDUCE, (byte) 0)).isCloseTo(10, PERCENT);
    assertThat(share(full, CommandType.START_AUCTION, (byte) 0)).isPositive();
    assertThat(share(full, CommandType.UNCROSS, (byte) 0)).isPositive();
  }

  @Test
  void aSeedNamesAFlow() {
    FlowPlan plan = FlowPlan.of(5_000, 11, FlowMix.FULL);
    assertThat(lines(FlowGenerator.generate(plan))).isEqualTo(lines(FlowGenerator.generate(plan)));
    assertThat(lines(FlowGenerator.generate(FlowPlan.of(5_000, 12, FlowMix.FULL))))
        .isNotEqualTo(lines(FlowGenerator.generate(plan)));
  }

  private static String lines(Flow flow) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < flow.size(); i++) {
      text.append(flow.type(i)).append(' ').append(flow.orderId(i)).append(' ');
      text.append(flow.price(i)).append(' ').append(flow.quantity(i)).append('\n');
    }
    return text.toString();
  }

  @Test
  void manySymbolsAndUsersAllOccur() {
    Flow flow = FlowGenerator.generate(new FlowPlan(COMMANDS, 1, 50, 300, FlowMix.CHURN, 0, 0));
    assertThat(flow.symbols()).hasSize(50);
    assertThat(flow.users()).hasSize(300).startsWith(1, 2, 3).endsWith(300);
    Set<Integer> symbols = new HashSet<>();
    for (int i = 0; i < flow.size(); i++) {
      symbols.add(flow.symbol(i));
      if (!CommandType.isAdministrative(flow.type(i))) {
        assertThat(flow.userId(i)).isEqualTo(1 + flow.orderId(i) % 300);
      }
    }
    assertThat(symbols).hasSize(50);
  }

  @Test
  void aFlowOfOneCommandIsAFlow() {
    for (FlowMix mix : FlowMix.values()) {
      assertThat(FlowGenerator.generate(FlowPlan.of(1, 1, mix)).size()).isEqualTo(1);
    }
  }

  @Test
  void randomNumbersAreTheSameForEver() {
    // The first outputs of SplitMix64 with seed 1234567, as its authors' C code prints them.
    SplitMix64 random = new SplitMix64(1234567);
    assertThat(random.nextLong()).isEqualTo(6457827717110365317L);
    assertThat(random.nextLong()).isEqualTo(3203168211198807973L);
    assertThat(random.nextLong()).isEqualTo(Long.parseUnsignedLong("9817491932198370423"));
  }

  @Test
  void randomNumbersStayInTheirBoundAndReachItsEnds() {
    SplitMix64 random = new SplitMix64(1);
    Set<Integer> seen = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      seen.add(random.nextInt(7));
    }
    assertThat(seen).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6);
    assertThat(random.nextInt(1)).isZero();
  }
}

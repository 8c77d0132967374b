package dev.tandem.flow.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.flow.Flow;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every flow meets the population that its profile states. */
class PopulationTest {

  private static final long SEED = 20_231;

  private static void isWithinATenth(Population found, Population stated) {
    String of = found + ", stated " + stated;
    assertThat(found.live()).as(of).isCloseTo(stated.live(), within(stated.live() / 10));
    assertThat(found.levels()).as(of).isCloseTo(stated.levels(), within(stated.levels() / 10));
    double trades = stated.tradesPerCommand();
    assertThat(found.tradesPerCommand())
        .as(of)
        .isCloseTo(trades, within(Math.max(trades / 10, 0.001)));
    double refusals = stated.refusalsPerCommand();
    assertThat(found.refusalsPerCommand()).as(of).isCloseTo(refusals, within(refusals / 10));
  }

  @ParameterizedTest
  @EnumSource(BookProfile.class)
  void aBookMeetsWhatItsProfileStates(BookProfile profile) {
    BookStream stream = FlowGenerator.book(profile, SEED, Population.STATED);
    isWithinATenth(KernelFlow.of(stream).population(), profile.population());
  }

  @ParameterizedTest
  @EnumSource(FlowMix.class)
  void anExchangeMeetsWhatItsMixStates(FlowMix mix) {
    Flow flow = FlowGenerator.generate(FlowPlan.of(Population.STATED, SEED, mix));
    Census census = new Census();
    for (int i = 0; i < flow.size(); i++) {
      byte type = flow.type(i);
      census.add(
          type,
          flow.side(i),
          flow.orderType(i),
          flow.orderId(i),
          flow.userId(i),
          flow.price(i),
          flow.quantity(i));
    }
    isWithinATenth(census.population(flow.size()), mix.population());
  }

  @ParameterizedTest
  @EnumSource(PoorUsers.class)
  void asManyOrdersLackFundsAsWereAskedFor(PoorUsers poor) {
    KernelFlow flow = FlowGenerator.withPoorUsers(SEED, Population.STATED, 10, poor);
    assertThat(flow.population().refusalsPerCommand()).isCloseTo(0.1, within(0.005));
    for (int i = 0; i < flow.size(); i++) {
      if (flow.user(i) > KernelFlow.POOR) {
        assertThat(flow.user(i) - poor.user(0)).isBetween(0L, PoorUsers.COUNT - 1L);
      }
    }
  }

  @Test
  void whatMeetsAnEmptyBookIsNotMeasured() {
    Population filled = new Population(100, 1, 1, 1, 0);
    assertThat(filled.requireFilled()).isSameAs(filled);
    for (Population empty :
        List.of(new Population(100, 0.5, 1, 10, 0), new Population(100, 900, 100, 0, 0))) {
      assertThatThrownBy(empty::requireFilled)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("is empty: 100 commands");
    }
    BookStream apart = new BookStream();
    apart.add(BookStream.PLACE, 1, 10, 5);
    apart.add(BookStream.PLACE, 2, 9, 5);
    assertThatThrownBy(() -> KernelFlow.of(apart).population().requireFilled())
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aBookThatHasDecayedIsNotMeasured() {
    for (KernelFlows flow : List.of(KernelFlows.STEADY, KernelFlows.SPOT, KernelFlows.SWING)) {
      assertThat(flow.make(SEED).population().live()).isGreaterThan(flow.leastLive());
      assertThat(flow.leastLive()).isGreaterThanOrEqualTo(75);
    }
    Population decayed = new Population(100, 2, 2, 10, 0);
    assertThat(decayed.requireFilled()).isSameAs(decayed);
    assertThatThrownBy(() -> decayed.requireFilled(KernelFlows.SPOT.leastLive()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("fewer than 75 live orders");
  }

  /** Figures of earlier days are of these commands. */
  @Test
  void aSeedNamesTheSameCommandsForEver() {
    CRC32C all = new CRC32C();
    for (BookProfile profile : BookProfile.values()) {
      BookStream stream = FlowGenerator.book(profile, SEED, 20_000);
      for (int i = 0; i < stream.size() * BookStream.WORDS; i++) {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
          all.update((int) (stream.words()[i] >>> shift));
        }
      }
    }
    assertThat(all.getValue()).isEqualTo(1_694_646_809L);
  }
}

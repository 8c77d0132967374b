package dev.tandem.flow.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tandem.core.command.CommandType;
import dev.tandem.flow.Flow;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
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
  void aBookHasWhatItsProfileStates(BookProfile profile) {
    BookStream stream = FlowGenerator.book(profile, SEED, Population.STATED);
    isWithinATenth(KernelFlow.of(stream).population(), profile.population());
  }

  @ParameterizedTest
  @EnumSource(FlowMix.class)
  void anExchangeHasWhatItsMixStates(FlowMix mix) {
    Flow flow = FlowGenerator.generate(FlowPlan.of(Population.STATED, SEED, mix));
    Census census = new Census();
    for (int i = 0; i < flow.size(); i++) {
      byte type = flow.type(i);
      census.add(
          type,
          flow.side(i),
          flow.terms(i),
          flow.orderId(i),
          flow.userId(i),
          flow.price(i),
          flow.quantity(i));
    }
    isWithinATenth(census.population(flow.size()), mix.population());
  }

  @ParameterizedTest
  @EnumSource(PoorUsers.class)
  void asManyOrdersLackFundsAsWereRequested(PoorUsers poor) {
    KernelFlow flow = FlowGenerator.withPoorUsers(SEED, Population.STATED, 10, poor);
    assertThat(flow.population().refusalsPerCommand()).isCloseTo(0.1, within(0.005));
    for (int i = 0; i < flow.size(); i++) {
      if (flow.user(i) > KernelFlow.POOR) {
        assertThat(flow.user(i) - poor.user(0)).isBetween(0L, PoorUsers.COUNT - 1L);
      }
    }
  }

  @Test
  void whatFindsAnEmptyBookIsNotMeasured() {
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

  @ParameterizedTest
  @EnumSource(value = KernelFlows.class, mode = EnumSource.Mode.EXCLUDE, names = "PUBLISHED")
  void anExchangeHasWhatItsFlowStates(KernelFlows flow) {
    for (long seed : new long[] {SEED, 11, 12}) {
      KernelFlow made = flow.make(seed);
      isWithinATenth(made.population(), flow.population());
      assertThat(made.size()).isGreaterThanOrEqualTo(Population.STATED - 1_000);
      for (int i = 0; i < made.size(); i++) {
        if (made.type(i) == CommandType.MOVE) {
          assertThat(made.quantity(i)).isZero();
        }
      }
    }
    assertThat(flow.movesNameQuantities()).isFalse();
  }

  @Test
  void thePublicFlowHasWhatIsStatedOfIt() {
    assumeThat(BookWorkload.file()).isRegularFile();
    isWithinATenth(
        KernelFlows.PUBLISHED.make(SEED).population(), KernelFlows.PUBLISHED.population());
  }

  /** One that decays, trades more or less, or refuses, is another exchange. */
  @Test
  void aFlowWithAnythingElseIsNotMeasured() {
    Population stated = new Population(1_000, 100, 50, 100, 10);
    assertThat(stated.requireLike(stated)).isSameAs(stated);
    for (Population other :
        List.of(
            new Population(1_000, 79, 50, 100, 10),
            new Population(1_000, 121, 50, 100, 10),
            new Population(1_000, 100, 39, 100, 10),
            new Population(1_000, 100, 61, 100, 10),
            new Population(1_000, 100, 50, 79, 10),
            new Population(1_000, 100, 50, 121, 10),
            new Population(1_000, 100, 50, 100, 7),
            new Population(1_000, 100, 50, 100, 13))) {
      assertThatThrownBy(() -> other.requireLike(stated))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("stated: 1000 commands, 100 live orders on 50 levels");
    }
  }

  /** Figures of earlier days are of these commands. */
  @Test
  void aSeedNamesTheSameCommandsForEver() {
    assertThat(sum(EnumSet.range(BookProfile.STEADY, BookProfile.WIDE))).isEqualTo(1_694_646_809L);
    assertThat(sum(EnumSet.range(BookProfile.THIN, BookProfile.WIDE_TRADED)))
        .isEqualTo(2_100_288_627L);
  }

  private static long sum(Set<BookProfile> profiles) {
    CRC32C all = new CRC32C();
    for (BookProfile profile : profiles) {
      BookStream stream = FlowGenerator.book(profile, SEED, 20_000);
      for (int i = 0; i < stream.size() * BookStream.WORDS; i++) {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
          all.update((int) (stream.words()[i] >>> shift));
        }
      }
    }
    return all.getValue();
  }
}

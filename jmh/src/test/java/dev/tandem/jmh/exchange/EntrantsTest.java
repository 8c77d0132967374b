package dev.tandem.jmh.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.KernelFlows;
import dev.tandem.flow.generator.Population;
import dev.tandem.jmh.harness.TwinLibrary;
import dev.tandem.jmh.report.Row;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every kernel meets what the flow states, as fast as it goes and paced. */
@Tag("night")
class EntrantsTest {

  private static final double RATE = 2e6;

  @TempDir private Path folder;

  private static KernelFlow steady;
  private static long tradesOfSteady;

  @BeforeAll
  static void makeOnce() {
    steady = KernelFlows.STEADY.make(3);
    tradesOfSteady = FlowTrades.hash(steady);
  }

  @ParameterizedTest
  @EnumSource(
      value = KernelEntrant.class,
      names = {
        "FUSED",
        "PIPELINED",
        "FUSED_NO_RISK",
        "FUSED_LOGGED",
        "FUSED_WRITTEN",
        "FUSED_SYNCED",
        "CPP_FUSED",
        "CPP_PIPELINED",
        "CPP_FUSED_NO_RISK",
        "CPP_FUSED_WRITTEN",
        "CPP_FUSED_SYNCED"
      })
  void passesMeetWhatTheFlowStates(KernelEntrant entrant) throws Exception {
    boolean isCpp = entrant.name().startsWith("CPP");
    if (isCpp) {
      TwinLibrary.assume();
    }
    KernelFlow flow = steady;
    Population population = flow.population();
    assertThat(population.trades()).isPositive();
    try (RunningKernel<KernelFlow> kernel = entrant.start(folder)) {
      kernel.load(flow);
      kernel.pass();
      kernel.pass();
      assertThat(kernel.trades()).isEqualTo(2 * population.trades());
      assertThat(kernel.refusals()).isEqualTo(2 * population.refusals());
      RunningKernel.Paced paced = kernel.pace(1, RATE, !isCpp);
      assertThat(paced.latency().getTotalCount()).isEqualTo(flow.size());
      assertThat(paced.lateness().getTotalCount()).isEqualTo(flow.size());
      assertThat(paced.rate()).isPositive().isLessThan(1.1 * RATE);
      assertThat(kernel.trades()).isEqualTo(3 * population.trades());
      assertThat(kernel.refusals()).isEqualTo(3 * population.refusals());
      assertThat(kernel.hashedPass()).isEqualTo(tradesOfSteady);
    }
  }

  /** Deep, thin, walking, swinging and wide books. */
  @ParameterizedTest
  @EnumSource(value = KernelFlows.class, mode = EnumSource.Mode.EXCLUDE, names = "PUBLISHED")
  void eachFlowHasTheSameResultsInEachKindOfKernel(KernelFlows flows) throws Exception {
    KernelFlow flow = flows.make(3);
    for (KernelEntrant entrant :
        List.of(
            KernelEntrant.FUSED,
            KernelEntrant.PIPELINED,
            KernelEntrant.CPP_FUSED,
            KernelEntrant.CPP_PIPELINED)) {
      if (entrant.kind() == Row.Kind.JAVA || TwinLibrary.isBuilt()) {
        try (RunningKernel<KernelFlow> kernel = entrant.start(folder)) {
          kernel.load(flow);
          kernel.pass();
          assertThat(kernel.trades()).as("%s", entrant).isEqualTo(flow.population().trades());
          assertThat(kernel.refusals()).isEqualTo(flow.population().refusals());
        }
      }
    }
  }

  @Test
  void aCounterInCppHoldsWhatAnHdrHistogramHoldsThere() {
    Histogram histogram = RunningKernel.distribution();
    long last = -1;
    for (int place = 0; TwinKernel.value(place) <= RunningKernel.LONGEST_NANOS; place++) {
      long value = TwinKernel.value(place);
      assertThat(value).isGreaterThan(last);
      assertThat(histogram.lowestEquivalentValue(value)).isEqualTo(value);
      if (place > 0) {
        assertThat(histogram.lowestEquivalentValue(value - 1)).isEqualTo(last);
      }
      last = value;
    }
  }
}

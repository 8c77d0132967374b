package dev.tandem.jmh.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.core.api.PublishInterval;
import dev.tandem.jmh.simulation.PipelineModel.Arrival;
import dev.tandem.jmh.simulation.PipelineModel.Outcome;
import dev.tandem.jmh.simulation.PipelineModel.Setting;
import dev.tandem.jmh.simulation.PipelineModel.Stage;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The model against what is known in closed form, and against the design's table. */
class PipelineModelTest {

  private static final PublishInterval EVERY_1 = PublishInterval.every(1);
  private static final PublishInterval END_OF_BATCH = PublishInterval.every(1 << 30);
  private static final double CLOSED = Double.POSITIVE_INFINITY;

  private static Setting setting(double hop, double jitter, double settleFirst, int ring) {
    return new Setting(256, hop, 0, jitter, settleFirst, false, ring, 8);
  }

  private static Stage stage(double service, List<Integer> after, int thread) {
    return new Stage("s", service, EVERY_1, after, thread);
  }

  @ParameterizedTest
  @CsvSource({"0.3", "0.5", "0.8"})
  void aSingleServerWaitsAsPollaczekAndKhinchineSay(double load) {
    double service = 100;
    Outcome outcome =
        new PipelineModel(List.of(stage(service, List.of(), 0)), setting(0, 0, 0, 0))
            .run(1_000_000, load / service * 1e9, Arrival.POISSON, 1);
    double expected = service + service * load / (2 * (1 - load));
    assertThat(outcome.mean(0)).isCloseTo(expected, Percentage.withPercentage(2));
  }

  @Test
  void withoutAQueueTheTimeIsTheSumOfWorkAndHops() {
    Outcome outcome =
        new PipelineModel(
                List.of(
                    stage(50, List.of(), 0), stage(65, List.of(0), 1), stage(20, List.of(1), 2)),
                setting(70, 0, 0, 0))
            .run(10_000, 1e6, Arrival.EVEN, 1);
    assertThat(outcome.percentile(2, 100)).isCloseTo(50 + 70 + 65 + 70 + 20, within(1e-3));
  }

  @Test
  void aSaturatedLineCarriesWhatItsSlowestStageDoes() {
    Outcome outcome =
        new PipelineModel(
                List.of(
                    stage(50, List.of(), 0), stage(80, List.of(0), 1), stage(60, List.of(1), 2)),
                setting(70, 0.3, 0, 4096))
            .run(200_000, CLOSED, Arrival.EVEN, 1);
    assertThat(outcome.carried()).isCloseTo(1e9 / 80, Percentage.withPercentage(0.5));
  }

  @Test
  void twoStepsOnOneThreadTakeTheSumOfTheirWork() {
    Outcome outcome =
        new PipelineModel(
                List.of(
                    stage(50, List.of(), 0), stage(65, List.of(0), 1), stage(40, List.of(1), 0)),
                setting(70, 0, 0, 4096))
            .run(200_000, CLOSED, Arrival.EVEN, 1);
    assertThat(outcome.carried()).isCloseTo(1e9 / 90, Percentage.withPercentage(0.5));
  }

  @Test
  void whereAllSettleFirstStagesRunOneAfterTheOther() {
    Outcome outcome =
        new PipelineModel(
                List.of(
                    stage(50, List.of(), 0), stage(65, List.of(0), 1), stage(40, List.of(1), 0)),
                setting(70, 0, 1, 4096))
            .run(50_000, CLOSED, Arrival.EVEN, 1);
    assertThat(outcome.carried())
        .isCloseTo(1e9 / (50 + 70 + 65 + 70 + 40), Percentage.withPercentage(0.5));
  }

  @Test
  void anUnfinishedBatchIsSeenAtItsEndOnlyIfNotToldBefore() {
    Stage told = new Stage("a", 10, PublishInterval.every(20), List.of(), 0);
    Outcome outcome =
        new PipelineModel(List.of(told, stage(1, List.of(0), 1)), setting(0, 0, 0, 256))
            .run(256, CLOSED, Arrival.EVEN, 1);
    // The first event is seen with the twentieth.
    assertThat(outcome.sorted().get(1)[0]).isCloseTo(20 * 10 + 1, within(1e-9));
  }

  @Test
  void equalSeedsGiveEqualFiguresAndOthersDoNot() {
    PipelineModel model =
        new PipelineModel(
            PipelineModel.kernel(50, 50, 65, 40, 40, 20, EVERY_1), setting(70, 0.3, 0.1, 0));
    Outcome one = model.run(20_000, 4e6, Arrival.POISSON, 1);
    Outcome same = model.run(20_000, 4e6, Arrival.POISSON, 1);
    Outcome other = model.run(20_000, 4e6, Arrival.POISSON, 2);
    assertThat(same.sorted().get(3)).containsExactly(one.sorted().get(3));
    assertThat(other.sorted().get(3)).isNotEqualTo(one.sorted().get(3));
  }

  @Test
  void moreThreadsThanCoresAreRefused() {
    assertThatThrownBy(
            () ->
                new PipelineModel(
                    PipelineModel.kernel(50, 50, 65, 40, 40, 20, EVERY_1),
                    new Setting(256, 70, 0, 0, 0, false, 0, 4)))
        .hasMessageContaining("5 threads on 4 cores");
  }

  @Test
  void tellingEachEventCarriesWhatTheDesignSays() {
    assertThat(carried(EVERY_1, 0) / 1e6).isBetween(10.0, 11.2);
    assertThat(carried(EVERY_1, 1) / 1e6).isBetween(3.0, 3.5);
    assertThat(carried(EVERY_1, 0.1)).isGreaterThan(carried(EVERY_1, 0.5));
  }

  @Test
  void toldAtTheEndOfABatchInStrictTurnsRiskAndMatchingRunOneAfterTheOther() {
    Setting turns = new Setting(256, 70, 0, 0.3, 0, true, 4096, 8);
    double serial = 1e9 / (50 + 65 + 40);
    assertThat(closed(END_OF_BATCH, turns)).isCloseTo(serial, Percentage.withPercentage(3));
    assertThat(closed(EVERY_1, turns)).isGreaterThan(1.5 * serial);
  }

  private static double closed(PublishInterval every, Setting setting) {
    return new PipelineModel(PipelineModel.kernel(50, 50, 65, 40, 40, 20, every), setting)
        .run(100_000, CLOSED, Arrival.EVEN, 1)
        .carried();
  }

  private static double carried(PublishInterval every, double settleFirst) {
    return new PipelineModel(
            PipelineModel.kernel(50, 50, 65, 40, 40, 20, every),
            setting(70, 0.3, settleFirst, 4096))
        .run(100_000, CLOSED, Arrival.EVEN, 1)
        .carried();
  }
}

package dev.tandem.gateway.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Times are told for a while, counts for ever. */
class RecentTimesTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  // Near the end of what the clock can say, which need not begin at nothing.
  private static final long START = Long.MAX_VALUE - 5 * SECOND;

  private final RecentTimes times = new RecentTimes("times_seconds", "Times", START);

  private void record(long atSecond, long ns) {
    long end = START + atSecond * SECOND;
    times.record(end - ns, end);
  }

  private long highest(long atSecond) {
    return times.lately(START + atSecond * SECOND).getMaxValue();
  }

  @Test
  void aTimeIsForgottenBetween15And30Seconds() {
    record(1, 1_000);
    record(14, 50);
    assertThat(highest(14)).isCloseTo(1_000, within(10L));
    assertThat(highest(16)).isCloseTo(1_000, within(10L));
    record(17, 70);
    assertThat(highest(29)).isCloseTo(1_000, within(10L));
    assertThat(highest(32)).isCloseTo(70, within(1L));
    assertThat(highest(48)).isZero();
  }

  @Test
  void afterALongSilenceNothingOldIsReported() {
    record(1, 1_000);
    record(100, 20);
    assertThat(highest(100)).isEqualTo(20);
    assertThat(times.lately(START + 100 * SECOND).getTotalCount()).isEqualTo(1);
  }

  @Test
  void countAndSumAreOfAll() {
    record(1, SECOND);
    record(100, 2 * SECOND);
    record(100, -5);
    record(100, TimeUnit.HOURS.toNanos(3));
    SummaryDataPointSnapshot point = times.collect().getDataPoints().get(0);
    assertThat(point.getCount()).isEqualTo(4);
    assertThat(point.getSum()).isCloseTo(3 + 3600, within(1e-6));
  }

  @Test
  void percentilesAreReported() {
    for (int i = 1; i <= 1_000; i++) {
      record(1, i * 1_000L);
    }
    var lately = times.lately(START + SECOND);
    assertThat(lately.getValueAtPercentile(50)).isCloseTo(500_000, within(5_000L));
    assertThat(lately.getValueAtPercentile(99)).isCloseTo(990_000, within(10_000L));
  }

  /** As Prometheus has it: nothing happened is not that it took no time. */
  @Test
  void ofNoTimesLatelyThereAreNoQuantiles() {
    long now = System.nanoTime();
    RecentTimes idle = new RecentTimes("idle_seconds", "Idle", now - 100 * SECOND);
    idle.record(now - 90 * SECOND, now - 89 * SECOND);
    SummaryDataPointSnapshot point = idle.collect().getDataPoints().get(0);
    assertThat(point.getCount()).isEqualTo(1);
    assertThat(point.getQuantiles()).allSatisfy(q -> assertThat(q.getValue()).isNaN());
    idle.record(System.nanoTime() - SECOND, System.nanoTime());
    point = idle.collect().getDataPoints().get(0);
    assertThat(point.getQuantiles()).allSatisfy(q -> assertThat(q.getValue()).isPositive());
  }

  @Test
  void quantilesAreWrittenShort() {
    assertThat(times.collect().getDataPoints().get(0).getQuantiles())
        .extracting(q -> Double.toString(q.getQuantile()))
        .containsExactly("0.5", "0.9", "0.99", "0.999", "1.0");
  }
}

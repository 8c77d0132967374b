package dev.tandem.wal.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class SyncTimesTest {

  private final SyncTimes times = new SyncTimes();

  @Test
  void nothingRecordedIsZero() {
    assertThat(times.count()).isZero();
    assertThat(times.mean()).isZero();
    assertThat(times.percentile(99)).isZero();
    assertThat(times.longest()).isZero();
  }

  @Test
  void reportsCountMeanPercentilesAndTheLongest() {
    for (int i = 1; i <= 1_000; i++) {
      times.record(i * 1_000L);
    }
    assertThat(times.count()).isEqualTo(1_000);
    assertThat(times.mean()).isEqualTo(500_500);
    assertThat(times.percentile(50)).isBetween(500_000L, 505_000L);
    assertThat(times.percentile(99)).isBetween(990_000L, 1_000_000L);
    assertThat(times.percentile(100)).isEqualTo(1_000_000);
    assertThat(times.longest()).isEqualTo(1_000_000);
  }

  @Test
  void timesAtTheLimitsAreCounted() {
    times.record(-1);
    times.record(Long.MAX_VALUE);
    assertThat(times.count()).isEqualTo(2);
    assertThat(times.percentile(50)).isZero();
    assertThat(times.percentile(99)).isEqualTo(Long.MAX_VALUE);
  }

  @Property
  void aBucketHoldsTimesWithinOnePercent(@ForAll @LongRange(min = 0) long time) {
    int bucket = SyncTimes.bucketOf(time);
    long highest = SyncTimes.highestIn(bucket);
    assertThat(highest).isGreaterThanOrEqualTo(time);
    assertThat((double) (highest - time)).isCloseTo(0, within(time * 0.01));
    assertThat(SyncTimes.bucketOf(highest)).isEqualTo(bucket);
    if (highest < Long.MAX_VALUE) {
      assertThat(SyncTimes.bucketOf(highest + 1)).isEqualTo(bucket + 1);
    }
  }
}

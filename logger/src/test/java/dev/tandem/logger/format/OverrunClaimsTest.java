package dev.tandem.logger.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** What a claim word proves of records that are not there, against claims of random sizes. */
class OverrunClaimsTest {
  private static final long CAPACITY = 4096;

  /** A segment that is claimed until nobody gets a place, and by others who come too late. */
  private static final class Claimed {
    long claimed = SegmentLayout.HEADER_BYTES;
    long claims;
    long committed;
    long before;
    boolean lostBehind;
    private long gap;

    Claimed(SplittableRandom random, int lostOfHundred, int late, int largest, boolean roll) {
      while (claimed <= CAPACITY) {
        boolean rest = roll && random.nextInt(20) == 0;
        long size = rest ? CAPACITY + 8 : 32 + 8L * random.nextInt(largest);
        if (claimed + size <= CAPACITY) {
          place(size, random.nextInt(100) < lostOfHundred);
        }
        claim(size);
      }
      for (int i = 0; i < late; i++) {
        claim(32 + 8L * random.nextInt(largest));
      }
      lostBehind = gap > 0;
    }

    private void claim(long size) {
      claimed += size;
      claims++;
    }

    private void place(long size, boolean isLost) {
      if (isLost) {
        gap += size;
        return;
      }
      before += OverrunClaims.mostIn(gap);
      gap = 0;
      committed++;
    }

    boolean provesLoss() {
      return new OverrunClaims(claimed, claims, CAPACITY).provesLossBehind(committed, before);
    }
  }

  @Property
  void aLossIsNeverReportedWhereThereIsNone(
      @ForAll long seed,
      @ForAll @IntRange(max = 60) int lostOfHundred,
      @ForAll @IntRange(max = 40) int late,
      @ForAll @IntRange(min = 1, max = 100) int largest,
      @ForAll boolean roll) {
    Claimed claimed = new Claimed(new SplittableRandom(seed), lostOfHundred, late, largest, roll);
    assertThat(claimed.committed).isLessThan(claimed.claims);
    if (claimed.provesLoss()) {
      assertThat(claimed.lostBehind).isTrue();
    }
  }

  /** Where nothing is told, the same word can be that of a segment that has lost nothing. */
  @Property
  void whatIsNotReportedIsPossible(
      @ForAll @LongRange(min = 16, max = 128) long recordWords,
      @ForAll @IntRange(min = 1, max = 40) int lost,
      @ForAll @IntRange(max = 10) int late) {
    long size = 8 * recordWords;
    long places = (CAPACITY - SegmentLayout.HEADER_BYTES) / size;
    long committed = Math.max(0, places - lost);
    long claims = places + 1 + late;
    long claimed = SegmentLayout.HEADER_BYTES + claims * size;
    OverrunClaims word = new OverrunClaims(claimed, claims, CAPACITY);
    long end = SegmentLayout.HEADER_BYTES + committed * size;
    // One claim that is no place, as long as it must be, and the smallest behind it.
    long first = claimed - end - 32 * (claims - committed - 1);
    assertThat(word.provesLossBehind(committed, 0)).isEqualTo(end + first <= CAPACITY);
  }
}

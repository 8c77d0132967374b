package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.Sequence;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConfirmedUpstreamTest {

  private final Sequence before = new Sequence(-1);
  private final long[] marks = new long[16];
  private long confirmed = -1;

  private final ConfirmedUpstream upstream =
      new ConfirmedUpstream(Upstream.of(before), marks, () -> confirmed);

  @Test
  void nothingPassesThatIsNotConfirmed() {
    marks[0] = 0;
    marks[1] = 1;
    marks[2] = 1;
    marks[3] = 2;
    before.set(3);
    assertThat(upstream.available(0)).isEqualTo(-1);
    confirmed = 0;
    assertThat(upstream.available(0)).isZero();
    confirmed = 1;
    assertThat(upstream.available(1)).isEqualTo(2);
    confirmed = 100;
    assertThat(upstream.available(3)).isEqualTo(3);
    assertThat(upstream.available(4)).isEqualTo(3);
  }

  @Test
  void whatTheStagesBeforeHaveNotReachedDoesNotPass() {
    confirmed = Long.MAX_VALUE;
    before.set(1);
    assertThat(upstream.available(0)).isEqualTo(1);
    assertThat(upstream.available(2)).isEqualTo(1);
  }

  @Test
  void aFailureOfTheLogIsThrown() {
    ConfirmedUpstream failing =
        new ConfirmedUpstream(
            Upstream.of(before),
            new long[] {5},
            () -> {
              throw new IllegalStateException("no log");
            });
    before.set(0);
    assertThatThrownBy(() -> failing.available(0)).hasMessage("no log");
  }

  /** Against the plain rule, over many rounds of the ring. */
  @Test
  void itAgreesWithTheRule() {
    Random random = new Random(3);
    long[] all = new long[50_000];
    long record = -1;
    for (int i = 0; i < all.length; i++) {
      record += random.nextInt(3) == 0 ? 0 : 1;
      all[i] = record;
    }
    long next = 0;
    long written = -1;
    while (next < all.length) {
      long room = Math.min(all.length - 1, next + marks.length - 1);
      while (written < room && random.nextInt(4) != 0) {
        written++;
        marks[(int) written & 15] = all[(int) written];
      }
      before.set(written);
      confirmed = Math.max(confirmed, confirmed + random.nextInt(4));
      long expected = next - 1;
      while (expected < written && all[(int) expected + 1] <= confirmed) {
        expected++;
      }
      long available = upstream.available(next);
      assertThat(available).isBetween(Math.min(written, next - 1), expected);
      // What was not requested again is found the next time.
      assertThat(upstream.available(Math.max(next, available + 1))).isEqualTo(expected);
      next = expected + 1;
    }
  }
}

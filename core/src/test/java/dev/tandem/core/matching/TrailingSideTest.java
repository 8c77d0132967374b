package dev.tandem.core.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many orders that trail, against a list that each trade walks. */
class TrailingSideTest {

  private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);

  private final StopStore stops = new StopStore();
  private final List<Trailing> model = new ArrayList<>();
  private int youngest;

  /** An order as the list has it. */
  private static final class Trailing {
    final int order;
    final long entry;
    final long offset;
    final boolean inPpm;
    long best;

    Trailing(int order, long entry, long offset, boolean inPpm, long best) {
      this.order = order;
      this.entry = entry;
      this.offset = offset;
      this.inPpm = inPpm;
      this.best = best;
    }

    BigInteger trigger(boolean rise) {
      BigInteger from = BigInteger.valueOf(best);
      BigInteger behind = from.multiply(BigInteger.valueOf(offset));
      behind = inPpm ? behind : BigInteger.valueOf(offset).multiply(MILLION);
      return from.multiply(MILLION).add(rise ? behind : behind.negate());
    }

    boolean isReachedBy(long price, boolean rise) {
      int order = BigInteger.valueOf(price).multiply(MILLION).compareTo(trigger(rise));
      return rise ? order >= 0 : order <= 0;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theFirstIsTheFirst(boolean rise) {
    SplittableRandom random = new SplittableRandom(7);
    TrailingSide side = new TrailingSide(stops.trailing(), rise);
    long price = 1_000_000;
    int woken = 0;
    int largest = 0;
    for (int step = 0; step < 20_000; step++) {
      int kind = random.nextInt(10);
      if (kind < 5) {
        add(side, random, price, step);
      } else if (kind < 7 && !model.isEmpty()) {
        remove(side, model.get(random.nextInt(model.size())));
      } else {
        price += random.nextInt(-20, 21) * (random.nextInt(40) == 0 ? 20L : 1L);
        woken += trade(side, price, rise);
      }
      largest = Math.max(largest, model.size());
    }
    assertThat(woken).isGreaterThan(500);
    assertThat(largest).isGreaterThan(1_000);
    for (Trailing each : List.copyOf(model)) {
      assertThat(side.best(each.order)).isEqualTo(each.best);
      remove(side, each);
    }
    assertThat(side.reachedBy(rise ? Long.MAX_VALUE : 1)).isZero();
  }

  private void add(TrailingSide side, SplittableRandom random, long price, long entry) {
    StopView view = new StopView();
    view.orderId = entry + 1;
    int order = stops.allocate(view, 0);
    stops.enter(order, youngest);
    youngest = order;
    boolean inPpm = random.nextBoolean();
    long offset = 1L + random.nextInt(random.nextBoolean() ? 300 : 40_000);
    model.add(new Trailing(order, entry, offset, inPpm, price));
    side.add(order, price, offset, inPpm);
  }

  private void remove(TrailingSide side, Trailing gone) {
    side.remove(gone.order);
    youngest = gone.order == youngest ? stops.older(gone.order) : youngest;
    stops.leave(gone.order);
    stops.orders().release(gone.order);
    model.remove(gone);
  }

  private int trade(TrailingSide side, long price, boolean rise) {
    Comparator<Trailing> byTrigger = Comparator.comparing(each -> each.trigger(rise));
    List<Trailing> reached =
        model.stream()
            .filter(each -> each.isReachedBy(price, rise))
            .sorted((rise ? byTrigger : byTrigger.reversed()).thenComparingLong(each -> each.entry))
            .toList();
    for (Trailing each : reached) {
      assertThat(side.reachedBy(price)).isEqualTo(each.order);
      remove(side, each);
    }
    assertThat(side.reachedBy(price)).isZero();
    side.advance(price);
    for (Trailing each : model) {
      each.best = rise ? Math.min(each.best, price) : Math.max(each.best, price);
    }
    return reached.size();
  }
}

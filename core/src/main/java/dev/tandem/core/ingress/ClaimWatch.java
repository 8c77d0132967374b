package dev.tandem.core.ingress;

import com.lmax.disruptor.RingBuffer;
import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.Poison;
import dev.tandem.core.pipeline.Upstream;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What the first stage follows on a ring of several producers: their publications, and a look at
 * the slot that it waits for. One that is claimed for a second and not published is reported; if
 * its thread has ended, it never will be, and the pipeline fails.
 *
 * <p>For the stage's thread alone.
 */
final class ClaimWatch implements Upstream {

  private static final long FIRST_REPORT_NS = TimeUnit.SECONDS.toNanos(1);
  private static final long REPORTS_APART_NS = TimeUnit.MINUTES.toNanos(1);

  /** A look at the clock costs more than one at the ring: once in so many looks in vain. */
  private static final int LOOKS = 64;

  private final RingBuffer<Command> ring;
  private final Upstream upstream;
  private final Poison poison;
  private final LongSupplier clock;
  private final Consumer<String> warning;
  private int looks;
  private long watched = -1;
  private long sinceNs;
  private long patienceNs;

  /**
   * @param upstream the publications
   * @param clock nanoseconds
   * @param warning gets what is reported
   */
  ClaimWatch(
      RingBuffer<Command> ring,
      Upstream upstream,
      Poison poison,
      LongSupplier clock,
      Consumer<String> warning) {
    this.ring = ring;
    this.upstream = upstream;
    this.poison = poison;
    this.clock = clock;
    this.warning = warning;
  }

  @Override
  public long available(long next) {
    long available = upstream.available(next);
    if (available < next && ++looks % LOOKS == 0) {
      look(next);
    }
    return available;
  }

  private void look(long next) {
    if (ring.getCursor() < next || ring.isAvailable(next)) {
      watched = -1;
      return;
    }
    long now = clock.getAsLong();
    if (watched != next) {
      watched = next;
      sinceNs = now;
      patienceNs = FIRST_REPORT_NS;
    } else if (now - sinceNs >= patienceNs) {
      patienceNs = Math.min(2 * patienceNs, now - sinceNs + REPORTS_APART_NS);
      OpenClaim claim = OpenClaim.of(ring.get(next), next);
      // Looked at again: the thread may have published it and ended while it was looked for.
      if (!ring.isAvailable(next)) {
        report(claim);
      }
    }
  }

  private void report(OpenClaim claim) {
    if (claim.isLost()) {
      poison.fail(new IllegalStateException(claim.toString()));
    } else {
      warning.accept(claim.toString());
    }
  }

  @Override
  public void alert() {
    upstream.alert();
  }

  @Override
  public void clearAlert() {
    upstream.clearAlert();
  }
}

package dev.tandem.core.pipeline;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;

/** Looks at a barrier; reads only what is published already, so that it never waits. */
final class BarrierUpstream implements Upstream {

  private final SequenceBarrier barrier;

  BarrierUpstream(SequenceBarrier barrier) {
    this.barrier = barrier;
  }

  @Override
  public long available(long next) {
    long cursor = barrier.getCursor();
    if (cursor < next) {
      return cursor;
    }
    try {
      // The cursor of several publishers counts what is claimed: only the barrier finds the gaps.
      return barrier.waitFor(next);
    } catch (AlertException | TimeoutException e) {
      return next - 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return next - 1;
    }
  }

  @Override
  public void alert() {
    barrier.alert();
  }

  @Override
  public void clearAlert() {
    barrier.clearAlert();
  }
}

package dev.tandem.core.pipeline;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** Counts how often a processor looks, so that a test can tell "it will not" from "not yet". */
final class CountingBarrier implements SequenceBarrier {

  private final SequenceBarrier barrier;
  private final AtomicLong looks = new AtomicLong();

  CountingBarrier(SequenceBarrier barrier) {
    this.barrier = barrier;
  }

  /** Returns once the processor has looked several more times. */
  void awaitLooks() {
    long seen = looks.get();
    Await.until("more looks at the barrier", () -> looks.get() > seen + 10);
  }

  @Override
  public long waitFor(long sequence) throws AlertException, InterruptedException, TimeoutException {
    looks.incrementAndGet();
    return barrier.waitFor(sequence);
  }

  @Override
  public long getCursor() {
    looks.incrementAndGet();
    return barrier.getCursor();
  }

  @Override
  public boolean isAlerted() {
    looks.incrementAndGet();
    return barrier.isAlerted();
  }

  @Override
  public void alert() {
    barrier.alert();
  }

  @Override
  public void clearAlert() {
    barrier.clearAlert();
  }

  @Override
  public void checkAlert() throws AlertException {
    looks.incrementAndGet();
    barrier.checkAlert();
  }
}

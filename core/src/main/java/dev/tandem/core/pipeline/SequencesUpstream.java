package dev.tandem.core.pipeline;

import com.lmax.disruptor.Sequence;
import java.util.concurrent.atomic.AtomicBoolean;

/** Looks at the sequences of other stages. */
final class SequencesUpstream implements Upstream {

  private final Sequence[] sequences;
  private final AtomicBoolean alerted = new AtomicBoolean();

  SequencesUpstream(Sequence[] sequences) {
    this.sequences = sequences;
  }

  @Override
  public long available(long next) {
    long slowest = sequences[0].get();
    for (int i = 1; i < sequences.length && slowest >= next; i++) {
      slowest = Math.min(slowest, sequences[i].get());
    }
    return slowest;
  }

  @Override
  public boolean isAlerted() {
    return alerted.getAcquire();
  }

  @Override
  public void alert() {
    alerted.set(true);
  }

  @Override
  public void clearAlert() {
    alerted.set(false);
  }
}

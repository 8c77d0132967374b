package dev.tandem.core.pipeline;

import com.lmax.disruptor.Sequence;

/** Looks at the sequences of other stages. */
final class SequencesUpstream implements Upstream {

  private final Sequence[] sequences;

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
}

package dev.tandem.core.ingress;

/** Keeps what lies before a lane in memory off the producer's line. */
abstract class LaneStart {
  long s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14;
}

/** What the producer writes. */
abstract class LaneProducerFields extends LaneStart {

  /** Commands published so far: the position that the next one gets. */
  long published;

  /** The producer's own copy of {@link #published}, and the position up to which it has room. */
  long next;

  long limit;

  /** Times that the producer found the lane full: answered at once, or waited. */
  long busy;

  long waits;

  /** Whether a slot is claimed and not yet published. */
  boolean open;
}

/** Keeps the two sides on lines of their own, and on pairs of lines that are fetched together. */
abstract class LaneMiddle extends LaneProducerFields {
  long m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14;
}

/** What the sequencer writes with every visit. */
abstract class LaneSequencerFields extends LaneMiddle {

  /** Commands taken so far. */
  long taken;

  /** Visits in a row that found nothing. */
  int emptyVisits;
}

/** Keeps the sequencer's line off what both only read. */
abstract class LaneEnd extends LaneSequencerFields {
  long e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11, e12, e13, e14;
}

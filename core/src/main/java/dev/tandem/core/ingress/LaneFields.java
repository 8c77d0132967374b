package dev.tandem.core.ingress;

/** Keeps what lies before a lane in memory off the producer's line. */
abstract class LaneStart {
  long s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14;
}

/** What the producer alone looks at. */
abstract class LaneProducerFields extends LaneStart {

  /** The position that the next command gets, and the position up to which there is room. */
  long next;

  long limit;

  /** Times that the producer found the lane full: answered at once, or waited. */
  long busy;

  long waits;

  /** Whether a slot is claimed and not yet published. */
  boolean open;
}

/** Keeps the line that the sequencer polls off what the producer writes in between. */
abstract class LaneProducerEnd extends LaneProducerFields {
  long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14;
}

/** What the producer publishes. */
abstract class LanePublishedField extends LaneProducerEnd {

  /** Commands published so far. */
  long published;
}

/** Keeps the two sides on lines of their own, and on pairs of lines that are fetched together. */
abstract class LaneMiddle extends LanePublishedField {
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

package dev.tandem.core.pipeline;

/** Where a stage that cuts groups may end one. */
public enum CutPolicy {

  /**
   * At the last event available, at the size limit, and wherever a cut is requested. The last group
   * of a quiet stream ends at once; under load groups grow by themselves.
   */
  LIVE,

  /**
   * Only where a cut is requested: gives back the groups of a recorded run. A group stays open
   * until its cut arrives, so a recording must end with a cut for its last events to be settled.
   */
  RECORDED
}

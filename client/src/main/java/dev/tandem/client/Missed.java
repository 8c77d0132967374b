package dev.tandem.client;

/** Why reports of a user were missed for good. */
public enum Missed {
  /** The gateway does not keep them any more. */
  REPORTS_GONE,
  /** The gateway was started since, and keeps no reports over that. */
  RESTARTED,
  /**
   * The connection broke, or a rate limit refused the request, before it was known where they
   * begin.
   */
  NOT_BEGUN
}

package dev.tandem.gateway.fix;

/**
 * Whether a session has reports that are missing for good, until its client has been told so. The
 * session's files keep it. Any thread may add to it; the rest is on the thread of FIX.
 */
final class MissedReports {

  private volatile boolean missed;
  private boolean telling;

  /** There may be some. */
  void add() {
    missed = true;
  }

  boolean isMissed() {
    return missed;
  }

  /** Whether the client must be told, should nothing more come of what is happening now. */
  boolean isOwed() {
    return missed || telling;
  }

  /** Its client is about to be told; what is missing from now on, it must be told again. */
  void telling() {
    missed = false;
    telling = true;
  }

  /** Its client was told, or could not be told. */
  void told(boolean done) {
    telling = false;
    missed |= !done;
  }
}

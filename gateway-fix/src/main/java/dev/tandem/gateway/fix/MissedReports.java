package dev.tandem.gateway.fix;

/**
 * Whether a session has reports that are missing for good, until its client has got a Logout that
 * says so. The session's files keep it. Any thread may add to it; the rest is on the thread of FIX.
 */
final class MissedReports {

  private volatile boolean missed;
  private boolean reporting;

  /** There may be some. */
  void add() {
    missed = true;
  }

  boolean isMissed() {
    return missed;
  }

  /** Whether a Logout is due, unless the one that is being sent succeeds. */
  boolean isOwed() {
    return missed || reporting;
  }

  /** The Logout is about to be sent; reports that are missing from now on need another one. */
  void reporting() {
    missed = false;
    reporting = true;
  }

  /** The Logout was sent, or could not be. */
  void reported(boolean done) {
    reporting = false;
    missed |= !done;
  }
}

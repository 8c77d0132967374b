package dev.tandem.gateway.bridge;

import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;

/** What came of submitting a command. */
public enum Submitted {
  /** The kernel has it: its reply gets the answer later. */
  TAKEN(null, null),
  /** The kernel has no room at the moment: nothing was done. */
  BUSY(Refusal.BUSY, "the exchange has no room now; try again"),
  /** The exchange has stopped or failed, or is stopping: nothing was done. */
  STOPPED(Refusal.UNAVAILABLE, "the exchange has stopped");

  private final Refusal refusal;
  private final String why;

  Submitted(Refusal refusal, String why) {
    this.refusal = refusal;
    this.why = why;
  }

  /** Refuses the client's command unless it was taken. */
  public void orRefuse() throws RefusedException {
    if (refusal != null) {
      throw new RefusedException(refusal, why);
    }
  }

  /** What the client is refused with; null if its command was taken. */
  public Refusal refusal() {
    return refusal;
  }

  /** Why, for the client; null if its command was taken. */
  public String why() {
    return why;
  }
}

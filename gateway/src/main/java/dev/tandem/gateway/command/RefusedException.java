package dev.tandem.gateway.command;

/** The gateway refuses; the message is for the client. */
public class RefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final Refusal refusal;

  /**
   * @param message why, for the client
   */
  public RefusedException(Refusal refusal, String message) {
    super(message, null, false, false);
    this.refusal = refusal;
  }

  /** What kind of refusal it is. */
  public Refusal refusal() {
    return refusal;
  }
}

package dev.tandem.hash.algorithm;

/** Why an implementation cannot be had in this process, in one line. */
public final class Unavailable extends Exception {

  private static final long serialVersionUID = 1;

  /** A reason. */
  public Unavailable(String reason) {
    super(reason);
  }

  /** A reason that another failure explains. */
  public Unavailable(String reason, Throwable cause) {
    super(reason + ": " + cause, cause);
  }
}

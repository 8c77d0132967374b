package dev.tandem.gateway.command;

/**
 * A signature is right, but may have been used before the gateway was started, or is for another
 * node.
 */
public final class SignAgainException extends RefusedException {

  private static final long serialVersionUID = 1L;

  SignAgainException(String why) {
    super(Refusal.SIGN_AGAIN, why + ": sign again");
  }
}

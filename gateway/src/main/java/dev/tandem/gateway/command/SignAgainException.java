package dev.tandem.gateway.command;

/** A signature is right, but may have been used before the gateway was started. */
public final class SignAgainException extends RefusedException {

  private static final long serialVersionUID = 1L;

  SignAgainException() {
    super(
        Refusal.SIGN_AGAIN,
        "the gateway was started since this was signed, and knows no earlier nonces: sign again");
  }
}

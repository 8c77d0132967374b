package dev.tandem.gateway.json;

/** What a client sent cannot be understood, or is out of its limits; the message is for it. */
public final class BadRequestException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * @param message what is wrong, for the client
   */
  public BadRequestException(String message) {
    super(message, null, false, false);
  }
}

package dev.tandem.logger.seal;

/** The ring holds no key with the requested id. */
public final class UnknownKeyException extends SealException {
  private static final long serialVersionUID = 1L;

  UnknownKeyException(String message) {
    super(message);
  }
}

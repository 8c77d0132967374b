package dev.tandem.logger.seal;

/** The key that the ring holds under the file's key id is not the one the file was sealed with. */
public final class WrongKeyException extends SealException {
  private static final long serialVersionUID = 1L;

  WrongKeyException(String message) {
    super(message);
  }
}

package dev.tandem.core.state;

/** An image is not that of a kernel's state, or not of one that it could be restored into. */
public final class InvalidImageException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public InvalidImageException(String message) {
    super(message);
  }
}

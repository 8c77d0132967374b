package dev.tandem.core.state;

/** An image does not hold a kernel's state, or the state does not fit the kernel to restore. */
public final class InvalidImageException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public InvalidImageException(String message) {
    super(message);
  }
}

package dev.tandem.logger.seal;

import java.io.IOException;

/**
 * A sealed file, or a key for one, is not what it should be. The message names the file and what
 * was found.
 */
public class SealException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Says what is wrong. A message never contains a byte of a key. */
  public SealException(String message) {
    super(message);
  }

  /** Says what is wrong, and what says so. A message never contains a byte of a key. */
  public SealException(String message, Throwable cause) {
    super(message, cause);
  }
}

package dev.tandem.logger;

import java.io.IOException;

/**
 * A file could not be forced, so what was written to it since the last force may be lost with the
 * machine. A later force of the same file would prove nothing: the system may have forgotten what
 * it could not write.
 */
public final class UnforcedException extends IOException {
  private static final long serialVersionUID = 1;

  /** Of a file that is named in the message. */
  public UnforcedException(String message, Throwable cause) {
    super(message, cause);
  }
}

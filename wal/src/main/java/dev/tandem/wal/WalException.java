package dev.tandem.wal;

import java.io.IOException;

/** A log that cannot be opened, read or closed. */
public class WalException extends IOException {

  private static final long serialVersionUID = 1L;

  public WalException(String message) {
    super(message);
  }

  public WalException(String message, Throwable cause) {
    super(message, cause);
  }
}

package dev.tandem.core.api;

import java.io.IOException;
import java.io.UncheckedIOException;

/** The log or the snapshots of an exchange cannot be read, written, or made sense of. */
public final class JournalException extends UncheckedIOException {

  private static final long serialVersionUID = 1L;

  public JournalException(String message, IOException cause) {
    super(message, cause);
  }

  public JournalException(IOException cause) {
    super(cause.getMessage(), cause);
  }

  /** A fault that no I/O error caused. */
  public JournalException(String message) {
    this(new IOException(message));
  }
}

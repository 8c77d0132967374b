package dev.tandem.core.snapshot;

import java.io.IOException;

/** A snapshot is damaged or could not be written; the message names the file and what is wrong. */
public final class SnapshotException extends IOException {

  private static final long serialVersionUID = 1;

  SnapshotException(String message) {
    super(message);
  }

  SnapshotException(String message, Throwable cause) {
    super(message, cause);
  }
}

package dev.tandem.cluster;

import java.io.IOException;

/** A cluster cannot be run as it is set up; the message says what is wrong, and where. */
public final class ClusterException extends IOException {

  private static final long serialVersionUID = 1;

  /** Names the setting, file or node. */
  public ClusterException(String message) {
    super(message);
  }

  ClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}

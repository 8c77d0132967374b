package dev.tandem.logger;

import java.time.Duration;

/** A store that does not wait as long at its close as one in use: for tests where it is in vain. */
public final class Impatience {
  private Impatience() {}

  /** Waits a moment instead of 5 s. */
  public static LogStoreConfig.Builder of(LogStoreConfig.Builder config) {
    return config.lastWriters(Duration.ofMillis(50));
  }
}

package dev.tandem.core.snapshot;

import dev.tandem.core.api.LogPosition;

/** Places in a log that is not there. */
final class Positions {

  private Positions() {}

  static LogPosition at(long sequence) {
    return new LogPosition(7, sequence, sequence < 0 ? -1 : 0xabcd_1234L);
  }
}

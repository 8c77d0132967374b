package dev.tandem.logger;

import java.io.IOException;

/** Opens sealed files for a maintenance thread. */
interface SinkOpener {
  /** As {@link Sealing#openSink}. */
  SegmentSink open(SegmentInfo segment, long start, PartOrigin origin) throws IOException;

  /** Makes the names of what was opened survive the machine. */
  default void forceNames() throws IOException {}
}

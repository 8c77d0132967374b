package dev.tandem.logger.storage;

import dev.tandem.logger.PartOrigin;
import dev.tandem.logger.Sealing;
import dev.tandem.logger.SegmentInfo;
import dev.tandem.logger.SegmentSink;
import java.io.IOException;

/** Opens sealed files for a maintenance thread. */
public interface SinkOpener {
  /** As {@link Sealing#openSink}. */
  SegmentSink open(SegmentInfo segment, long start, PartOrigin origin) throws IOException;

  /** Makes the names of what was opened survive the machine. */
  default void forceNames() throws IOException {}
}

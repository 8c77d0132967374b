package dev.tandem.logger;

import java.io.IOException;

/** As {@link Sealing#openSink}. */
interface SinkOpener {
  SegmentSink open(SegmentInfo segment, long start, PartOrigin origin) throws IOException;
}

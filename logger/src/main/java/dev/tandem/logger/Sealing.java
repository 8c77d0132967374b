package dev.tandem.logger;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * How a store keeps its records secret. Either segments are sealed stretch by stretch by a thread
 * of the store and wiped ({@link #perRecord} false), or each record is sealed before it is visible
 * (true). Tandem's own is in {@code dev.tandem.logger.seal}; a service may bring another, so this
 * and the types it uses are public.
 */
public interface Sealing {

  /** Whether records are sealed one by one by their callers. */
  boolean perRecord();

  /**
   * Opens the sealed twin of a segment. Also called, whatever {@link #perRecord} says, for what
   * another run left unsealed.
   *
   * @param start offset of the first byte that the sink will be offered: 0 for a new segment
   * @param origin what its reader may believe of it, which the sealing must authenticate
   */
  SegmentSink openSink(SegmentInfo segment, long start, PartOrigin origin) throws IOException;

  /**
   * Makes the key of a segment whose records are sealed one by one.
   *
   * @param sealArea the 320 bytes of the file's header, zero, for what the reader needs to find the
   *     key
   */
  RecordSeal openRecords(SegmentInfo segment, MemorySegment sealArea) throws IOException;
}

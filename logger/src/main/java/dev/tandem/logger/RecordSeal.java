package dev.tandem.logger;

import java.lang.foreign.MemorySegment;

/**
 * Seals single records of one segment, before they are visible. Used by any number of threads at
 * once. No two records are sealed at one offset with one length word: offsets are claimed once, and
 * what stands for a record whose writer failed has a length that no record has.
 */
public interface RecordSeal extends AutoCloseable {

  /** Bytes that a sealed record is longer than its plain bytes. */
  int overhead();

  /**
   * Seals a record: {@code length} bytes become {@code length + overhead()}.
   *
   * @param offset of the record in the file, never used before with this length word
   * @param clear the record's length word, authenticated and not encrypted
   */
  void seal(long offset, int clear, byte[] plain, int from, int length, byte[] sealed, int to);

  /**
   * Marks the segment as complete, so that a cut shows. Called at most once, when every claim of
   * the closed segment was committed.
   *
   * @param header a copy of the segment's header as it will stay, into whose seal area the mark
   *     goes
   * @param end offset after the last record
   * @param claims how many claims the segment holds
   */
  void end(MemorySegment header, long end, long claims);

  /** Wipes the key. */
  @Override
  void close();
}

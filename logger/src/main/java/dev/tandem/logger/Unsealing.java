package dev.tandem.logger;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** How a reader opens what a {@link Sealing} made. */
public interface Unsealing {

  /**
   * What a sealed file holds of its segment.
   *
   * @param start offset in the segment of the first byte
   * @param origin how they came to be sealed
   * @param bytes as many as could be opened
   * @param loss what is missing or wrong after them; null if the file ends as a clean one
   * @param foreign whether this is no file of the segment at all, which no crash leaves: damage,
   *     whatever the segment's other files hold
   */
  record Part(long start, PartOrigin origin, MemorySegment bytes, String loss, boolean foreign) {}

  /** Opens single records that were sealed before they were visible. */
  interface Records {
    /** Bytes that a sealed record is longer than its plain bytes. */
    int overhead();

    /**
     * Opens a record of {@code length} sealed bytes.
     *
     * @return false if they are not what was sealed at this offset with this word
     */
    boolean open(long offset, int clear, byte[] sealed, int from, int length, byte[] plain, int to);

    /**
     * What {@link RecordSeal#end} said.
     *
     * @param header the segment's header as it was read
     * @return null if nothing was said: the writer still runs, or died, or the end was removed
     * @throws IOException if it is not what the writer said
     */
    End end(MemorySegment header) throws IOException;
  }

  /**
   * The end of a complete segment.
   *
   * @param offset after the last record
   * @param claims how many claims the segment holds
   */
  record End(long offset, long claims) {}

  /**
   * Reads a sealed file as far as it is sound.
   *
   * @throws IOException if it cannot be read at all, as for want of the right key
   */
  Part read(Path file) throws IOException;

  /**
   * Makes the key of a file whose records are sealed one by one.
   *
   * @param sealArea what {@link Sealing#openRecords} left in the header
   * @throws IOException if there is no such key, or a wrong one
   */
  Records openRecords(Path file, MemorySegment sealArea) throws IOException;
}

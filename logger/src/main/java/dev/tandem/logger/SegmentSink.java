package dev.tandem.logger;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Takes bytes of one segment in the order of their offsets, without a gap. Bytes that are sealed as
 * they were written begin with the segment's header and continue with whole records, or with the
 * zeros of a hole. Bytes that a later run found come in pieces of any length, with no known number
 * of records. For one thread at a time.
 *
 * <p>The store wipes plain bytes up to {@link #writtenTo()} and no further. After an {@link
 * IOException} it continues with the same sink: at {@link #takenTo()}, or with the call that
 * failed; a channel that an interrupt has closed is the sink's to open again. After an {@link
 * UnforcedException} it continues with another sink, from the first byte that is not wiped; after
 * any other exception too, from {@link #writtenTo()} of this one if that can be forced.
 */
public interface SegmentSink extends Closeable {

  /**
   * Seals the next bytes: at most 64 KiB, except that a record may be longer than that.
   *
   * @param committed is only valid during the call
   * @param offset of these bytes in the plain file, equal to {@link #takenTo()}
   * @param records how many records they hold; the header counts as none
   */
  void accept(MemorySegment committed, long offset, long records) throws IOException;

  /** Offset in the plain file up to which bytes were taken and must not be offered again. */
  long takenTo();

  /** Offset in the plain file up to which the sealed bytes survive the death of the process. */
  long writtenTo();

  /**
   * Writes what was taken and makes it survive the machine.
   *
   * @throws UnforcedException if it is written and may not survive; the sink is then given up
   */
  void force() throws IOException;

  /**
   * Marks the end of the sealed file as a clean one, and makes all of it survive the machine.
   * Nothing is offered afterwards. If it fails it is called again.
   */
  void end() throws IOException;

  /** Releases the file and its key. Without {@link #end} the file ends as after a crash. */
  @Override
  void close() throws IOException;

  /** Releases and removes the file: all that it holds is elsewhere. */
  void delete() throws IOException;
}

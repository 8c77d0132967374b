package dev.tandem.wal.format;

import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalCorruptedException;
import dev.tandem.wal.WalException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A segment file mapped for reading, with its header checked. */
public record SegmentImage(Path path, SegmentHeader header, ByteBuffer bytes) {

  /** For who has no segment: direct, as all others, so that reading knows one class of buffers. */
  public static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

  /**
   * Maps a segment's file for reading.
   *
   * @param number that the file's name says
   */
  public static SegmentImage map(Path path, long number) throws WalException {
    String name = path.getFileName().toString();
    boolean interrupted = Interrupts.take();
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      long size = channel.size();
      if (size > WalConfig.MAX_SEGMENT_BYTES) {
        throw new WalCorruptedException(
            name, 0, -1, "at most " + WalConfig.MAX_SEGMENT_BYTES + " bytes", size + " bytes");
      }
      SegmentHeader header = SegmentHeader.decode(header(channel), name);
      if (header.number() != number) {
        throw new WalCorruptedException(
            name, 32, -1, "segment number " + number, Long.toString(header.number()));
      }
      ByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
      return new SegmentImage(path, header, bytes);
    } catch (WalException e) {
      throw e;
    } catch (IOException e) {
      throw new WalException(path, "cannot be read", e);
    } finally {
      Interrupts.giveBack(interrupted);
    }
  }

  /** By a call: the file may be cut as it is read. */
  private static ByteBuffer header(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocateDirect(SegmentHeader.BYTES);
    int read;
    do {
      read = channel.read(bytes, bytes.position());
    } while (read > 0);
    return bytes.flip().slice();
  }

  public String name() {
    return path.getFileName().toString();
  }

  /**
   * What is wrong if the file ends before it should, which no crash explains: it had its whole
   * length on the device before its first record, and is cut only behind an end mark that the
   * device holds. Null if it has its length.
   *
   * @param place where it has neither a record nor an end mark
   * @param sequence of the record that should be there
   */
  public WalCorruptedException cutOffAt(int place, long sequence) {
    long missing = header.fileBytes() - bytes.capacity();
    if (missing <= 0) {
      return null;
    }
    return new WalCorruptedException(
        name(),
        place,
        sequence,
        header.fileBytes() + " bytes, as made, or an end mark",
        "a file cut off at "
            + bytes.capacity()
            + " bytes: "
            + missing
            + " are missing, and maybe records that were in them");
  }

  /** Sequence of its first record, if its first mark is sound; -1 otherwise. */
  public long firstSequence() {
    RecordScanner places = RecordScanner.of(this);
    return places.isMarkValidAt(SegmentHeader.BYTES) ? places.sequenceAt(SegmentHeader.BYTES) : -1;
  }
}

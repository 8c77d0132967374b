package dev.tandem.wal.format;

import dev.tandem.wal.WalCorruptedException;
import dev.tandem.wal.WalException;
import dev.tandem.wal.WalGapException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Which segments a log has: the file beside them that distinguishes a lost segment from one that
 * was deleted on purpose or never existed. It holds two copies, so that one is whole whenever the
 * power fails.
 *
 * <pre>
 *  0  magic       8  "TNDMEXT" and a zero
 *  8  version     4  1
 * 12  zero        4
 * 16  log id      8
 * 24  generation  8  one more with each change; of two copies the higher counts
 * 32  first       8  number of the oldest segment that is kept
 * 40  last        8  number of a segment that was begun; one less than first if none was
 * 48  zero       12
 * 60  checksum    4  CRC-32C of the bytes before
 * </pre>
 *
 * <p>Segments below {@code first} are leftovers. Those from {@code first} to {@code last} are there
 * for certain; what follows {@code last} is known by how each segment ends.
 *
 * @param copy which of the two it was read from
 */
public record LogExtent(long logId, long generation, long first, long last, int copy) {

  /** Where the second copy begins: no device tears so much at once. */
  public static final int COPY_BYTES = 4_096;

  public static final int FILE_BYTES = 2 * COPY_BYTES;
  public static final int BYTES = 64;

  private static final long MAGIC = 0x00545845_4D444E54L;
  private static final int VERSION = 1;
  private static final int CHECKSUM = 60;

  /** That of a log without records. */
  public static LogExtent ofNew(long logId) {
    return new LogExtent(logId, 1, 1, 0, 0);
  }

  public LogExtent changed(long newFirst, long newLast) {
    return new LogExtent(logId, generation + 1, newFirst, newLast, copy);
  }

  /** Writes it to the first bytes of a little-endian buffer of zeros. */
  public void encode(ByteBuffer target) {
    target.putLong(0, MAGIC);
    target.putInt(8, VERSION);
    target.putLong(16, logId);
    target.putLong(24, generation);
    target.putLong(32, first);
    target.putLong(40, last);
    target.putInt(CHECKSUM, new Checksum().of(target.duplicate(), 0, CHECKSUM));
  }

  /**
   * Reads that of a directory.
   *
   * @return null if there is none, or neither copy is whole
   * @throws WalCorruptedException if it is of a version that is not known
   */
  public static LogExtent read(Path directory) throws WalException {
    byte[] bytes = bytes(directory);
    LogExtent newest = null;
    for (int copy = 0; copy < 2; copy++) {
      LogExtent found = decode(bytes, copy);
      if (found != null && (newest == null || found.generation > newest.generation)) {
        newest = found;
      }
    }
    return newest;
  }

  /**
   * That one of the two copies is not whole: a crash leaves that, or damage, and the next opening
   * writes both. Null if both are, or none is.
   */
  public static WalCorruptedException halfLost(Path directory) throws WalException {
    byte[] bytes = bytes(directory);
    boolean first = decode(bytes, 0) != null;
    if (first == (decode(bytes, 1) != null)) {
      return null;
    }
    return new WalCorruptedException(
        SegmentNames.EXTENT,
        first ? COPY_BYTES : 0,
        -1,
        "two whole copies of which segments there are",
        "one of them; the next opening for writing makes the other anew");
  }

  /** What is in the file; nothing if it is not there. */
  private static byte[] bytes(Path directory) throws WalException {
    Path path = directory.resolve(SegmentNames.EXTENT);
    try {
      return Files.readAllBytes(path);
    } catch (NoSuchFileException e) {
      return new byte[0];
    } catch (IOException e) {
      throw new WalException(path, "cannot be read", e);
    }
  }

  /** That there are segments, but none of this to be read. */
  public static WalCorruptedException lost(Path directory) throws WalException {
    int length = bytes(directory).length;
    return damage(
        "a file that says which segments there are, with one of two copies whole",
        (length == 0 ? "none" : "neither whole, in " + length + " bytes")
            + ": if no segment is missing at either end, 'wal repair' makes it anew");
  }

  /**
   * One that says what segments there are themselves.
   *
   * @param segments at least one
   */
  public static LogExtent of(NavigableMap<Long, Path> segments) throws WalException {
    Map.Entry<Long, Path> newest = segments.lastEntry();
    long logId = SegmentImage.map(newest.getValue(), newest.getKey()).header().logId();
    return new LogExtent(logId, 0, segments.firstKey(), segments.firstKey() - 1, 0);
  }

  private static LogExtent decode(byte[] bytes, int copy) throws WalCorruptedException {
    int from = copy * COPY_BYTES;
    if (bytes.length < from + BYTES) {
      return null;
    }
    ByteBuffer source = ByteBuffer.wrap(bytes, from, BYTES).slice().order(ByteOrder.LITTLE_ENDIAN);
    int sum = Checksum.ofArray(bytes, from, from + CHECKSUM);
    if (source.getLong(0) != MAGIC || source.getInt(CHECKSUM) != sum) {
      return null;
    }
    if (source.getInt(8) != VERSION) {
      throw damage("version " + VERSION, Integer.toString(source.getInt(8)));
    }
    return new LogExtent(
        source.getLong(16), source.getLong(24), source.getLong(32), source.getLong(40), copy);
  }

  private static WalCorruptedException damage(String expected, String found) {
    return new WalCorruptedException(SegmentNames.EXTENT, 0, -1, expected, found);
  }

  /**
   * That the first segment that is kept has no first record, though there were segments before it:
   * they are given up only when the device holds that record.
   *
   * @param found in its place
   */
  public static WalCorruptedException beginningLost(SegmentImage image, String found) {
    return new WalCorruptedException(
        image.name(),
        SegmentHeader.BYTES,
        -1,
        "a first record, which was synced before the segments before it were given up",
        found);
  }

  /**
   * That a record was in a segment that was given up.
   *
   * @param wanted sequence of the record
   */
  public WalGapException gap(Path directory, long wanted) {
    long begins = -1;
    try {
      begins = SegmentImage.map(SegmentNames.segment(directory, first), first).firstSequence();
    } catch (WalException | InternalError e) {
      // It has gone by now, too.
    }
    return new WalGapException(directory.toString(), wanted, begins);
  }

  /** That a segment is not there. */
  public WalCorruptedException missing(Path directory, long number) {
    return missing(
        directory,
        number,
        -1,
        "no file, but by "
            + SegmentNames.EXTENT
            + " the log has segments "
            + first
            + " to "
            + last
            + " or later");
  }

  public static WalCorruptedException missing(
      Path directory, long number, long sequence, String found) {
    return new WalCorruptedException(
        SegmentNames.segment(directory, number).getFileName().toString(),
        0,
        sequence,
        "segment " + number,
        found);
  }

  /**
   * The error for a missing segment after a segment whose end mark says that another follows.
   *
   * @param sequence of the record it begins with
   */
  public static WalCorruptedException missingBehind(SegmentImage rolled, long sequence) {
    return missing(
        rolled.path().getParent(),
        rolled.header().number() + 1,
        sequence,
        "no file, but by its end mark " + rolled.name() + " is not the last segment");
  }

  /**
   * Passes a segment of this log.
   *
   * @throws WalCorruptedException if it is of another
   */
  public void check(SegmentImage image) throws WalCorruptedException {
    if (image.header().logId() != logId) {
      throw new WalCorruptedException(
          image.name(),
          16,
          -1,
          "log id " + SegmentHeader.hex(logId),
          SegmentHeader.hex(image.header().logId()));
    }
  }
}

package dev.tandem.core.snapshot;

import dev.tandem.core.api.LogPosition;
import dev.tandem.core.api.SnapshotInfo;
import dev.tandem.core.state.InvalidImageException;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.state.SymbolRows;
import dev.tandem.core.state.Table;
import dev.tandem.core.state.TableKind;
import dev.tandem.hash.Hashing;
import dev.tandem.hash.Xxh3;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The bytes of a snapshot: a header of 80, an entry of 32 for each table, a checksum of both, then
 * the tables, each with its checksum in its entry. All numbers are little-endian, all checksums
 * XXH3 in 64 bits.
 */
final class SnapshotFile {

  /** Name of the file in the snapshot's directory. */
  static final String NAME = "state";

  /** "TANDSNAP". */
  static final long MAGIC = 0x50414e53444e4154L;

  static final int VERSION = 4;

  private static final int MAGIC_AT = 0;
  private static final int VERSION_AT = 8;
  private static final int TABLES_AT = 12;
  private static final int LOG_SEQUENCE_AT = 16;
  private static final int CREATED_AT = 24;
  private static final int RISK_SHARDS_AT = 32;
  private static final int MATCHING_SHARDS_AT = 36;
  private static final int EVENT_HASH_AT = 40;
  private static final int STATE_HASH_AT = 48;
  private static final int LENGTH_AT = 56;
  private static final int LOG_ID_AT = 64;
  private static final int MARK_AT = 72;
  private static final int ENTRIES_AT = 80;

  private static final int ENTRY_BYTES = 32;
  private static final int KIND = 0;
  private static final int ROW_WORDS = 4;
  private static final int ROWS = 8;
  private static final int OFFSET = 16;
  private static final int CHECKSUM = 24;

  private static final int CHECKSUM_AT = ENTRIES_AT + ENTRY_BYTES * TableKind.count();
  static final int HEADER_BYTES = CHECKSUM_AT + Long.BYTES;

  private static final long MAX_BUFFER = 1 << 24;

  private static final long UNKNOWN_LENGTH = -1;

  private static final Xxh3 XXH3 = Hashing.xxh3();

  private SnapshotFile() {}

  /** Where the bytes of a snapshot go: each call takes all that remain in the buffer. */
  @FunctionalInterface
  interface Sink {
    void write(ByteBuffer bytes) throws IOException;
  }

  /** Writes an image to a new file and syncs it. */
  static SnapshotInfo write(
      Path directory, StateImage image, LogPosition position, long createdNs, SnapshotDisk disk)
      throws IOException {
    ByteBuffer header =
        newHeader(image, position, createdNs, image.riskShards(), image.matchingShards());
    SnapshotInfo info = info(directory, header);
    try (FileChannel file = disk.create(directory.resolve(NAME))) {
      write(header, image, bytes -> disk.write(file, bytes));
      disk.sync(file);
    }
    return info;
  }

  /** The header of an image, which {@link #write(ByteBuffer, StateImage, Sink)} begins with. */
  static ByteBuffer newHeader(
      StateImage image, LogPosition position, long createdNs, int riskShards, int matchingShards) {
    ByteBuffer header = ByteBuffer.allocateDirect(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    long offset = HEADER_BYTES;
    for (TableKind kind : TableKind.values()) {
      MemorySegment rows = image.table(kind).bytes();
      int entry = ENTRIES_AT + ENTRY_BYTES * kind.ordinal();
      header.putInt(entry + KIND, kind.code());
      header.putInt(entry + ROW_WORDS, kind.rowWords());
      header.putLong(entry + ROWS, image.table(kind).rows());
      header.putLong(entry + OFFSET, offset);
      header.putLong(entry + CHECKSUM, XXH3.hash(rows, 0, rows.byteSize()));
      offset += rows.byteSize();
    }
    header.putLong(MAGIC_AT, MAGIC);
    header.putInt(VERSION_AT, VERSION);
    header.putInt(TABLES_AT, TableKind.count());
    header.putLong(LOG_SEQUENCE_AT, position.sequence());
    header.putLong(LOG_ID_AT, position.logId());
    header.putLong(MARK_AT, position.mark());
    header.putLong(CREATED_AT, createdNs);
    header.putInt(RISK_SHARDS_AT, riskShards);
    header.putInt(MATCHING_SHARDS_AT, matchingShards);
    header.putLong(EVENT_HASH_AT, image.eventHash());
    header.putLong(STATE_HASH_AT, image.stateHash());
    header.putLong(LENGTH_AT, offset);
    header.putLong(CHECKSUM_AT, XXH3.hash(header.slice(0, CHECKSUM_AT)));
    return header;
  }

  /** Writes a header and the tables behind it. */
  static void write(ByteBuffer header, StateImage image, Sink to) throws IOException {
    to.write(header);
    for (TableKind kind : TableKind.values()) {
      MemorySegment rows = image.table(kind).bytes();
      for (long at = 0; at < rows.byteSize(); at += MAX_BUFFER) {
        long part = Math.min(MAX_BUFFER, rows.byteSize() - at);
        to.write(rows.asSlice(at, part).asByteBuffer());
      }
    }
  }

  /** Reads and checks the header, and that the file has the length that it says. */
  static SnapshotInfo readHeader(Path directory) throws IOException {
    Path path = directory.resolve(NAME);
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      return info(directory, header(path, file, file.size()));
    }
  }

  /** Reads all tables and checks their checksums; the caller closes the image. */
  static StateImage read(Path directory) throws IOException {
    Path path = directory.resolve(NAME);
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      return tables(path, file, header(path, file, file.size()));
    }
  }

  /**
   * Reads a snapshot that comes as a stream, up to its last byte; the caller closes the image.
   *
   * @param name what messages call the stream
   */
  static Snapshots.Loaded read(Path name, ReadableByteChannel from) throws IOException {
    ByteBuffer header = header(name, from, UNKNOWN_LENGTH);
    return new Snapshots.Loaded(info(name, header), tables(name, from, header));
  }

  /** The tables behind a header. */
  private static StateImage tables(Path path, ReadableByteChannel from, ByteBuffer header)
      throws IOException {
    StateImage image =
        new StateImage(header.getInt(RISK_SHARDS_AT), header.getInt(MATCHING_SHARDS_AT));
    try {
      for (TableKind kind : TableKind.values()) {
        readTable(path, from, header, kind, image);
      }
      // The hashes walk the tables by these counts.
      checkCounts(path, image, TableKind.SYMBOLS, TableKind.ORDERS, 6, 7);
      checkCounts(path, image, TableKind.SYMBOLS, TableKind.STOPS, SymbolRows.STOPS);
      checkCounts(path, image, TableKind.USERS, TableKind.BALANCES, 2);
      check(path, "rows of table RESULTS", 1, image.table(TableKind.RESULTS).rows());
      if (image.riskShards() == 0) {
        check(path, "rows of table USERS", 0, image.table(TableKind.USERS).rows());
        check(path, "rows of table CURRENCIES", 0, image.table(TableKind.CURRENCIES).rows());
      }
      image.checkResults();
      checkHashes(path, header, image);
      return image;
    } catch (InvalidImageException e) {
      image.close();
      throw new SnapshotException(path + ": " + e.getMessage(), e);
    } catch (Throwable e) {
      image.close();
      throw e;
    }
  }

  private static void readTable(
      Path path, ReadableByteChannel from, ByteBuffer header, TableKind kind, StateImage image)
      throws IOException {
    int entry = ENTRIES_AT + ENTRY_BYTES * kind.ordinal();
    long offset = header.getLong(entry + OFFSET);
    MemorySegment rows = image.createFilled(kind, header.getLong(entry + ROWS));
    for (long at = 0; at < rows.byteSize(); at += MAX_BUFFER) {
      long part = Math.min(MAX_BUFFER, rows.byteSize() - at);
      readFully(path, from, rows.asSlice(at, part).asByteBuffer(), offset + at);
    }
    check(
        path,
        "checksum of table " + kind,
        header.getLong(entry + CHECKSUM),
        XXH3.hash(rows, 0, rows.byteSize()));
  }

  /** Refuses rows whose words at these places do not count the rows of another table. */
  private static void checkCounts(
      Path path, StateImage image, TableKind kind, TableKind counted, int... words)
      throws SnapshotException {
    Table table = image.table(kind);
    long rows = image.table(counted).rows();
    long sum = 0;
    for (long row = 0; row < table.rows(); row++) {
      for (int word : words) {
        long count = table.word(row, word);
        if (count < 0 || count > rows - sum) {
          throw new SnapshotException(
              "%s: row %d of table %s counts %d rows of table %s, and %d are left"
                  .formatted(path, row, kind, count, counted, rows - sum));
        }
        sum += count;
      }
    }
    check(path, "rows of table " + counted, sum, rows);
  }

  private static void checkHashes(Path path, ByteBuffer header, StateImage image)
      throws SnapshotException {
    check(path, "event hash", header.getLong(EVENT_HASH_AT), image.eventHash());
    check(path, "state hash", header.getLong(STATE_HASH_AT), image.stateHash());
  }

  /**
   * Reads and checks the header, which the tables follow.
   *
   * @param size bytes that are there; {@link #UNKNOWN_LENGTH} of a stream
   */
  private static ByteBuffer header(Path path, ReadableByteChannel from, long size)
      throws IOException {
    if (size != UNKNOWN_LENGTH && size < HEADER_BYTES) {
      throw new SnapshotException(path + ": " + size + " bytes, expected at least " + HEADER_BYTES);
    }
    ByteBuffer header = ByteBuffer.allocateDirect(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    readFully(path, from, header, 0);
    check(path, "magic", MAGIC, header.getLong(MAGIC_AT));
    if (header.getInt(VERSION_AT) != VERSION) {
      throw new SnapshotException(
          path
              + ": a snapshot of version "
              + header.getInt(VERSION_AT)
              + ", and this program reads version "
              + VERSION);
    }
    check(
        path,
        "checksum of the header",
        header.getLong(CHECKSUM_AT),
        XXH3.hash(header.slice(0, CHECKSUM_AT)));
    check(path, "number of tables", TableKind.count(), header.getInt(TABLES_AT));
    long length = size == UNKNOWN_LENGTH ? header.getLong(LENGTH_AT) : size;
    long offset = HEADER_BYTES;
    for (TableKind kind : TableKind.values()) {
      int entry = ENTRIES_AT + ENTRY_BYTES * kind.ordinal();
      check(path, "kind of table", kind.code(), header.getInt(entry + KIND));
      check(path, "words of a row of " + kind, kind.rowWords(), header.getInt(entry + ROW_WORDS));
      check(path, "offset of table " + kind, offset, header.getLong(entry + OFFSET));
      long rows = header.getLong(entry + ROWS);
      if (rows < 0 || rows > length) {
        throw new SnapshotException(path + ": " + rows + " rows in table " + kind);
      }
      offset += rows * kind.rowWords() * Long.BYTES;
    }
    check(path, "length in the header", offset, header.getLong(LENGTH_AT));
    if (length != offset) {
      throw new SnapshotException(path + ": " + length + " bytes, expected " + offset);
    }
    return header;
  }

  private static SnapshotInfo info(Path directory, ByteBuffer header) {
    return new SnapshotInfo(
        directory,
        new LogPosition(
            header.getLong(LOG_ID_AT), header.getLong(LOG_SEQUENCE_AT), header.getLong(MARK_AT)),
        header.getLong(CREATED_AT),
        header.getInt(RISK_SHARDS_AT),
        header.getInt(MATCHING_SHARDS_AT),
        header.getLong(EVENT_HASH_AT),
        header.getLong(STATE_HASH_AT),
        header.getLong(LENGTH_AT));
  }

  private static void readFully(Path path, ReadableByteChannel from, ByteBuffer into, long offset)
      throws IOException {
    int start = into.position();
    while (into.hasRemaining()) {
      if (from.read(into) < 0) {
        throw new SnapshotException(path + ": ends at byte " + (offset + into.position() - start));
      }
    }
    into.flip();
  }

  private static void check(Path path, String what, long expected, long found)
      throws SnapshotException {
    if (expected != found) {
      throw new SnapshotException(
          "%s: %s is %016x, expected %016x".formatted(path, what, found, expected));
    }
  }
}

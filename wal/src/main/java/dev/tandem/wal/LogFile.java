package dev.tandem.wal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A file of a log that is written and forced: an extension point for other stores than the log's
 * own, see {@link LogFiles}. What is in the file afterwards must be what the calls say, byte for
 * byte, whoever implements it: readers open it by their own means, and so does the next writer.
 *
 * <p>One thread at a time writes, maps, truncates or closes, not always the same one; {@link
 * #force} may be called by any thread, but not after {@link #close}, and {@link #pretouch} at any
 * time. An {@link IOException} of a write or a force ends the log, except that of a full disk while
 * a segment is prepared; it names the file and what was to be done.
 */
public interface LogFile extends Closeable {

  /**
   * From now on, writes copy into the file's pages, without a system call. The bytes survive the
   * process like those of any write, and a force includes them. If a page is not available, the
   * write fails with an {@link IOException}. The map ends when the file is truncated or closed. The
   * file's length and bytes stay as they are. Does nothing on systems where a force is not known to
   * include such bytes.
   *
   * <p>Called at most once, and only of the segments of a log that does not sync by itself ({@link
   * WalConfig.Builder#durability}).
   *
   * @param bytes that the file has, with room for them on the disk
   */
  void map(int bytes) throws IOException;

  /**
   * Has the pages of a mapped file that hold these bytes writable again, and changes no byte: the
   * system writes pages back after a while and write-protects them, and then the next write to each
   * is a fault. Called by a thread that does not write, while another writes, truncates or closes.
   * It does nothing where nothing is mapped, and reports no error: the write does. By default it
   * does nothing at all.
   *
   * @param from offset of the first byte
   * @param to offset behind the last one, within what is mapped
   */
  default void pretouch(long from, long to) {}

  /**
   * Writes all that remains in {@code source} at {@code position}, and leaves nothing remaining. A
   * write of a mapped file lies within what is mapped.
   *
   * @param position in the file, in bytes
   */
  void write(ByteBuffer source, long position) throws IOException;

  /**
   * Returns once the device has all earlier writes, by calls or into pages, and the attributes that
   * are needed to read the file. If it fails, the log relies on none of the earlier writes.
   */
  void force() throws IOException;

  /**
   * Unmaps the file and cuts it to this length. A file that is not longer stays as it is.
   *
   * @param bytes that are left
   */
  void truncate(long bytes) throws IOException;

  /**
   * The file has another name from now on, which errors say. Called before the file is used by
   * other threads. By default it does nothing.
   */
  default void renamed(Path path) {}

  /** Length of the file in bytes. */
  long size() throws IOException;

  /** Unmaps and closes; what was written stays with the operating system. */
  @Override
  void close() throws IOException;
}

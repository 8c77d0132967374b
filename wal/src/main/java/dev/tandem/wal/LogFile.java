package dev.tandem.wal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A file that is written and forced; what tests replace to inject faults. */
interface LogFile extends Closeable {

  /**
   * Has what is written from now on copied into the file's pages, without a system call. It is
   * handed to the operating system as by any write, a force takes it along, and a page that cannot
   * be had is an {@link IOException} of the write. What is mapped goes when the file is truncated
   * or closed. Does nothing where a force is not known to reach it.
   *
   * @param bytes that the file has, with room for them on the disk
   */
  void map(int bytes) throws IOException;

  /** Writes all that remains in {@code source} at {@code position}. */
  void write(ByteBuffer source, long position) throws IOException;

  /** Forces what was written, and of the file's attributes only what is needed to read it. */
  void force() throws IOException;

  void truncate(long bytes) throws IOException;

  long size() throws IOException;
}

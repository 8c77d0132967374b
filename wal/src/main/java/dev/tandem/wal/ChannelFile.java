package dev.tandem.wal;

import dev.tandem.wal.filesystem.PrivateFiles;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * A file of the operating system, written by calls or, once it is mapped, by copies into its pages.
 * One thread at a time writes, truncates or closes; any may force.
 */
final class ChannelFile implements LogFile {

  /** Elsewhere a force of the file is not known to take what was written to a map of it. */
  private static final boolean FORCES_MAPS = "Linux".equals(System.getProperty("os.name"));

  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

  /** The smallest there is. */
  private static final int PAGE_BYTES = 4_096;

  private Path path;
  private final FileChannel channel;
  private Arena arena;
  private ByteBuffer pages;

  /** The same pages, for who only touches them; those of a file that is unmapped refuse it. */
  private volatile MemorySegment mapped;

  private ChannelFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  static ChannelFile open(Path path) throws IOException {
    return new ChannelFile(
        path,
        FileChannel.open(
            path,
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE),
            PrivateFiles.file()));
  }

  @Override
  public void map(int bytes) throws IOException {
    if (!FORCES_MAPS) {
      return;
    }
    // Shared: another thread than the mapping one closes it.
    arena = Arena.ofShared();
    try {
      MemorySegment memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
      touch(memory, 0, bytes);
      pages = memory.asByteBuffer();
      mapped = memory;
    } catch (InternalError e) {
      throw fault(e);
    } catch (IOException e) {
      throw failed("map", e);
    } finally {
      if (pages == null) {
        unmap();
      }
    }
  }

  /** Has the pages of these bytes in memory and writable, so that no write waits for one. */
  private static void touch(MemorySegment memory, long from, long to) {
    long end = Math.min(to, memory.byteSize() - Integer.BYTES + 1);
    for (long at = from - from % PAGE_BYTES; at < end; at += PAGE_BYTES) {
      // One access that writes: a read would first map the page read-only, and the write that
      // follows would fault again. Atomic, for another thread may be writing this word.
      INT.getAndAdd(memory, at, 0);
      // Also lets the virtual machine stop this thread between two pages: each may wait for the
      // disk.
      awaitFault(memory);
    }
  }

  @Override
  public void pretouch(long from, long to) {
    MemorySegment memory = mapped;
    if (memory == null) {
      return;
    }
    try {
      touch(memory, from, to);
    } catch (InternalError | IllegalStateException e) {
      // A page that cannot be had, which its write will report, or a file that was unmapped.
    }
  }

  @Override
  public void write(ByteBuffer source, long position) throws IOException {
    if (pages != null) {
      copy(source, (int) position);
      return;
    }
    long at = position;
    try {
      while (source.hasRemaining()) {
        at += channel.write(source, at);
      }
    } catch (IOException e) {
      throw failed("write at " + at, e);
    }
  }

  private void copy(ByteBuffer source, int position) throws IOException {
    try {
      pages.put(position, source, source.position(), source.remaining());
      awaitFault(pages);
    } catch (InternalError e) {
      throw fault(e);
    }
    source.position(source.limit());
  }

  /**
   * Has the error of a page that could not be had thrown here. The virtual machine skips the access
   * and throws some time later, when the record might have been confirmed; at the latest when a
   * native method returns, and this is a cheap one.
   */
  private static void awaitFault(Object any) {
    Thread.holdsLock(any);
  }

  private IOException fault(InternalError e) {
    return new IOException(
        path
            + ": write: a page of the mapped file cannot be had: Input/output error, no room, or"
            + " cut off",
        e);
  }

  /** What the system says names neither the file nor what was to be done. */
  private IOException failed(String operation, IOException e) {
    return new IOException(
        path + ": " + operation + ": " + (e.getMessage() == null ? e : e.getMessage()), e);
  }

  @Override
  public void force() throws IOException {
    try {
      channel.force(false);
    } catch (IOException e) {
      throw failed("force", e);
    }
  }

  @Override
  public void truncate(long bytes) throws IOException {
    // No page may stay mapped that the file has not.
    unmap();
    try {
      channel.truncate(bytes);
    } catch (IOException e) {
      throw failed("truncate to " + bytes, e);
    }
  }

  @Override
  public void renamed(Path name) {
    path = name;
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public void close() throws IOException {
    unmap();
    channel.close();
  }

  private void unmap() {
    pages = null;
    mapped = null;
    if (arena != null) {
      arena.close();
      arena = null;
    }
  }
}

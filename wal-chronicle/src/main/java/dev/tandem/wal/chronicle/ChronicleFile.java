package dev.tandem.wal.chronicle;

import dev.tandem.wal.LogFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import net.openhft.chronicle.bytes.MappedBytesStore;
import net.openhft.chronicle.bytes.MappedFile;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;
import net.openhft.chronicle.core.io.ReferenceOwner;

/**
 * A file that is written by calls until it is mapped, and then through Chronicle's map. Everything
 * but the map goes to the default store's file: a force of it takes along what was written to any
 * map of the file, so both stores are as durable.
 */
final class ChronicleFile implements LogFile {

  /** Elsewhere a force of the file is not known to take what was written to a map of it. */
  private static final boolean FORCES_MAPS = "Linux".equals(System.getProperty("os.name"));

  /** The smallest there is. */
  private static final int PAGE_BYTES = 4_096;

  private Path path;
  private final LogFile calls;
  private final ReferenceOwner owner = ReferenceOwner.temporary("segment");
  private MappedFile map;
  private MappedBytesStore pages;
  private int mappedBytes;

  ChronicleFile(Path path, LogFile calls) {
    this.path = path;
    this.calls = calls;
  }

  @Override
  public void map(int bytes) throws IOException {
    if (!FORCES_MAPS) {
      return;
    }
    try {
      // One chunk without an overlap: a single mapping of Chronicle's is never unmapped.
      map = MappedFile.of(path.toFile(), bytes, 0, false);
      // Another thread than the mapping one closes it.
      map.singleThreadedCheckDisabled(true);
      pages = map.acquireByteStore(owner, 0);
      pages.singleThreadedCheckDisabled(true);
      mappedBytes = bytes;
      if (calls.size() > bytes) {
        // Chronicle maps whole pages, and lengthens the file to them.
        calls.truncate(bytes);
        calls.force();
      }
      touch();
    } catch (InternalError e) {
      unmap();
      throw fault(e);
    } catch (RuntimeException e) {
      unmap();
      throw new IOException(path + ": map: " + e, e);
    } catch (Throwable e) {
      unmap();
      throw e;
    }
  }

  /** Has every page in memory and writable, so that no write waits for one. */
  private void touch() {
    for (int at = 0; at <= mappedBytes - Integer.BYTES; at += PAGE_BYTES) {
      // One access that writes: a read would first map the page read-only, and the write that
      // follows would fault again.
      pages.addAndGetInt(at, 0);
    }
    awaitFault();
  }

  @Override
  public void write(ByteBuffer source, long position) throws IOException {
    if (pages == null) {
      calls.write(source, position);
      return;
    }
    int bytes = source.remaining();
    // The store checks no bounds when it writes.
    Objects.checkFromIndexSize(position, bytes, mappedBytes);
    try {
      if (source.isDirect()) {
        pages.write(position, source, source.position(), bytes);
        source.position(source.limit());
      } else {
        // It would take the array as if the buffer began with it.
        byte[] copy = new byte[bytes];
        source.get(copy);
        pages.write(position, copy, 0, bytes);
      }
      awaitFault();
    } catch (InternalError e) {
      throw fault(e);
    }
  }

  /**
   * Has the error of a page that could not be had thrown here. The virtual machine skips the access
   * and throws some time later, when the record might have been confirmed; at the latest when a
   * native method returns, and this is a cheap one.
   */
  private void awaitFault() {
    Thread.holdsLock(this);
  }

  private IOException fault(InternalError e) {
    return new IOException(
        path
            + ": write: a page of the mapped file cannot be had: Input/output error, no room, or"
            + " cut off",
        e);
  }

  @Override
  public void force() throws IOException {
    calls.force();
  }

  @Override
  public void truncate(long bytes) throws IOException {
    // No page may stay mapped that the file has not.
    unmap();
    calls.truncate(bytes);
  }

  @Override
  public void renamed(Path name) {
    path = name;
    calls.renamed(name);
  }

  @Override
  public long size() throws IOException {
    return calls.size();
  }

  @Override
  public void close() throws IOException {
    unmap();
    calls.close();
  }

  private void unmap() {
    if (pages != null) {
      pages.release(owner);
      pages = null;
    }
    if (map != null) {
      map.releaseLast();
      map = null;
      // It unmaps on a thread of its own, which else may do so long after.
      BackgroundResourceReleaser.releasePendingResources();
    }
  }
}

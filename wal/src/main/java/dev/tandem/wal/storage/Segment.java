package dev.tandem.wal.storage;

import dev.tandem.wal.LogFile;
import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A segment file open for writing. One thread at a time writes; any may force. The system reports
 * only once that a force failed, and forgets what it lost; so every later force fails likewise.
 */
public final class Segment {

  private final SegmentHeader header;
  private final Path path;
  private final LogFile file;
  private final int seed;

  /** Where the next batch goes; changed by who writes. */
  private final AtomicLong position = new AtomicLong(SegmentHeader.BYTES);

  private final AtomicBoolean closed = new AtomicBoolean();

  /** What the first force that failed said. */
  private IOException lost;

  public Segment(SegmentHeader header, Path path, LogFile file) {
    this.header = header;
    this.path = path;
    this.file = file;
    seed = header.seed();
  }

  public void append(ByteBuffer source) throws IOException {
    int bytes = source.remaining();
    long at = position.getPlain();
    file.write(source, at);
    position.setOpaque(at + bytes);
  }

  /**
   * Writes what the next append overwrites, if a mark has room behind it.
   *
   * @return whether it had
   */
  public boolean note(ByteBuffer source) throws IOException {
    long at = position.getPlain();
    if (at + source.remaining() + RecordFormat.MARK_BYTES > header.fileBytes()) {
      return false;
    }
    file.write(source, at);
    return true;
  }

  public synchronized void force() throws IOException {
    if (lost != null) {
      throw lost;
    }
    if (!closed.getAcquire()) {
      try {
        file.force();
      } catch (IOException e) {
        lost = e;
        throw e;
      }
    }
  }

  /** Forces and closes; a second call does nothing, unless the force failed. */
  public synchronized void finish() throws IOException {
    force();
    if (!closed.getAcquire()) {
      abandon();
    }
  }

  /** Cuts what was zero-filled and not used. */
  public void trim() throws IOException {
    file.truncate(position.getPlain());
  }

  /** Gives the file up as it is. */
  public synchronized void abandon() throws IOException {
    closed.setRelease(true);
    file.close();
  }

  public boolean isClosedAcquire() {
    return closed.getAcquire();
  }

  public long number() {
    return header.number();
  }

  public int seed() {
    return seed;
  }

  /** Where the next batch goes; of a segment that another thread writes, where it went lately. */
  public long positionOpaque() {
    return position.getOpaque();
  }

  /** How long the file is until it is trimmed, in bytes. */
  public long fileBytes() {
    return header.fileBytes();
  }

  /** Has the pages of these bytes writable, see {@link LogFile#pretouch}. By any thread. */
  public void pretouch(long from, long to) {
    file.pretouch(from, to);
  }

  public Path path() {
    return path;
  }
}

package dev.tandem.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A segment file open for writing. The writer alone writes; any thread may force. The system tells
 * only once that a force failed, and forgets what it lost; so every later one fails likewise.
 */
final class Segment {

  private final SegmentHeader header;
  private final Path path;
  private final LogFile file;
  private final int seed;

  /** Owned by the writer: where the next batch goes. */
  private long position = SegmentHeader.BYTES;

  private final AtomicBoolean closed = new AtomicBoolean();

  /** What the first force that failed said. */
  private IOException lost;

  Segment(SegmentHeader header, Path path, LogFile file) {
    this.header = header;
    this.path = path;
    this.file = file;
    seed = header.seed();
  }

  void append(ByteBuffer source) throws IOException {
    int bytes = source.remaining();
    file.write(source, position);
    position += bytes;
  }

  /**
   * Writes what the next append overwrites, if a mark has room behind it.
   *
   * @return whether it had
   */
  boolean note(ByteBuffer source) throws IOException {
    long behind = position + source.remaining() + RecordFormat.MARK_BYTES;
    if (behind > header.fileBytes()) {
      return false;
    }
    file.write(source, position);
    return true;
  }

  synchronized void force() throws IOException {
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
  synchronized void finish() throws IOException {
    force();
    if (!closed.getAcquire()) {
      abandon();
    }
  }

  /** Cuts what was zero-filled and not used. */
  void trim() throws IOException {
    file.truncate(position);
  }

  /** Gives the file up as it is. */
  synchronized void abandon() throws IOException {
    closed.setRelease(true);
    file.close();
  }

  boolean isClosedAcquire() {
    return closed.getAcquire();
  }

  long number() {
    return header.number();
  }

  int seed() {
    return seed;
  }

  long position() {
    return position;
  }

  Path path() {
    return path;
  }
}

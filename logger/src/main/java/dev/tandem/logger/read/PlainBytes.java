package dev.tandem.logger.read;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.tandem.logger.format.FileNames;
import dev.tandem.logger.format.RecordChecksum;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.Compression;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Copies the plain file of a segment while its process may be writing to it.
 *
 * <p>One read takes the bytes of a file in no certain order: processors copy several cache lines at
 * once, and the first may be the newest. So what says that other bytes are there is read before
 * them, by a read of its own.
 */
public final class PlainBytes {
  private static final int CHUNK = 1 << 26;

  /** Where bytes are read; what tests replace. */
  public interface Source {
    /** Reads some bytes; -1 at the end. */
    int read(ByteBuffer target, long at) throws IOException;
  }

  private final String name;
  private final Source source;
  private final MemorySegment bytes;

  private PlainBytes(String name, Source source, long size) {
    this.name = name;
    this.source = source;
    bytes = allocate(size);
  }

  /** Aligned for certain, which words that are read in one access want. */
  private static MemorySegment allocate(long size) {
    return Arena.ofAuto().allocate(Math.max(8, size), 8).asSlice(0, size);
  }

  /** The bytes of a plain file, also of a compressed one. */
  public static MemorySegment read(Path file) throws IOException {
    if (file.getFileName().toString().endsWith(FileNames.COMPRESSED)) {
      MemorySegment content = MemorySegment.ofArray(Compression.read(file));
      return allocate(content.byteSize()).copyFrom(content);
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return read(file.toString(), channel::read, channel.size());
    }
  }

  /** So many bytes of a source, of which none is older than what the header says. */
  public static MemorySegment read(String name, Source source, long size) throws IOException {
    PlainBytes plain = new PlainBytes(name, source, size);
    long header = Math.min(SegmentLayout.HEADER_BYTES, size);
    plain.take(0, header);
    plain.take(header, size);
    plain.completeRecords();
    return plain.bytes;
  }

  /** Where the claims of a plain file end at the moment; -1 if it is closed, gone or no segment. */
  static long openEnd(Path plain) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(SegmentLayout.HEADER_BYTES).order(LITTLE_ENDIAN);
    try (FileChannel channel = FileChannel.open(plain, StandardOpenOption.READ)) {
      if (channel.read(header, 0) < SegmentLayout.HEADER_BYTES) {
        return -1;
      }
    } catch (NoSuchFileException gone) {
      return -1;
    }
    boolean open =
        header.getLong((int) SegmentLayout.MAGIC_AT) == SegmentLayout.MAGIC
            && header.getLong((int) SegmentLayout.CLOSED_AT) == 0;
    long end = SegmentLayout.offsetOf(header.getLong((int) SegmentLayout.CLAIM_AT));
    return open && end >= SegmentLayout.HEADER_BYTES ? end : -1;
  }

  private void take(long from, long to) throws IOException {
    long at = from;
    while (at < to) {
      int read = read(at, Math.min(CHUNK, to - at));
      if (read < 0) {
        throw new EOFException(name + ": shrank to " + at + " bytes while it was read");
      }
      at += read;
    }
    VarHandle.acquireFence();
  }

  private int read(long at, long most) throws IOException {
    try {
      return source.read(bytes.asSlice(at, most).asByteBuffer(), at);
    } catch (IOException e) {
      // The system's own message names neither the file nor what was done to it.
      throw new IOException(name + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** A record whose length came newer than its body is read again: by now all of it is there. */
  private void completeRecords() throws IOException {
    if (bytes.byteSize() < SegmentLayout.HEADER_BYTES) {
      return;
    }
    long fileId = SegmentLayout.getLong(bytes, SegmentLayout.FILE_ID_AT);
    long at = SegmentLayout.HEADER_BYTES;
    while (at + RecordLayout.HEADER_BYTES <= bytes.byteSize()) {
      int length = SegmentLayout.getInt(bytes, at);
      long next = at + SegmentLayout.alignedLength(length);
      boolean possible = length >= RecordLayout.HEADER_BYTES && next <= bytes.byteSize();
      if (possible && !fits(fileId, at, length)) {
        take(at, next);
        possible = SegmentLayout.getInt(bytes, at) == length && fits(fileId, at, length);
      }
      at = possible ? next : at + 8;
    }
  }

  private boolean fits(long fileId, long at, int length) {
    return SegmentLayout.getInt(bytes, at + RecordLayout.CHECKSUM_AT)
        == RecordChecksum.expected(bytes, fileId, at, length);
  }
}

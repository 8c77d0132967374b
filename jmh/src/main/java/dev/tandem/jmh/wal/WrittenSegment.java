package dev.tandem.jmh.wal;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.MappedBytes;

/** A segment file that batches are written to, one behind the other, and never forced. */
interface WrittenSegment extends Closeable {

  /** Writes a batch, from the beginning of a buffer to its limit, at a place of the file. */
  void write(ByteBuffer batch, int offset) throws IOException;

  /** How a batch gets into the file. */
  enum Way {
    /** One call of {@code FileChannel.write} a batch: a system call that copies. */
    CHANNEL,
    /** A copy into the mapped file. */
    MAPPED,
    /** The same by {@code MappedBytes} of Chronicle-Bytes, in one mapping. */
    CHRONICLE;

    WrittenSegment open(Path file, int bytes) throws IOException {
      return switch (this) {
        case CHANNEL -> new ByChannel(file);
        case MAPPED -> new ByMap(file, bytes);
        case CHRONICLE -> new ByChronicle(file, bytes);
      };
    }
  }

  /** See {@link Way#CHANNEL}. */
  final class ByChannel implements WrittenSegment {
    private final FileChannel channel;

    ByChannel(Path file) throws IOException {
      channel = FileChannel.open(file, StandardOpenOption.WRITE);
    }

    @Override
    public void write(ByteBuffer batch, int offset) throws IOException {
      batch.position(0);
      for (int at = offset; batch.hasRemaining(); ) {
        at += channel.write(batch, at);
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** See {@link Way#MAPPED}. */
  final class ByMap implements WrittenSegment {
    private static final int PAGE_BYTES = 4_096;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment map;
    private ByteBuffer source;
    private MemorySegment memory;

    ByMap(Path file, int bytes) throws IOException {
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        map = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
      }
      touch(map);
    }

    /** So that no write has to wait for its page; it is what a log does ahead of its writer. */
    private static void touch(MemorySegment map) {
      for (long at = 0; at < map.byteSize(); at += PAGE_BYTES) {
        map.set(java.lang.foreign.ValueLayout.JAVA_BYTE, at, (byte) 0);
      }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // One view for each buffer.
    public void write(ByteBuffer batch, int offset) {
      if (source != batch) {
        source = batch;
        memory = MemorySegment.ofBuffer(batch.duplicate().clear());
      }
      MemorySegment.copy(memory, 0, map, offset, batch.limit());
    }

    @Override
    public void close() {
      arena.close();
    }
  }

  /** See {@link Way#CHRONICLE}. */
  final class ByChronicle implements WrittenSegment {
    private final MappedBytes map;
    private ByteBuffer source;
    private Bytes<ByteBuffer> view;

    ByChronicle(Path file, int bytes) throws IOException {
      map = MappedBytes.singleMappedBytes(file.toFile(), bytes);
      for (int at = 0; at < bytes; at += ByMap.PAGE_BYTES) {
        map.writeByte(at, (byte) 0);
      }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // One view for each buffer.
    public void write(ByteBuffer batch, int offset) {
      if (source != batch) {
        source = batch;
        view = Bytes.wrapForRead(batch.duplicate().clear());
      }
      map.write(offset, view, 0, batch.limit());
    }

    @Override
    public void close() {
      map.releaseLast();
    }
  }
}

package dev.tandem.jmh.logger;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The least that a mapped log can do: claim, copy 114 bytes, commit, on a file that was filled and
 * touched before. The bound of the others.
 */
final class BareLoad implements LoadCase {
  private static final VarHandle LONGS = ValueLayout.JAVA_LONG.varHandle();
  private static final VarHandle INTS = ValueLayout.JAVA_INT.varHandle();
  private static final long CLAIM_AT = 64;
  private static final int HEADER = 512;
  private static final int SIZE = 128;

  private final boolean timed;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory;
  private final byte[] record = Message.TEXT.getBytes(StandardCharsets.ISO_8859_1);
  private final Path file;
  private final ThreadLocal<byte[]> scratch =
      ThreadLocal.withInitial(() -> new byte[Message.BYTES]);

  /**
   * @param timed whether a record has the time and copies a String, as a logger's does
   */
  BareLoad(Settings settings, boolean timed) throws IOException {
    this.timed = timed;
    file = settings.directory().resolve("bare");
    long size = HEADER + settings.records() * SIZE;
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);
      for (long at = 0; at < size; ) {
        zeros.clear().limit((int) Math.min(zeros.capacity(), size - at));
        at += channel.write(zeros, at);
      }
      memory = channel.map(MapMode.READ_WRITE, 0, size, arena);
    }
    for (long at = 0; at < size; at += 4096) {
      memory.set(ValueLayout.JAVA_LONG, at, 0L);
    }
    memory.set(ValueLayout.JAVA_LONG, CLAIM_AT, HEADER);
  }

  @Override
  @SuppressWarnings("deprecation") // The cheapest copy of a string that is known to be Latin-1.
  public void log(long number) {
    long time = timed ? System.nanoTime() : number;
    byte[] bytes = record;
    if (timed) {
      bytes = scratch.get();
      Message.TEXT.getBytes(0, Message.BYTES, bytes, 0);
    }
    long offset = (long) LONGS.getAndAdd(memory, CLAIM_AT, (long) SIZE);
    MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, offset + 8, Message.BYTES);
    memory.set(ValueLayout.JAVA_LONG, offset + 8, time);
    INTS.setRelease(memory, offset, Message.BYTES);
  }

  @Override
  public void close() {
    arena.close();
  }

  @Override
  public long recorded() throws IOException {
    long records = 0;
    try (FileChannel channel = FileChannel.open(file);
        Arena reading = Arena.ofConfined()) {
      long size = channel.size();
      MemorySegment written = channel.map(MapMode.READ_ONLY, 0, size, reading);
      for (long at = HEADER; at + SIZE <= size; at += SIZE) {
        if (written.get(ValueLayout.JAVA_INT, at) == Message.BYTES) {
          records++;
        }
      }
    }
    return records;
  }
}

package dev.tandem.logger.storage;

import dev.tandem.logger.SegmentInfo;
import dev.tandem.logger.format.FileNames;
import dev.tandem.logger.format.PrivateFiles;
import dev.tandem.logger.format.RecordChecksum;
import dev.tandem.logger.format.SegmentLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * The file of a segment, from its first zero to its last force. All of it is written with zeros
 * before it is mapped: a full disk shows as an exception here and not as a fault in a writer. A
 * page that cannot be had later, as on a file system that copies on write, is an {@link
 * InternalError} of whoever touches it. It needs no care of its own: the maker gives the segment
 * up, as after any error, before it is published; a call throws it, and its place is given up; and
 * the store's threads report it and continue.
 */
public final class SegmentFile {
  private static final int ZEROS = 1 << 20;

  /** Smallest page of memory. */
  public static final int PAGE = 4096;

  private final SegmentInfo info;
  private FileChannel channel;
  private Arena arena;
  private MemorySegment memory;

  /** What the first force that failed said. */
  private IOException lost;

  private SegmentFile(SegmentInfo info, FileChannel channel, Arena arena, MemorySegment memory) {
    this.info = info;
    this.channel = channel;
    this.arena = arena;
    this.memory = memory;
  }

  /**
   * Makes, fills, maps and touches a segment. It has another name until {@link #publish}: what a
   * crash leaves half made is never taken for a log file.
   *
   * @throws IOException if there is no room, or the file cannot be made; nothing is left behind
   */
  public static SegmentFile create(SegmentInfo info, long fileId, long pid, long flags)
      throws IOException {
    Path part = part(info);
    FileChannel channel =
        FileChannel.open(
            part,
            Set.of(
                StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
            PrivateFiles.file());
    Arena arena = Arena.ofShared();
    try {
      ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS, info.capacity()));
      for (long at = 0; at < info.capacity(); ) {
        zeros.clear().limit((int) Math.min(zeros.capacity(), info.capacity() - at));
        at += channel.write(zeros, at);
      }
      MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, info.capacity(), arena);
      writeHeader(memory, info, fileId, pid, flags);
      for (long at = PAGE; at < info.capacity(); at += PAGE) {
        SegmentLayout.putLong(memory, at, 0);
      }
      return new SegmentFile(info, channel, arena, memory);
    } catch (IOException | RuntimeException | Error e) {
      arena.close();
      channel.close();
      Files.deleteIfExists(part);
      throw e;
    }
  }

  private static Path part(SegmentInfo info) {
    return info.file().resolveSibling(info.file().getFileName() + FileNames.PART);
  }

  /** Gives the file its name, now that all of its header is there. */
  public void publish() throws IOException {
    Files.move(part(info), info.file(), StandardCopyOption.ATOMIC_MOVE);
  }

  private static void writeHeader(
      MemorySegment memory, SegmentInfo info, long fileId, long pid, long flags) {
    SegmentLayout.putInt(memory, SegmentLayout.VERSION_AT, SegmentLayout.VERSION);
    SegmentLayout.putInt(memory, SegmentLayout.HEADER_BYTES_AT, SegmentLayout.HEADER_BYTES);
    SegmentLayout.putLong(memory, SegmentLayout.FILE_ID_AT, fileId);
    SegmentLayout.putLong(memory, SegmentLayout.NUMBER_AT, info.number());
    SegmentLayout.putLong(memory, SegmentLayout.PID_AT, pid);
    SegmentLayout.putLong(memory, SegmentLayout.CAPACITY_AT, info.capacity());
    SegmentLayout.putLong(memory, SegmentLayout.FLAGS_AT, flags);
    SegmentLayout.putLong(memory, SegmentLayout.CLAIM_AT, SegmentLayout.UNCLAIMED);
    SegmentLayout.putLong(memory, SegmentLayout.MAGIC_AT, SegmentLayout.MAGIC);
    SegmentLayout.putLong(memory, SegmentLayout.HEADER_SUM_AT, headerSum(memory));
  }

  /** The sum of the words that never change. */
  public static long headerSum(MemorySegment memory) {
    long sum = 0;
    for (long at = 0; at < SegmentLayout.HEADER_SUM_AT; at += 8) {
      sum = RecordChecksum.mix(sum ^ SegmentLayout.getLong(memory, at));
    }
    return sum;
  }

  public SegmentInfo info() {
    return info;
  }

  public MemorySegment memory() {
    return memory;
  }

  /**
   * Makes what is in the segment survive the machine. The system reports only once that a force
   * failed, and forgets what it lost; so every later force fails likewise.
   */
  public void force() throws IOException {
    if (lost != null) {
      throw new IOException(lost.getMessage(), lost);
    }
    FileChannel open = channel();
    try {
      open.force(false);
    } catch (ClosedChannelException interrupted) {
      // No failure of the disk.
      throw interrupted;
    } catch (IOException e) {
      lost = e;
      throw e;
    }
  }

  /** Whether a force has failed. */
  boolean isLost() {
    return lost != null;
  }

  /** For tests, in which its calls fail. */
  void use(FileChannel other) {
    channel = other;
  }

  /** Open again if an interrupt of the thread that used it has closed it. */
  private FileChannel channel() throws IOException {
    if (!channel.isOpen()) {
      channel = FileChannel.open(info.file(), StandardOpenOption.READ, StandardOpenOption.WRITE);
    }
    return channel;
  }

  /** Takes the memory away from all who have it. */
  public void unmap() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }

  /** Takes the memory away from all who have it, and gives it to the caller anew. */
  public MemorySegment remap() throws IOException {
    unmap();
    Arena fresh = Arena.ofShared();
    try {
      memory = channel().map(MapMode.READ_WRITE, 0, info.capacity(), fresh);
    } catch (IOException | RuntimeException | Error e) {
      fresh.close();
      throw e;
    }
    arena = fresh;
    return memory;
  }

  /** Cuts the file, which is unmapped. */
  public void cut(long end) throws IOException {
    channel().truncate(end);
  }

  /** Replaces the header of the file, which is unmapped. */
  public void write(MemorySegment header) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(header.toArray(ValueLayout.JAVA_BYTE));
    while (buffer.hasRemaining()) {
      channel().write(buffer, buffer.position());
    }
  }

  /** Unmaps the segment and leaves its file as it is. */
  public void close() throws IOException {
    unmap();
    channel.close();
  }

  /** Unmaps the segment and removes its file. */
  public void delete() throws IOException {
    close();
    Files.deleteIfExists(info.file());
    Files.deleteIfExists(part(info));
  }
}

package dev.tandem.it.crash;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * The calls of the kernel that a power cut is made of. The shutdown call has the same number for
 * ext4 and XFS.
 */
final class PowerSwitch {

  // _IOR('X', 125, __u32); the flag says: not even the journal is flushed.
  private static final long SHUTDOWN = 0x8004587DL;
  private static final int NO_LOG_FLUSH = 2;
  private static final int READ_ONLY = 0;

  private static final MethodHandle OPEN =
      call(
          "open",
          2,
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
  private static final MethodHandle IOCTL =
      call(
          "ioctl",
          2,
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG,
              ValueLayout.ADDRESS));
  private static final MethodHandle CLOSE =
      call("close", 1, FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

  private static final MethodHandle SYNC_FILE_RANGE =
      call(
          "sync_file_range",
          4,
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT));

  // SYNC_FILE_RANGE_WAIT_BEFORE | _WRITE | _WAIT_AFTER
  private static final int WRITE_AND_WAIT = 7;
  private static final int PAGE_BYTES = 4096;

  private PowerSwitch() {}

  @SuppressWarnings("restricted") // Three calls of the C library.
  private static MethodHandle call(String name, int firstVariadic, FunctionDescriptor type) {
    Linker linker = Linker.nativeLinker();
    MemorySegment address = linker.defaultLookup().findOrThrow(name);
    return firstVariadic < type.argumentLayouts().size()
        ? linker.downcallHandle(address, type, Linker.Option.firstVariadicArg(firstVariadic))
        : linker.downcallHandle(address, type);
  }

  /** Shuts the file system mounted here down, without writing anything more. */
  static void off(Path mount) throws IOException {
    int result;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment flag = arena.allocateFrom(ValueLayout.JAVA_INT, NO_LOG_FLUSH);
      int fd = (int) OPEN.invokeExact(arena.allocateFrom(mount.toString()), READ_ONLY);
      result = fd < 0 ? fd : (int) IOCTL.invokeExact(fd, SHUTDOWN, flag);
      if (fd >= 0) {
        result |= (int) CLOSE.invokeExact(fd);
      }
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
    if (result != 0) {
      throw new IOException("the power of " + mount + " cannot be cut");
    }
  }

  /** Has every other page of a file, by chance, written to the disk, as the system may any time. */
  static void writeBackSome(Path file, SplittableRandom random) throws IOException {
    long size;
    try {
      size = Files.size(file);
    } catch (NoSuchFileException e) {
      // The log continues meanwhile, and has given this one another name.
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      int fd = (int) OPEN.invokeExact(arena.allocateFrom(file.toString()), READ_ONLY);
      if (fd < 0) {
        return;
      }
      int refused = 0;
      for (long at = 0; at < size; at += PAGE_BYTES) {
        if (random.nextBoolean()) {
          refused += (int) SYNC_FILE_RANGE.invokeExact(fd, at, (long) PAGE_BYTES, WRITE_AND_WAIT);
        }
      }
      refused += (int) CLOSE.invokeExact(fd);
      if (refused != 0) {
        throw new IOException(file + ": cannot be written back");
      }
    } catch (IOException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}

package dev.tandem.logger.storage;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Bytes in which nothing was written. */
public final class Zeros {
  private static final MemorySegment BLOCK = MemorySegment.ofArray(new byte[CommittedBlock.MOST]);

  private Zeros() {}

  /** So many zeros, at most {@link CommittedBlock#MOST}. */
  static MemorySegment of(long length) {
    return BLOCK.asSlice(0, length);
  }

  /** Where the zeros begin that bytes end with; {@code from} if there is nothing else behind it. */
  public static long begin(MemorySegment bytes, long from) {
    for (long end = bytes.byteSize(); end > from; ) {
      long at = Math.max(from, end - BLOCK.byteSize());
      if (bytes.asSlice(at, end - at).mismatch(of(end - at)) >= 0) {
        while (bytes.get(ValueLayout.JAVA_BYTE, end - 1) == 0) {
          end--;
        }
        return end;
      }
      end = at;
    }
    return from;
  }
}

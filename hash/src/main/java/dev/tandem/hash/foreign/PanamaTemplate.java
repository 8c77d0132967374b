package dev.tandem.hash.foreign;

import dev.tandem.hash.kernel.Kernel;
import dev.tandem.hash.kernel.Memory;
import dev.tandem.hash.kernel.Secret;
import dev.tandem.hash.kernel.Specialised;
import dev.tandem.hash.kernel.SplittingKernel;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/** Loaded once per kind of memory by {@link Specialised}. Short inputs stay in Java. */
final class PanamaTemplate extends SplittingKernel {

  private static final ForeignParts PARTS =
      Specialised.constant(MethodHandles.lookup(), ForeignParts.class);
  private static final Memory MEMORY = PARTS.memory();
  private static final Kernel JAVA = PARTS.java();

  /** Up to here a call costs more than it saves. */
  private static final int SHORT_64 = 240;

  private static final int SHORT_3 = 128;

  PanamaTemplate() {
    super(PARTS.java());
  }

  @Override
  public long xxh64(Object base, long offset, long length, long seed) {
    if (length <= SHORT_64) {
      return JAVA.xxh64(base, offset, length, seed);
    }
    if (length > PIECE) {
      return split64(base, offset, length, seed);
    }
    try {
      return (long) PanamaCalls.XXH64.invokeExact(MEMORY.slice(base, offset, length), length, seed);
    } catch (Throwable e) {
      throw PanamaCalls.unexpected(e);
    }
  }

  @Override
  public long xxh3(Object base, long offset, long length, Secret secret) {
    if (length <= SHORT_3) {
      return JAVA.xxh3(base, offset, length, secret);
    }
    if (length > PIECE) {
      return split3(base, offset, length, secret);
    }
    try {
      MemorySegment in = MEMORY.slice(base, offset, length);
      if (goesBySeed(secret, length)) {
        return (long) PanamaCalls.XXH3.invokeExact(in, length, secret.seed());
      }
      return (long) PanamaCalls.XXH3_SECRET.invokeExact(in, length, key(secret), keyBytes(secret));
    } catch (Throwable e) {
      throw PanamaCalls.unexpected(e);
    }
  }

  @Override
  public void xxh128(Object base, long offset, long length, Secret secret, long[] into) {
    if (length <= SHORT_3) {
      JAVA.xxh128(base, offset, length, secret, into);
      return;
    }
    if (length > PIECE) {
      split128(base, offset, length, secret, into);
      return;
    }
    try {
      MemorySegment in = MEMORY.slice(base, offset, length);
      MemorySegment result = MemorySegment.ofArray(into);
      if (goesBySeed(secret, length)) {
        PanamaCalls.XXH128.invokeExact(in, length, secret.seed(), result);
      } else {
        PanamaCalls.XXH128_SECRET.invokeExact(in, length, key(secret), keyBytes(secret), result);
      }
    } catch (Throwable e) {
      throw PanamaCalls.unexpected(e);
    }
  }

  @Override
  protected void consumePiece64(long[] lanes, Object base, long offset, int stripes) {
    try {
      PanamaCalls.CONSUME_64.invokeExact(
          MemorySegment.ofArray(lanes), MEMORY.slice(base, offset, stripes * 32L), (long) stripes);
    } catch (Throwable e) {
      throw PanamaCalls.unexpected(e);
    }
  }

  @Override
  protected int consumePiece3(
      long[] lanes, Object base, long offset, int stripes, int inBlock, Secret secret) {
    try {
      return (int)
          (long)
              PanamaCalls.CONSUME_3.invokeExact(
                  MemorySegment.ofArray(lanes),
                  MEMORY.slice(base, offset, stripes * 64L),
                  (long) stripes,
                  (long) inBlock,
                  key(secret),
                  keyBytes(secret));
    } catch (Throwable e) {
      throw PanamaCalls.unexpected(e);
    }
  }

  @Override
  public void consumeSectors64(
      long[] lanes, Object base, long offset, long sectors, int sectorBytes, int hashedBytes) {
    if (hashedBytes > PIECE) {
      super.consumeSectors64(lanes, base, offset, sectors, sectorBytes, hashedBytes);
      return;
    }
    long most = PIECE / hashedBytes;
    for (long done = 0; done < sectors; done += most) {
      long part = Math.min(most, sectors - done);
      MemorySegment in = MEMORY.slice(base, offset + done * sectorBytes, part * sectorBytes);
      try {
        PanamaCalls.CONSUME_SECTORS_64.invokeExact(
            MemorySegment.ofArray(lanes), in, part, (long) sectorBytes, (long) hashedBytes);
      } catch (Throwable e) {
        throw PanamaCalls.unexpected(e);
      }
    }
  }

  @Override
  public int consumeSectors3(
      long[] lanes,
      Object base,
      long offset,
      long sectors,
      int inBlock,
      int sectorBytes,
      int hashedBytes,
      Secret secret) {
    if (hashedBytes > PIECE) {
      return super.consumeSectors3(
          lanes, base, offset, sectors, inBlock, sectorBytes, hashedBytes, secret);
    }
    long most = PIECE / hashedBytes;
    int filled = inBlock;
    for (long done = 0; done < sectors; done += most) {
      long part = Math.min(most, sectors - done);
      MemorySegment in = MEMORY.slice(base, offset + done * sectorBytes, part * sectorBytes);
      try {
        filled =
            (int)
                (long)
                    PanamaCalls.CONSUME_SECTORS_3.invokeExact(
                        MemorySegment.ofArray(lanes),
                        in,
                        part,
                        (long) sectorBytes,
                        (long) hashedBytes,
                        (long) filled,
                        key(secret),
                        keyBytes(secret));
      } catch (Throwable e) {
        throw PanamaCalls.unexpected(e);
      }
    }
    return filled;
  }

  @Override
  public long sectors64(
      Object base, long offset, long length, int sectorBytes, int hashedBytes, long seed) {
    if (length > PIECE) {
      return super.sectors64(base, offset, length, sectorBytes, hashedBytes, seed);
    }
    try {
      return (long)
          PanamaCalls.ENTRY_64.invokeExact(
              MEMORY.slice(base, offset, length),
              length,
              (long) sectorBytes,
              (long) hashedBytes,
              seed);
    } catch (Throwable e) {
      throw PanamaCalls.unexpected(e);
    }
  }

  @Override
  public long sectors3(
      Object base, long offset, long length, int sectorBytes, int hashedBytes, Secret secret) {
    if (length > PIECE || !secret.isSeeded()) {
      return super.sectors3(base, offset, length, sectorBytes, hashedBytes, secret);
    }
    try {
      return (long)
          PanamaCalls.ENTRY_3.invokeExact(
              MEMORY.slice(base, offset, length),
              length,
              (long) sectorBytes,
              (long) hashedBytes,
              secret.seed());
    } catch (Throwable e) {
      throw PanamaCalls.unexpected(e);
    }
  }

  /** A seed is mixed in up to 240 bytes; above, it makes a secret, which is at hand. */
  private static boolean goesBySeed(Secret secret, long length) {
    return secret.isSeeded() && (secret.seed() == 0 || length <= SHORT);
  }

  private static MemorySegment key(Secret secret) {
    return MemorySegment.ofArray(secret.bytes());
  }

  private static long keyBytes(Secret secret) {
    return secret.bytes().length;
  }
}

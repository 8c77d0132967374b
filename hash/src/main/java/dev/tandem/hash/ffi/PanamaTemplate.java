package dev.tandem.hash.ffi;

import dev.tandem.hash.algorithm.HashFunctions;
import dev.tandem.hash.algorithm.Lanes;
import dev.tandem.hash.algorithm.Memory;
import dev.tandem.hash.algorithm.Secret;
import dev.tandem.hash.algorithm.Specialised;
import dev.tandem.hash.algorithm.SplittingFunctions;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/** Loaded once per kind of memory by {@link Specialised}. Short inputs stay in Java. */
final class PanamaTemplate extends SplittingFunctions {

  private static final NativeParts PARTS =
      Specialised.constant(MethodHandles.lookup(), NativeParts.class);
  private static final Memory MEMORY = PARTS.memory();
  private static final HashFunctions JAVA = PARTS.java();
  private static final PanamaCalls CALLS = PanamaCalls.of(PARTS.kind());

  /** Up to here a call costs more than it saves; over arrays, Java itself multiplies by vectors. */
  static final int ARRAY_64 = 1536;

  static final int SHORT_3 = 64;
  private static final int SHORT_64 = MEMORY.isArray() ? ARRAY_64 : 240;

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
    MemorySegment in = MEMORY.segment(base, offset, length);
    long at = MEMORY.place(in, base, offset);
    try {
      return (long) CALLS.xxh64().invokeExact(in, at, length, seed);
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
    MemorySegment in = MEMORY.segment(base, offset, length);
    long at = MEMORY.place(in, base, offset);
    try {
      return goesBySeed(secret, length)
          ? (long) CALLS.xxh3().invokeExact(in, at, length, secret.seed())
          : (long)
              CALLS.xxh3Secret().invokeExact(in, at, length, secret.segment(), keyBytes(secret));
    } catch (Throwable e) {
      throw PanamaCalls.unexpected(e);
    }
  }

  @Override
  public void xxh128(Object base, long offset, long length, Secret secret, long[] into) {
    // A call that writes its result keeps the compiler from optimising an array's segment away.
    if (length <= SHORT) {
      JAVA.xxh128(base, offset, length, secret, into);
    } else {
      split128(base, offset, length, secret, into);
    }
  }

  @Override
  protected void consumePiece64(Lanes lanes, Object base, long offset, int stripes) {
    MemorySegment in = MEMORY.segment(base, offset, (long) stripes * STRIPE_64);
    long at = MEMORY.place(in, base, offset);
    try {
      CALLS.consume64().invokeExact(lanes.segment, in, at, (long) stripes);
    } catch (Throwable e) {
      throw PanamaCalls.unexpected(e);
    }
  }

  @Override
  protected int consumePiece3(
      Lanes lanes, Object base, long offset, int stripes, int inBlock, Secret secret) {
    MemorySegment in = MEMORY.segment(base, offset, (long) stripes * STRIPE_3);
    long at = MEMORY.place(in, base, offset);
    try {
      return (int)
          (long)
              CALLS
                  .consume3()
                  .invokeExact(
                      lanes.segment,
                      in,
                      at,
                      (long) stripes,
                      (long) inBlock,
                      secret.segment(),
                      keyBytes(secret));
    } catch (Throwable e) {
      throw PanamaCalls.unexpected(e);
    }
  }

  @Override
  public void consumeSectors64(
      Lanes lanes, Object base, long offset, long sectors, int sectorBytes, int hashedBytes) {
    if (hashedBytes > PIECE) {
      super.consumeSectors64(lanes, base, offset, sectors, sectorBytes, hashedBytes);
      return;
    }
    long most = PIECE / hashedBytes;
    for (long done = 0; done < sectors; done += most) {
      sectorsPiece64(
          lanes,
          base,
          offset + done * sectorBytes,
          Math.min(most, sectors - done),
          sectorBytes,
          hashedBytes);
    }
  }

  private static void sectorsPiece64(
      Lanes lanes, Object base, long offset, long sectors, int sectorBytes, int hashedBytes) {
    MemorySegment in = MEMORY.segment(base, offset, span(sectors, sectorBytes, hashedBytes));
    long at = MEMORY.place(in, base, offset);
    try {
      CALLS
          .sectors64()
          .invokeExact(lanes.segment, in, at, sectors, (long) sectorBytes, (long) hashedBytes);
    } catch (Throwable e) {
      throw PanamaCalls.unexpected(e);
    }
  }

  @Override
  public int consumeSectors3(
      Lanes lanes,
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
      filled =
          sectorsPiece3(
              lanes,
              base,
              offset + done * sectorBytes,
              Math.min(most, sectors - done),
              filled,
              sectorBytes,
              hashedBytes,
              secret);
    }
    return filled;
  }

  private static int sectorsPiece3(
      Lanes lanes,
      Object base,
      long offset,
      long sectors,
      int inBlock,
      int sectorBytes,
      int hashedBytes,
      Secret secret) {
    MemorySegment in = MEMORY.segment(base, offset, span(sectors, sectorBytes, hashedBytes));
    long at = MEMORY.place(in, base, offset);
    try {
      return (int)
          (long)
              CALLS
                  .sectors3()
                  .invokeExact(
                      lanes.segment,
                      in,
                      at,
                      sectors,
                      (long) sectorBytes,
                      (long) hashedBytes,
                      (long) inBlock,
                      secret.segment(),
                      keyBytes(secret));
    } catch (Throwable e) {
      throw PanamaCalls.unexpected(e);
    }
  }

  @Override
  public long sectors64(
      Object base, long offset, long length, int sectorBytes, int hashedBytes, long seed) {
    if (length > PIECE || length == 0) {
      return super.sectors64(base, offset, length, sectorBytes, hashedBytes, seed);
    }
    MemorySegment in = MEMORY.segment(base, offset, length);
    long at = MEMORY.place(in, base, offset);
    try {
      return (long)
          CALLS.entry64().invokeExact(in, at, length, (long) sectorBytes, (long) hashedBytes, seed);
    } catch (Throwable e) {
      throw PanamaCalls.unexpected(e);
    }
  }

  @Override
  public long sectors3(
      Object base, long offset, long length, int sectorBytes, int hashedBytes, Secret secret) {
    if (length > PIECE || length == 0 || !secret.isSeeded()) {
      return super.sectors3(base, offset, length, sectorBytes, hashedBytes, secret);
    }
    MemorySegment in = MEMORY.segment(base, offset, length);
    long at = MEMORY.place(in, base, offset);
    try {
      return (long)
          CALLS
              .entry3()
              .invokeExact(in, at, length, (long) sectorBytes, (long) hashedBytes, secret.seed());
    } catch (Throwable e) {
      throw PanamaCalls.unexpected(e);
    }
  }

  /** From the first hashed byte of so many sectors to behind the last. */
  private static long span(long sectors, int sectorBytes, int hashedBytes) {
    return (sectors - 1) * sectorBytes + hashedBytes;
  }

  /** A seed is mixed in up to 240 bytes; above, it makes a secret, which is at hand. */
  private static boolean goesBySeed(Secret secret, long length) {
    return secret.isSeeded() && (secret.seed() == 0 || length <= SHORT);
  }

  private static long keyBytes(Secret secret) {
    return secret.segment().byteSize();
  }
}

package dev.tandem.hash.algorithm;

import java.lang.invoke.MethodHandles;

/**
 * Memory that a loop over arrays reads faster after a copy: pieces are copied to an array that
 * stays in the first-level cache. (With the Vector API, the compiler would make an object for every
 * vector that is read.) Loaded once per kind of memory by {@link Specialised}.
 */
final class CopyingStripes extends Stripes {

  private static final Parts PARTS = Specialised.constant(MethodHandles.lookup(), Parts.class);
  private static final Memory MEMORY = PARTS.memory();
  private static final Stripes ARRAY = PARTS.array();
  private static final int MOST = Scratch.PIECE / Xxh3Math.STRIPE;

  /** Memory to copy from, and the loop over arrays. */
  record Parts(Memory memory, Stripes array) {}

  CopyingStripes() {}

  @Override
  int consume(long[] lanes, Object base, long offset, long stripes, int inBlock, Secret secret) {
    byte[] piece = Scratch.piece();
    int filled = inBlock;
    long at = offset;
    for (long left = stripes; left > 0; ) {
      int part = (int) Math.min(left, MOST);
      MEMORY.copy(base, at, piece, 0, part * Xxh3Math.STRIPE);
      filled = ARRAY.consume(lanes, piece, 0, part, filled, secret);
      at += (long) part * Xxh3Math.STRIPE;
      left -= part;
    }
    return filled;
  }

  @Override
  long hash(Object base, long offset, long length, Secret secret) {
    if (length > Scratch.PIECE) {
      return super.hash(base, offset, length, secret);
    }
    byte[] piece = Scratch.piece();
    MEMORY.copy(base, offset, piece, 0, (int) length);
    return ARRAY.hash(piece, 0, length, secret);
  }

  @Override
  void consumeLast(long[] lanes, Object base, long offset, Secret secret) {
    byte[] piece = Scratch.piece();
    MEMORY.copy(base, offset, piece, 0, Xxh3Math.STRIPE);
    ARRAY.consumeLast(lanes, piece, 0, secret);
  }
}

package dev.tandem.hash.ffi;

import dev.tandem.hash.algorithm.HashFunctions;
import dev.tandem.hash.algorithm.Lanes;
import dev.tandem.hash.algorithm.Secret;
import dev.tandem.hash.algorithm.SplittingFunctions;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * Native segments through JNI.
 *
 * <p>JNI cannot keep an arena open during a call. So only what no other thread can close goes to
 * native code: confined segments of the calling thread. The rest is hashed in Java.
 */
final class JniSegmentFunctions extends HashFunctions {

  /** Never started; a confined segment of any other thread is closed to it. */
  private static final Thread STRANGER = new Thread(() -> {});

  private final HashFunctions java;
  private final HashFunctions address;

  JniSegmentFunctions(HashFunctions java, HashFunctions address) {
    this.java = java;
    this.address = address;
  }

  /** The address if it stays valid during a call of this thread, else 0. */
  private static long stableAddress(Object base, long offset, long length) {
    MemorySegment segment = (MemorySegment) base;
    if (length == 0 || segment.isAccessibleBy(STRANGER)) {
      return 0;
    }
    Objects.checkFromIndexSize(offset, length, segment.byteSize());
    // Refuses what is closed, and what belongs to another thread.
    segment.get(ValueLayout.JAVA_BYTE, offset);
    return segment.address() + offset;
  }

  @Override
  public long xxh64(Object base, long offset, long length, long seed) {
    long at = stableAddress(base, offset, length);
    return at == 0 ? java.xxh64(base, offset, length, seed) : address.xxh64(null, at, length, seed);
  }

  @Override
  public long xxh3(Object base, long offset, long length, Secret secret) {
    long at = stableAddress(base, offset, length);
    return at == 0
        ? java.xxh3(base, offset, length, secret)
        : address.xxh3(null, at, length, secret);
  }

  @Override
  public void xxh128(Object base, long offset, long length, Secret secret, long[] into) {
    long at = stableAddress(base, offset, length);
    if (at == 0) {
      java.xxh128(base, offset, length, secret, into);
    } else {
      address.xxh128(null, at, length, secret, into);
    }
  }

  @Override
  public void consume64(Lanes lanes, Object base, long offset, long stripes) {
    long at = stableAddress(base, offset, stripes * SplittingFunctions.STRIPE_64);
    if (at == 0) {
      java.consume64(lanes, base, offset, stripes);
    } else {
      address.consume64(lanes, null, at, stripes);
    }
  }

  @Override
  public int consume3(
      Lanes lanes, Object base, long offset, long stripes, int inBlock, Secret secret) {
    long at = stableAddress(base, offset, stripes * SplittingFunctions.STRIPE_3);
    return at == 0
        ? java.consume3(lanes, base, offset, stripes, inBlock, secret)
        : address.consume3(lanes, null, at, stripes, inBlock, secret);
  }

  @Override
  public void last3(Lanes lanes, Object base, long offset, Secret secret) {
    java.last3(lanes, base, offset, secret);
  }

  @Override
  public long finish64(long merged, Object base, long offset, int length) {
    return java.finish64(merged, base, offset, length);
  }

  @Override
  public void copy(Object base, long offset, byte[] target, int at, int length) {
    java.copy(base, offset, target, at, length);
  }
}

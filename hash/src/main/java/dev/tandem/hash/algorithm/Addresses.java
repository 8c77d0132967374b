package dev.tandem.hash.algorithm;

import java.lang.foreign.MemorySegment;

/** The memory of the process as one segment, made at the first use of an address. */
public final class Addresses {

  /** Null if native access is denied. */
  static final MemorySegment ALL = all();

  private Addresses() {}

  @SuppressWarnings("restricted") // An address given by the caller is the caller's promise.
  private static MemorySegment all() {
    try {
      return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    } catch (IllegalCallerException e) {
      return null;
    }
  }

  /** Throws {@link IllegalCallerException} if memory cannot be read by address. */
  public static void requireAllowed() {
    if (ALL == null) {
      throw new IllegalCallerException(
          "hashing by address needs native access: --enable-native-access=dev.tandem.hash");
    }
  }
}

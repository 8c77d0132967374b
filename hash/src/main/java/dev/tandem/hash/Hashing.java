package dev.tandem.hash;

import dev.tandem.hash.algorithm.Secret;
import dev.tandem.hash.ffi.NativeLibrary;

/**
 * The entrance: XXH64 and XXH3 for Java, at native speed.
 *
 * <p>An {@link Implementation} is chosen once, when this class is first used: Panama if the native
 * library can be loaded, else the Vector API if its module is there, else Java. Whatever keeps the
 * native library from use is said in one line of the log, and the digests are the same without it.
 * {@code Selection} chooses, {@code Specialised} loads a copy of the code for each kind of memory.
 *
 * <p>System properties, read at that moment:
 *
 * <ul>
 *   <li>{@value #IMPLEMENTATION_PROPERTY}: {@code java}, {@code vector}, {@code panama} or {@code
 *       jni} forces one; if it cannot be had, Java is used, and the log says so.
 *   <li>{@value #LIBRARY_PROPERTY}: the file of the native library, instead of the one that the
 *       platform's jar carries.
 *   <li>{@value #CHECKSUM_PROPERTY}: the SHA-256 that this file must have, in hexadecimal; without
 *       it, the file must be the one that was built together with this class.
 * </ul>
 *
 * <p>On the module path the platform's jar is the module {@code dev.tandem.hash.library}, which
 * none requires: it is found with {@code --add-modules dev.tandem.hash.library}.
 *
 * <p>All methods may be called by any thread.
 */
public final class Hashing {

  /** Names the property that forces an implementation. */
  public static final String IMPLEMENTATION_PROPERTY = "dev.tandem.hash.implementation";

  /** Names the property that gives the native library's file. */
  public static final String LIBRARY_PROPERTY = NativeLibrary.LIBRARY_PROPERTY;

  /** Names the property that gives the SHA-256 of the native library's file. */
  public static final String CHECKSUM_PROPERTY = NativeLibrary.CHECKSUM_PROPERTY;

  private Hashing() {}

  /** The implementation in use. */
  public static Implementation implementation() {
    return Selection.CHOSEN;
  }

  /** The implementation in use and what it runs on, for people: such as {@code panama, avx512}. */
  public static String description() {
    return Selection.describe(Selection.CHOSEN);
  }

  /** Whether an implementation can be had in this process. */
  public static boolean isAvailable(Implementation implementation) {
    return Selection.isAvailable(implementation);
  }

  /** XXH64 with seed 0. */
  public static Xxh64 xxh64() {
    return xxh64(0);
  }

  /** XXH64 with a seed. */
  public static Xxh64 xxh64(long seed) {
    return xxh64(Selection.CHOSEN, seed);
  }

  /**
   * XXH64 by a certain implementation.
   *
   * @throws IllegalStateException if it cannot be had in this process
   */
  public static Xxh64 xxh64(Implementation implementation, long seed) {
    return new Xxh64(implementation, Selection.functions(implementation), seed);
  }

  /** XXH3 with seed 0. */
  public static Xxh3 xxh3() {
    return xxh3(0);
  }

  /** XXH3 with a seed. */
  public static Xxh3 xxh3(long seed) {
    return xxh3(Selection.CHOSEN, seed);
  }

  /**
   * XXH3 with a secret, which is copied.
   *
   * @throws IllegalArgumentException if the secret has fewer than 136 bytes
   */
  public static Xxh3 xxh3(byte[] secret) {
    return xxh3(Selection.CHOSEN, secret);
  }

  /**
   * XXH3 with a seed by a certain implementation.
   *
   * @throws IllegalStateException if it cannot be had in this process
   */
  public static Xxh3 xxh3(Implementation implementation, long seed) {
    return new Xxh3(implementation, Selection.functions(implementation), Secret.ofSeed(seed));
  }

  /**
   * XXH3 with a secret by a certain implementation.
   *
   * @throws IllegalArgumentException if the secret has fewer than 136 bytes
   * @throws IllegalStateException if the implementation cannot be had in this process
   */
  public static Xxh3 xxh3(Implementation implementation, byte[] secret) {
    return new Xxh3(implementation, Selection.functions(implementation), Secret.ofBytes(secret));
  }
}

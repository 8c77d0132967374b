package dev.tandem.hash;

/**
 * A 128-bit digest.
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 */
public record Digest128(long high, long low) {

  /** 32 hexadecimal digits, highest first: the canonical form, as {@code xxhsum} prints it. */
  @Override
  public String toString() {
    return String.format("%016x%016x", high, low);
  }
}

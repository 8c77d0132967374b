package dev.tandem.hash;

/**
 * How an entry is cut into sectors, and how much of each is hashed.
 *
 * <p>A sector has {@code sectorBytes}, of which the first {@code hashedBytes} are hashed; the rest,
 * such as the 8 bytes of protection information behind a 512-byte block, is skipped. The last
 * sector of an entry may be short: of its bytes, at most the first {@code hashedBytes} are hashed.
 *
 * @param sectorBytes distance from one sector to the next
 * @param hashedBytes bytes hashed at the start of each
 */
public record SectorLayout(int sectorBytes, int hashedBytes) {

  /** Sectors of 520 bytes of which 512 are hashed. */
  public static final SectorLayout T10 = new SectorLayout(520, 512);

  /**
   * Checks that the layout fits.
   *
   * @throws IllegalArgumentException if nothing would be hashed, or more than a sector has
   */
  public SectorLayout {
    if (hashedBytes <= 0 || hashedBytes > sectorBytes) {
      throw new IllegalArgumentException(
          "a sector of " + sectorBytes + " bytes cannot have " + hashedBytes + " hashed");
    }
  }

  /**
   * Bytes hashed of an entry of so many bytes.
   *
   * @throws IllegalArgumentException if the number is negative
   */
  public long hashedBytesOf(long entryBytes) {
    if (entryBytes < 0) {
      throw new IllegalArgumentException("an entry of " + entryBytes + " bytes");
    }
    long sectors = entryBytes / sectorBytes;
    long tail = entryBytes - sectors * sectorBytes;
    return sectors * hashedBytes + Math.min(tail, hashedBytes);
  }
}

package dev.tandem.logger.seal;

import dev.tandem.logger.Unsealing;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Opens the records of a segment that were sealed one by one. For any number of threads. */
final class SealedRecords implements Unsealing.Records, AutoCloseable {
  private final RecordSealer sealer;
  private final String name;

  private SealedRecords(RecordSealer sealer, String name) {
    this.sealer = sealer;
    this.name = name;
  }

  /**
   * Finds the key of a segment.
   *
   * @param sealArea the bytes that the sealing was given in the segment's header
   * @param name of the file, for messages
   * @throws UnknownKeyException if the ring has no key of the file's key id
   * @throws WrongKeyException if it has another key under that id
   * @throws SealException if the area is not intact
   */
  public static SealedRecords open(MemorySegment sealArea, KeyRing ring, String name)
      throws SealException {
    byte[] bytes = sealArea.asSlice(0, SealedHeader.LENGTH).toArray(ValueLayout.JAVA_BYTE);
    SealedHeader header = SealedHeader.parse(bytes, name);
    return new SealedRecords(RecordSealer.open(header, ring, name), name);
  }

  /** The header of the seal. */
  public SealedHeader header() {
    return sealer.header();
  }

  /** Bytes that a sealed record is longer than its plain bytes. */
  @Override
  public int overhead() {
    return RecordSealer.OVERHEAD;
  }

  /**
   * Opens a record of {@code length} sealed bytes.
   *
   * @param offset of the record in its file
   * @param clear the record's length word
   * @return false if they are not the record that was sealed there
   */
  @Override
  public boolean open(
      long offset, int clear, byte[] sealed, int from, int length, byte[] plain, int to) {
    return sealer.open(offset, clear, sealed, from, length, plain, to);
  }

  @Override
  public Unsealing.End end(MemorySegment header) throws SealException {
    return EndMark.read(sealer, header, name);
  }

  @Override
  public void close() {
    sealer.close();
  }
}

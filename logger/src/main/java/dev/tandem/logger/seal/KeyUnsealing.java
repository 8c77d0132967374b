package dev.tandem.logger.seal;

import dev.tandem.logger.PartOrigin;
import dev.tandem.logger.Unsealing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;

/** Opens with the keys of a ring what {@link KeySealing} sealed. May be used by any thread. */
public final class KeyUnsealing implements Unsealing {
  private static final int MOST = Integer.MAX_VALUE - 8;

  private final KeyRing ring;

  /** The ring must stay open while files are opened. */
  public KeyUnsealing(KeyRing ring) {
    this.ring = Objects.requireNonNull(ring, "ring");
  }

  /**
   * Reads a sealed file as far as it is sound; of one whose header is damaged, or belongs to
   * another segment than the file's name says, that is nothing.
   *
   * @throws UnknownKeyException if the ring has no key of the file's key id
   * @throws WrongKeyException if it has another key under that id
   */
  @Override
  public Part read(Path file) throws IOException {
    try (SealedFileReader reader = SealedFileReader.open(file, ring)) {
      // Else a part of one segment could stand for a part of another.
      checkName(reader.header(), file);
      byte[] bytes = new byte[1 << 16];
      int length = 0;
      while (reader.next()) {
        MemorySegment block = reader.plain();
        long end = length + block.byteSize();
        if (end > MOST) {
          throw new SealException(file + ": holds more than " + MOST + " bytes");
        }
        if (end > bytes.length) {
          bytes = Arrays.copyOf(bytes, (int) Math.min(MOST, Math.max(end, 2L * bytes.length)));
        }
        MemorySegment.copy(block, 0, MemorySegment.ofArray(bytes), length, block.byteSize());
        length = (int) end;
      }
      String loss = reader.end() == SealEnd.CLEAN ? null : reader.describe();
      return new Part(
          reader.header().start(),
          reader.header().origin(),
          MemorySegment.ofArray(bytes).asSlice(0, length),
          loss,
          false);
    } catch (WrongKeyException | UnknownKeyException e) {
      throw e;
    } catch (SealException damaged) {
      // A crash may leave a header that is cut, and no other that cannot be opened.
      boolean foreign = !(damaged instanceof CutHeaderException);
      MemorySegment none = MemorySegment.ofArray(new byte[0]);
      return new Part(0, PartOrigin.WRITTEN, none, damaged.getMessage(), foreign);
    }
  }

  @Override
  public Records openRecords(Path file, MemorySegment sealArea) throws IOException {
    try {
      SealedRecords records = SealedRecords.open(sealArea, ring, file.toString());
      checkName(records.header(), file);
      return records;
    } catch (WrongKeyException | UnknownKeyException e) {
      throw e;
    } catch (SealException damaged) {
      return new Unopenable(damaged);
    }
  }

  /** The records of a segment whose key cannot be derived because its header is damaged. */
  private record Unopenable(SealException damage) implements Records {
    @Override
    public int overhead() {
      return RecordSealer.OVERHEAD;
    }

    @Override
    public boolean open(
        long offset, int clear, byte[] sealed, int from, int length, byte[] plain, int to) {
      return false;
    }

    @Override
    public End end(MemorySegment header) throws SealException {
      throw damage;
    }
  }

  // A part without the segment's own header is known by the store, run and number it was sealed
  // with.
  private static void checkName(SealedHeader header, Path file) throws SealException {
    SegmentName name = SegmentName.of(file);
    if (name != null && !header.isOf(name.run(), name.number())) {
      throw new SealException(
          file
              + ": was sealed as segment "
              + header.segment()
              + " of its run, or as one of another run or store");
    }
  }
}

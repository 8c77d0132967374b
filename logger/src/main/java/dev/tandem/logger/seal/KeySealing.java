package dev.tandem.logger.seal;

import dev.tandem.logger.PartOrigin;
import dev.tandem.logger.RecordSeal;
import dev.tandem.logger.Sealing;
import dev.tandem.logger.SegmentInfo;
import dev.tandem.logger.SegmentSink;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Seals what a store writes with the sealing key of a ring: by blocks, or record by record. */
public final class KeySealing implements Sealing {
  /** How the names of sealed files end. */
  public static final String SUFFIX = ".sealed";

  private final KeyRing ring;
  private final SealMode mode;

  /** The ring stays open as long as the store, which gets a key from it for every new file. */
  public KeySealing(KeyRing ring, SealMode mode) {
    this.ring = Objects.requireNonNull(ring, "ring");
    this.mode = Objects.requireNonNull(mode, "mode");
  }

  @Override
  public boolean perRecord() {
    return mode == SealMode.RECORDS;
  }

  /**
   * Begins the sealed twin of a segment, or the next part of it: for what a crash left, for a
   * record that came late, or after a part that failed.
   *
   * @throws SealException if the ring has no sealing key, or is closed
   */
  @Override
  public SegmentSink openSink(SegmentInfo segment, long start, PartOrigin origin)
      throws IOException {
    for (int part = 0; ; part++) {
      Path file = part(segment.file(), part);
      if (!Files.exists(file)) {
        return new BlockSink(
            SealedFileWriter.create(
                file, ring, SegmentName.runOf(segment), segment.number(), start, origin));
      }
    }
  }

  @Override
  public RecordSeal openRecords(SegmentInfo segment, MemorySegment sealArea) throws IOException {
    return new SegmentSeal(
        RecordSealer.create(
            ring, SegmentName.runOf(segment), segment.number(), segment.file().toString()),
        sealArea);
  }

  /**
   * The name of a part of the sealed twin of a plain file. The first has number 0; the others are
   * numbered in the order in which they were begun, whatever their origin.
   */
  public static Path part(Path plain, int part) {
    String suffix = part == 0 ? SUFFIX : "." + part + SUFFIX;
    return plain.resolveSibling(plain.getFileName() + suffix);
  }
}

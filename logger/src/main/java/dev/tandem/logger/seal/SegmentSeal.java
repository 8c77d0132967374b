package dev.tandem.logger.seal;

import dev.tandem.logger.RecordSeal;
import java.lang.foreign.MemorySegment;

/**
 * One segment of sealed records as the store sees it. The file's header has the seal's header and,
 * once the segment is complete, the sealed end mark: where it ends and how many claims it holds.
 * Without the mark a crashed segment cannot be distinguished from a cut one.
 */
final class SegmentSeal implements RecordSeal {
  private final RecordSealer sealer;

  SegmentSeal(RecordSealer sealer, MemorySegment area) {
    this.sealer = sealer;
    area.copyFrom(MemorySegment.ofArray(sealer.header().toBytes()));
  }

  @Override
  public int overhead() {
    return RecordSealer.OVERHEAD;
  }

  @Override
  public void seal(
      long offset, int clear, byte[] plain, int from, int length, byte[] sealed, int to) {
    sealer.seal(offset, clear, plain, from, length, sealed, to);
  }

  @Override
  public void end(MemorySegment header, long end, long claims) {
    EndMark.write(sealer, header, end, claims);
  }

  @Override
  public void close() {
    sealer.close();
  }
}

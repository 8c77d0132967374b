package dev.tandem.logger.recovery;

import dev.tandem.logger.PartOrigin;
import dev.tandem.logger.Sealing;
import dev.tandem.logger.SegmentInfo;
import dev.tandem.logger.SegmentSink;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.CommittedBlock;
import dev.tandem.logger.storage.FailureReporter;
import dev.tandem.logger.storage.Failures;
import dev.tandem.logger.storage.LogSegment;
import dev.tandem.logger.storage.StoreThreads;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Seals what a run that is over has left plain of one segment, and wipes it. */
final class FoundBytes {
  private final SegmentInfo info;
  private final MemorySegment memory;
  private final Sealing sealing;
  private final List<SegmentSink> parts = new ArrayList<>();

  /**
   * Bytes of one segment.
   *
   * @param memory of the plain file
   */
  FoundBytes(SegmentInfo info, MemorySegment memory, Sealing sealing) {
    this.info = info;
    this.memory = memory;
    this.sealing = sealing;
  }

  /** Up to where the plain file's bytes were sealed by its own run. */
  static long wiped(MemorySegment memory) {
    long wiped = SegmentLayout.getLongAcquire(memory, SegmentLayout.WIPED_AT);
    return Math.max(SegmentLayout.HEADER_BYTES, Math.min(wiped, memory.byteSize()));
  }

  /**
   * Seals what there is up to {@code end}. If it fails, the plain file is as before and no part is
   * left.
   *
   * @param forceDirectory makes the names of the parts survive the machine
   */
  void seal(long end, FailureReporter.Work forceDirectory) throws IOException {
    try {
      long wiped = wiped(memory);
      sealLate(wiped);
      if (wiped < end) {
        seal(wiped, end);
      }
      if (!parts.isEmpty()) {
        forceDirectory.run();
      }
    } catch (IOException | RuntimeException | Error e) {
      deleteParts(e);
      throw e;
    }
    SegmentLayout.putLongRelease(memory, SegmentLayout.WIPED_AT, Math.max(end, wiped(memory)));
    memory
        .asSlice(SegmentLayout.HEADER_BYTES, memory.byteSize() - SegmentLayout.HEADER_BYTES)
        .fill((byte) 0);
  }

  /** Each of them, whatever befalls the others; the cause stays the failure that is thrown. */
  private void deleteParts(Throwable cause) {
    for (SegmentSink part : parts) {
      try {
        part.delete();
      } catch (IOException | RuntimeException | Error e) {
        Failures.suppress(cause, e);
      }
    }
  }

  /** Records among what was sealed came after their place had been sealed as a hole. */
  private void sealLate(long wiped) throws IOException {
    long fileId = SegmentLayout.getLong(memory, SegmentLayout.FILE_ID_AT);
    LogSegment segment = new LogSegment(memory, fileId, null, null);
    long at = segment.nextCommitted(SegmentLayout.HEADER_BYTES, wiped);
    while (at < wiped) {
      long to = segment.committedEnd(at, wiped);
      seal(at, to);
      at = segment.nextCommitted(to, wiped);
    }
  }

  private void seal(long from, long to) throws IOException {
    SegmentSink part = sealing.openSink(info, from, PartOrigin.FOUND);
    StoreThreads.clearInterrupt();
    parts.add(part);
    while (part.takenTo() < to) {
      long at = part.takenTo();
      long length = Math.min(CommittedBlock.MOST, to - at);
      part.accept(memory.asSlice(at, length), at, 0);
    }
    part.end();
    part.close();
  }
}

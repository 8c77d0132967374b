package dev.tandem.logger;

import dev.tandem.logger.format.FileNames;
import dev.tandem.logger.format.RecordBuffer;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.LogSegment;
import dev.tandem.logger.storage.SegmentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A segment to be sealed, of a run of its own, that a test writes to as a store does. */
final class MadeSegment {
  static final String RUN = "20260101T000000000-1-1";
  private static final long FILE_ID = 7;

  final SegmentInfo info;
  final SegmentFile file;
  final LogSegment segment;
  private final RecordBuffer buffer = new RecordBuffer(1 << 14);

  MadeSegment(Path directory) throws IOException {
    this(directory, 1);
  }

  MadeSegment(Path directory, int number) throws IOException {
    Path path = directory.resolve(FileNames.segment("log", RUN, number));
    info = new SegmentInfo(path, RUN, number, 1 << 16);
    file = SegmentFile.create(info, FILE_ID, 1, SegmentLayout.TO_BE_SEALED);
    file.publish();
    segment = new LogSegment(file.memory(), FILE_ID, null, file);
  }

  private int record(String text) {
    buffer.begin(RecordLayout.TEXT, 2, 1, 1, 1, 0);
    buffer.text(text);
    return buffer.finish();
  }

  /** Of the record of a text. */
  int length(String text) {
    return record(text);
  }

  long claim(String text) {
    return SegmentLayout.offsetOf(segment.claim(segment.stored(record(text))));
  }

  void write(long offset, String text) {
    segment.write(offset, buffer.bytes(), record(text), null);
  }

  long log(String text) {
    long offset = claim(text);
    write(offset, text);
    return offset;
  }

  void close() {
    segment.close(segment.claimsAcquire());
    segment.setRetired();
  }

  /** Leaves in another directory what a process that is killed now leaves. */
  void kill(Path to) throws IOException {
    Files.createDirectories(to);
    try (var files = Files.list(info.file().getParent())) {
      for (Path from : files.toList()) {
        Files.copy(from, to.resolve(from.getFileName()));
      }
    }
    Files.createFile(to.resolve(FileNames.lock("log", RUN)));
  }
}

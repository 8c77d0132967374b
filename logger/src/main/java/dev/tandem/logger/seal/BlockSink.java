package dev.tandem.logger.seal;

import dev.tandem.logger.SegmentSink;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;

/** One sealed file as the store sees it. */
final class BlockSink implements SegmentSink {
  private final SealedFileWriter writer;

  BlockSink(SealedFileWriter writer) {
    this.writer = writer;
  }

  @Override
  public void accept(MemorySegment committed, long offset, long records) throws IOException {
    if (offset != writer.takenTo()) {
      throw new IllegalArgumentException(
          writer.file() + ": found offset " + offset + ", expected " + writer.takenTo());
    }
    writer.seal(committed, records);
  }

  @Override
  public long takenTo() {
    return writer.takenTo();
  }

  @Override
  public long writtenTo() {
    return writer.sealedTo();
  }

  @Override
  public void force() throws IOException {
    writer.force();
  }

  @Override
  public void end() throws IOException {
    writer.end();
  }

  @Override
  public void close() throws IOException {
    writer.abandon();
  }

  @Override
  public void delete() throws IOException {
    try {
      writer.abandon();
    } finally {
      Files.deleteIfExists(writer.file());
    }
  }
}

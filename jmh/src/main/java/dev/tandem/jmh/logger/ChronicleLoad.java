package dev.tandem.jmh.logger;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.LargeRollCycles;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Chronicle Queue, not synced: a time and the message as a document, an appender for each thread,
 * few index entries (roll cycle {@code LARGE_DAILY}).
 */
final class ChronicleLoad implements LoadCase {
  private static final long BLOCK = 256L << 20;

  private final Settings settings;
  private final SingleChronicleQueue queue;
  private final Queue<ExcerptAppender> opened = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<ExcerptAppender> appenders = ThreadLocal.withInitial(this::appender);

  ChronicleLoad(Settings settings) {
    this.settings = settings;
    queue = open();
  }

  private SingleChronicleQueue open() {
    return SingleChronicleQueueBuilder.binary(settings.directory())
        .rollCycle(LargeRollCycles.LARGE_DAILY)
        .blockSize(BLOCK)
        .checkInterrupts(false)
        .build();
  }

  private ExcerptAppender appender() {
    ExcerptAppender appender = queue.createAppender();
    appender.singleThreadedCheckDisabled(true);
    opened.add(appender);
    return appender;
  }

  @Override
  public void log(long number) {
    try (DocumentContext document = appenders.get().writingDocument()) {
      Bytes<?> bytes = document.wire().bytes();
      bytes.writeLong(System.nanoTime());
      bytes.write8bit(Message.TEXT);
    }
  }

  @Override
  public void close() {
    opened.forEach(ExcerptAppender::close);
    queue.close();
  }

  @Override
  public long recorded() throws IOException {
    long records = 0;
    try (SingleChronicleQueue written = open();
        ExcerptTailer tailer = written.createTailer()) {
      while (true) {
        try (DocumentContext document = tailer.readingDocument()) {
          if (!document.isPresent()) {
            return records;
          }
          records++;
        }
      }
    }
  }
}

package dev.tandem.jmh.wal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.SyncMode;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.LargeRollCycles;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Chronicle Queue with {@code SyncMode.SYNC} (msync). It has no group commit, so it gets one: one
 * appender under a lock, and {@link GroupSync} over {@code ExcerptAppender.sync()}; with an
 * appender and a sync for each thread, eight producers are several times slower. Chunks of 1 GiB,
 * because a sync does not cover the chunk before the current one; few index entries (roll cycle
 * {@code LARGE_DAILY}). No checksum: the queue has none.
 */
final class ChronicleQueueLog implements DurableLog {

  private static final long CHUNK_BYTES = 1L << 30;

  private final SingleChronicleQueue queue;
  private final ExcerptAppender appender;
  private final ReentrantLock appending = new ReentrantLock();
  private final AtomicLong appended = new AtomicLong(-1);
  private final GroupSync sync;

  ChronicleQueueLog(LogSettings settings) {
    queue = open(settings.directory());
    appender = queue.createAppender();
    appender.singleThreadedCheckDisabled(true);
    sync = new GroupSync(appended::getAcquire, this::force);
    if (!settings.alone()) {
      sync.start();
    }
  }

  private static SingleChronicleQueue open(Path directory) {
    return SingleChronicleQueueBuilder.binary(directory)
        .rollCycle(LargeRollCycles.LARGE_DAILY)
        .blockSize(CHUNK_BYTES)
        .syncMode(SyncMode.SYNC)
        .checkInterrupts(false)
        .build();
  }

  private long force() {
    long highest = appended.getAcquire();
    appender.sync();
    return highest;
  }

  @Override
  public Producer producer() {
    return new QueueProducer();
  }

  @Override
  public long synced() {
    return sync.synced();
  }

  @Override
  public void close() {
    sync.stop();
    appender.close();
    queue.close();
  }

  private final class QueueProducer implements Producer {

    @Override
    public long append(byte[] record) {
      appending.lock();
      try {
        try (DocumentContext document = appender.writingDocument()) {
          document.wire().bytes().write(record, 0, record.length);
        }
        long ticket = appended.getPlain() + 1;
        appended.setRelease(ticket);
        return ticket;
      } finally {
        appending.unlock();
      }
    }

    @Override
    public void awaitSynced(long ticket) {
      sync.await(ticket);
    }
  }

  /** Reads with a tailer, without a copy. */
  static final class QueueReader implements Reader {

    private final SingleChronicleQueue queue;

    QueueReader(LogSettings settings) {
      queue = open(settings.directory());
    }

    @Override
    public void readAll(LongConsumer numbers) throws IOException {
      try (ExcerptTailer tailer = queue.createTailer()) {
        while (true) {
          try (DocumentContext document = tailer.readingDocument()) {
            if (!document.isPresent()) {
              return;
            }
            Bytes<?> bytes = document.wire().bytes();
            numbers.accept(bytes.readLong());
          }
        }
      }
    }

    @Override
    public void close() {
      queue.close();
    }
  }
}

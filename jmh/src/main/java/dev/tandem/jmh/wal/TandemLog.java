package dev.tandem.jmh.wal;

import dev.tandem.wal.Confirmations;
import dev.tandem.wal.Durability;
import dev.tandem.wal.LogFiles;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalException;
import dev.tandem.wal.WalReader;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Tandem's log at {@code SYNCED} or {@code WRITTEN}, with its defaults; but a log that is not to be
 * read gets segments as many and as large as the plain loop's, and as there prepared before the
 * clock starts. As a service does after a snapshot, it lets go of records that lie 64 MiB back, so
 * that their segments are used again. One directory serves all runs of a process: each run opens it
 * and continues behind the last.
 */
final class TandemLog implements DurableLog {

  private static final byte TYPE = 1;
  private static final long KEPT_BYTES = 64L << 20;
  private static final long READY_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int RETENTION_EVERY = 1 << 16;

  private final Wal wal;
  private final Confirmations confirmations;
  private final long kept;
  private final Durability level;

  /** The level is what the log does by itself, and what its records are waited for. */
  TandemLog(LogSettings settings, Durability level, LogFiles files) throws WalException {
    this.level = level;
    Path directory = directory(settings);
    WalConfig.Builder builder = WalConfig.builder().durability(level).files(files);
    if (!settings.read()) {
      builder.segmentBytes(PlainSegments.BYTES).segmentsAhead(PlainSegments.COUNT);
    }
    WalConfig config = builder.build();
    wal = Wal.open(directory, config);
    confirmations = wal.confirmations();
    kept = settings.read() ? Long.MAX_VALUE : KEPT_BYTES / settings.recordBytes();
    wal.retainFrom(wal.nextSequence());
    awaitReserve(config.segmentsAhead());
  }

  private static Path directory(LogSettings settings) {
    return settings.read()
        ? settings.directory()
        : settings.directory().resolveSibling("tandem-log");
  }

  private void awaitReserve(int segments) {
    long giveUp = System.nanoTime() + READY_NANOS;
    while (wal.statistics().segments().ready() < segments && System.nanoTime() < giveUp) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Override
  public Producer producer() {
    return new TandemProducer();
  }

  @Override
  public long synced() {
    return level == Durability.SYNCED ? confirmations.synced() : confirmations.written();
  }

  @Override
  public long kept() {
    return kept;
  }

  @Override
  public void close() throws WalException {
    wal.close();
  }

  private final class TandemProducer implements Producer {

    private byte[] wrapped = new byte[0];
    private MemorySegment segment = MemorySegment.ofArray(wrapped);

    @Override
    @SuppressWarnings("ReferenceEquality") // it is about this array, whatever is in it
    public long append(byte[] record) {
      if (record != wrapped) {
        wrapped = record;
        segment = MemorySegment.ofArray(record);
      }
      long sequence = wal.append(TYPE, segment, 0, record.length, false);
      if (sequence % RETENTION_EVERY == 0 && sequence > kept) {
        wal.retainFrom(sequence - kept);
      }
      return sequence;
    }

    @Override
    public void awaitSynced(long ticket) {
      confirmations.await(ticket, level, Duration.ofSeconds(10));
    }
  }

  /** Reads with the log's own reader, which checks every record. */
  static final class LogReader implements Reader {

    private final Path directory;

    LogReader(LogSettings settings) {
      directory = directory(settings);
    }

    @Override
    public void readAll(LongConsumer numbers) throws WalException {
      // From the oldest record that is kept.
      try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, 0)) {
        while (reader.next()) {
          numbers.accept(reader.buffer().getLong(reader.bodyOffset()));
        }
      }
    }
  }
}

package dev.tandem.jmh.wal;

import dev.tandem.jmh.harness.Waits;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SkipListMemTableConfig;
import org.rocksdb.TransactionLogIterator;
import org.rocksdb.VectorMemTableConfig;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * RocksDB through JNI, every write with {@code sync}; the key is the ticket.
 *
 * <p>Waiting producers each put and let RocksDB group them, into the concurrent skip list. A stream
 * fills a {@code WriteBatch} in Java in its serialized form, and one thread hands over all that
 * arrived with one call and one sync, into the vector memtable, the cheapest to append to: a call
 * per record would cost more than the write. Log files are recycled, and the first ones are made
 * before the clock starts (blocks already written, the counterpart of zero-filling), nothing is
 * compressed or compacted, and its memtable is larger than a run.
 */
final class RocksDbLog implements DurableLog {

  static {
    RocksDB.loadLibrary();
  }

  private static final int STAGE_BYTES = 8 << 20;
  private static final int BATCH_HEADER_BYTES = 12;
  private static final byte PUT = 1;
  private static final int RECYCLED_LOGS = 2;
  private static final int RECYCLED_BYTES = 16 << 20;

  private final Options options;
  private final WriteOptions write = new WriteOptions().setSync(true);
  private final RocksDB db;
  private final AtomicLong tickets = new AtomicLong(-1);
  private final Stage[] stages = {new Stage(), new Stage()};
  private final GroupSync sync;
  private int current;

  RocksDbLog(LogSettings settings) throws RocksDBException {
    options = options(settings.streaming(), settings.read());
    db = RocksDB.open(options, settings.directory().toString());
    if (!settings.read()) {
      makeRecycledLogs();
    }
    sync = new GroupSync(tickets::getAcquire, this::writeStage);
    if (settings.streaming()) {
      sync.start();
    }
  }

  /** Only a log file that was written before takes a sync without a change of its metadata. */
  private void makeRecycledLogs() throws RocksDBException {
    byte[] value = new byte[64 << 10];
    new Random(7).nextBytes(value);
    try (WriteOptions unsynced = new WriteOptions();
        FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
      for (int log = 0; log <= RECYCLED_LOGS; log++) {
        for (int bytes = 0; bytes < RECYCLED_BYTES; bytes += value.length) {
          db.put(unsynced, Integer.toString(bytes).getBytes(StandardCharsets.US_ASCII), value);
        }
        db.flush(flush);
      }
    }
  }

  private static Options options(boolean streaming, boolean read) {
    return new Options()
        .setCreateIfMissing(true)
        .setUseFsync(false)
        .setRecycleLogFileNum(read ? 0 : RECYCLED_LOGS)
        .setWalTtlSeconds(read ? 3600 : 0)
        .setWriteBufferSize(streaming ? 8L << 30 : 1L << 30)
        .setMaxWriteBufferNumber(4)
        .setDisableAutoCompactions(true)
        .setCompressionType(CompressionType.NO_COMPRESSION)
        .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
        .setMaxTotalWalSize(64L << 30)
        .setAllowConcurrentMemtableWrite(!streaming)
        .setEnableWriteThreadAdaptiveYield(true)
        .setAvoidFlushDuringShutdown(true)
        .setMemTableConfig(streaming ? new VectorMemTableConfig() : new SkipListMemTableConfig());
  }

  @Override
  public Producer producer() {
    return new RocksProducer();
  }

  @Override
  public long synced() {
    return sync.synced();
  }

  private long writeStage() {
    byte[] bytes;
    long highest;
    synchronized (stages) {
      Stage stage = stages[current];
      current ^= 1;
      bytes = stage.take();
      highest = tickets.getPlain();
    }
    try (WriteBatch batch = new WriteBatch(bytes)) {
      db.write(write, batch);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
    return highest;
  }

  @Override
  public void close() {
    sync.stop();
    db.close();
    write.close();
    options.close();
  }

  /** A write batch in its serialized form: sequence, count, then tag, key and value of each put. */
  private static final class Stage {

    private final byte[] bytes = new byte[STAGE_BYTES];
    private final ByteBuffer view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    private int end = BATCH_HEADER_BYTES;
    private int count;

    boolean hasRoom(int length) {
      return end + length + 1 + 1 + Long.BYTES + 5 <= STAGE_BYTES;
    }

    void put(long key, byte[] value) {
      int at = end;
      bytes[at++] = PUT;
      bytes[at++] = Long.BYTES;
      view.putLong(at, Long.reverseBytes(key));
      at += Long.BYTES;
      int rest = value.length;
      while (rest >= 128) {
        bytes[at++] = (byte) (rest | 128);
        rest >>>= 7;
      }
      bytes[at++] = (byte) rest;
      System.arraycopy(value, 0, bytes, at, value.length);
      end = at + value.length;
      count++;
    }

    byte[] take() {
      view.putLong(0, 0);
      view.putInt(8, count);
      byte[] taken = Arrays.copyOf(bytes, end);
      end = BATCH_HEADER_BYTES;
      count = 0;
      return taken;
    }
  }

  private final class RocksProducer implements Producer {

    private final byte[] key = new byte[Long.BYTES];
    private final ByteBuffer keyView = ByteBuffer.wrap(key);

    @Override
    public long append(byte[] record) {
      int spins = 0;
      while (true) {
        synchronized (stages) {
          Stage stage = stages[current];
          if (stage.hasRoom(record.length)) {
            long ticket = tickets.getPlain() + 1;
            stage.put(ticket, record);
            tickets.setRelease(ticket);
            return ticket;
          }
        }
        sync.failIfFailed();
        spins = Waits.relax(spins);
      }
    }

    @Override
    public void awaitSynced(long ticket) {
      sync.await(ticket);
    }

    @Override
    public void appendSynced(byte[] record) throws RocksDBException {
      keyView.putLong(0, tickets.incrementAndGet());
      db.put(write, key, record);
    }
  }

  /**
   * Reads a log that was kept whole from its batches, from the first sequence; of one whose files
   * were used again, what it recovers, in the order of the tickets.
   */
  static final class RocksReader implements Reader {

    private final Options options;
    private final LogSettings settings;
    private final RocksDB db;

    RocksReader(LogSettings settings) throws RocksDBException {
      this.settings = settings;
      options = options(true, settings.read());
      db = RocksDB.openReadOnly(options, settings.directory().toString());
    }

    @Override
    public void readAll(LongConsumer numbers) throws RocksDBException {
      if (settings.read()) {
        readBatches(numbers);
      } else {
        readKeys(numbers);
      }
    }

    private void readKeys(LongConsumer numbers) throws RocksDBException {
      try (RocksIterator records = db.newIterator()) {
        for (records.seekToFirst(); records.isValid(); records.next()) {
          byte[] value = records.value();
          // The others filled the log files before the clock started.
          if (value.length == settings.recordBytes()) {
            numbers.accept(ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong(0));
          }
        }
        records.status();
      }
    }

    private void readBatches(LongConsumer numbers) throws RocksDBException {
      try (TransactionLogIterator updates = db.getUpdatesSince(0)) {
        for (; updates.isValid(); updates.next()) {
          try (WriteBatch batch = updates.getBatch().writeBatch()) {
            ByteBuffer view = ByteBuffer.wrap(batch.data()).order(ByteOrder.LITTLE_ENDIAN);
            int count = view.getInt(8);
            int at = BATCH_HEADER_BYTES;
            for (int i = 0; i < count; i++) {
              at += 2 + Long.BYTES;
              int length = 0;
              int shift = 0;
              byte b;
              do {
                b = view.get(at++);
                length |= (b & 127) << shift;
                shift += 7;
              } while (b < 0);
              numbers.accept(view.getLong(at));
              at += length;
            }
          }
        }
      }
    }

    @Override
    public void close() {
      db.close();
      options.close();
    }
  }
}

package dev.tandem.jmh.logger;

import dev.tandem.jmh.harness.Waits;
import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogReader;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.LogWriter;
import dev.tandem.logger.seal.KeyRing;
import dev.tandem.logger.seal.KeySealing;
import dev.tandem.logger.seal.KeyUnsealing;
import dev.tandem.logger.seal.SealException;
import dev.tandem.logger.seal.SealMode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Tandem's logger, called directly. */
final class TandemLoad implements LoadCase {

  /** What a call is. */
  enum Call {
    /** One string. */
    TEXT,
    /** A pattern with a long and a string, kept apart until the file is read. */
    DEFERRED
  }

  static final long SEGMENT = 64L << 20;
  private static final int BYTES_PER_RECORD = 192;
  private static final int MOST_AHEAD = 64;

  private final Path directory;
  private final Call call;
  private final KeyRing ring;
  private final LogStore store;
  private final LogWriter writer;

  /**
   * @param ahead segments made ready beside the one in use, before the run begins
   * @param seal null if it does not seal
   */
  TandemLoad(Settings settings, Call call, int ahead, SealMode seal) throws IOException {
    this.directory = settings.directory();
    this.call = call;
    this.ring = seal == null ? null : newRing();
    store = LogStore.open(directory, config(ahead).sealing(sealing(ring, seal)).build());
    writer = store.writer(Message.LOGGER);
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!store.isAhead() && System.nanoTime() - deadline < 0) {
      Waits.yieldCpu();
    }
  }

  /** Segments for so many records: then the burst is measured, as of the bare loops. */
  static int enoughFor(long records) {
    return (int) Math.min(MOST_AHEAD, records * BYTES_PER_RECORD / SEGMENT + 1);
  }

  /** Never drops while the machine moves at all. */
  static LogStoreConfig.Builder config(int ahead) {
    return LogStoreConfig.builder()
        .segmentSize(SEGMENT)
        .segmentsAhead(ahead)
        .blockBound(Duration.ofSeconds(60));
  }

  /** A ring of one key; keys of zeros are refused. */
  static KeyRing newRing() throws SealException {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) 7);
    return KeyRing.of("bench", key);
  }

  private static KeySealing sealing(KeyRing ring, SealMode seal) {
    return seal == null ? null : new KeySealing(ring, seal);
  }

  @Override
  public void log(long number) {
    if (call == Call.TEXT) {
      writer.log(LogLevel.INFO, Message.TEXT);
    } else {
      writer.log(LogLevel.INFO, Message.PATTERN, Message.id(number), Message.INSTRUMENT);
    }
  }

  @Override
  public void close() throws IOException {
    store.close();
  }

  @Override
  public long recorded() throws IOException {
    long records = 0;
    KeyUnsealing unsealing = ring == null ? null : new KeyUnsealing(ring);
    try (LogReader reader = LogReader.open(List.of(directory), unsealing)) {
      for (var record = reader.next(); record != null; record = reader.next()) {
        if (record.logger().equals(Message.LOGGER)) {
          records++;
        }
      }
    }
    if (ring != null) {
      ring.close();
    }
    return records;
  }
}

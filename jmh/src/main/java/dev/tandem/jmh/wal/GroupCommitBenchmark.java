package dev.tandem.jmh.wal;

import dev.tandem.jmh.harness.Folders;
import dev.tandem.wal.Confirmations;
import dev.tandem.wal.Durability;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A group commit: so many records of 115 bytes are appended, and the last one's confirmation is
 * waited for. A figure is for the whole group. The same in C++ is {@code group} of {@code
 * tandem-benchmarks}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms512m", "-Xmx2g", "-XX:+UseParallelGC"})
public class GroupCommitBenchmark {

  private static final byte TYPE = 1;
  private static final int RECORD_BYTES = 115;
  private static final long KEPT = 1 << 19;
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Written, or on the disk. */
  @Param({"WRITTEN", "SYNCED"})
  Durability level;

  /** Records of a group. */
  @Param({"1", "16", "256"})
  int records;

  /** On the disk to be measured. */
  @Param("/var/tmp")
  String directory;

  private Path root;
  private Wal wal;
  private Confirmations confirmations;
  private MemorySegment record;

  /** Opens a log, and waits until its segments are there. */
  @Setup
  public void open() throws IOException {
    root = Files.createTempDirectory(Path.of(directory), "tandem-group-");
    wal = Wal.open(root.resolve("log"), WalConfig.builder().durability(level).build());
    wal.awaitReserve();
    confirmations = wal.confirmations();
    record = MemorySegment.ofArray(Records.ofLength(RECORD_BYTES));
  }

  /** One group. */
  @Benchmark
  public long group() {
    long last = -1;
    for (int i = 0; i < records; i++) {
      last = wal.append(TYPE, record, 0, RECORD_BYTES, false);
    }
    // Throws if it is not confirmed in time.
    confirmations.awaitNanos(last, level, LIMIT_NANOS);
    if ((last & (KEPT - 1)) < records && last > KEPT) {
      wal.retainFrom(last - KEPT);
    }
    return last;
  }

  /** Closes the log, reads back what it keeps, which ends with the last record, and deletes it. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    long appended = wal.nextSequence();
    wal.close();
    long found = 0;
    long last = -1;
    try (WalReader reader = WalReader.open(root.resolve("log"), ReadMode.STRICT, 0)) {
      while (reader.next()) {
        last = reader.sequence();
        found++;
      }
    }
    if (last != appended - 1 || found < Math.min(appended, KEPT)) {
      throw new IllegalStateException(
          "%d records were appended; %d were read back, the last was %d"
              .formatted(appended, found, last));
    }
    Folders.delete(root);
  }
}

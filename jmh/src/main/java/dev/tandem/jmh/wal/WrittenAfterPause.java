package dev.tandem.jmh.wal;

import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.FitnessWatch;
import dev.tandem.jmh.harness.Folders;
import dev.tandem.jmh.harness.Waits;
import dev.tandem.wal.Durability;
import dev.tandem.wal.LogFile;
import dev.tandem.wal.LogFiles;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What a record costs who writes it himself, as a gateway's loop does, after a pause in which the
 * system has written the log's pages back. Two logs in turns, which differ in nothing but this: in
 * one the pages are made writable again before records come to them, in the other they are not.
 */
@Command(
    name = "WrittenAfterPause",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Records one by one into a log that only writes, some time after it was made.")
public final class WrittenAfterPause implements Callable<Integer> {

  private static final int RECORD_BYTES = 115;
  private static final int WARM_UP = 20_000;
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);

  @Option(names = "--dir", description = "On the disk to be measured.")
  private Path parent = Path.of("/var/tmp");

  @Option(names = "--pause", description = "Seconds before each turn; Linux writes back after 30.")
  private int pause = 40;

  @Option(names = "--records", description = "Of a turn.")
  private int records = 20_000;

  @Option(names = "--gap-micros", description = "Between two records.")
  private long gapMicros = 200;

  @Option(names = "--segment-bytes", description = "Two are made ready.")
  private int segmentBytes = 128 << 20;

  @Option(names = "--rounds", description = "Turns of each log.")
  private int rounds = 3;

  /** A file whose pages stay as the system left them. */
  private record Untouched(LogFile file) implements LogFile {
    @Override
    public void map(int bytes) throws IOException {
      file.map(bytes);
    }

    @Override
    public void write(ByteBuffer source, long position) throws IOException {
      file.write(source, position);
    }

    @Override
    public void force() throws IOException {
      file.force();
    }

    @Override
    public void truncate(long bytes) throws IOException {
      file.truncate(bytes);
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /** Exits with 0, or 1 if a log could not be written. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new WrittenAfterPause()).execute(args));
  }

  @Override
  public Integer call() throws IOException {
    System.out.println("| us a record | P50 | P97 | P99 | P99.9 | max | mean | over 1 ms |");
    System.out.println("|---|---|---|---|---|---|---|---|");
    try (FitnessWatch watch = FitnessWatch.begin()) {
      for (int round = 0; round < rounds; round++) {
        // Each comes first as often as the other.
        for (int i = 0; i < 2; i++) {
          if ((round + i) % 2 == 0) {
            turn("as the system left them", Untouched::new);
          } else {
            turn("made writable again", file -> file);
          }
        }
      }
      FitnessReport fitness = watch.report();
      System.out.printf("%n%s%n", fitness);
    }
    return 0;
  }

  private interface Wrap {
    LogFile around(LogFile file);
  }

  private void turn(String name, Wrap wrap) throws IOException {
    Path directory = Files.createTempDirectory(parent, "tandem-pages-");
    LogFiles files =
        new LogFiles() {
          @Override
          public LogFile open(Path path) throws IOException {
            return wrap.around(LogFiles.SYSTEM.open(path));
          }
        };
    WalConfig config =
        WalConfig.builder()
            .durability(Durability.WRITTEN)
            .segmentBytes(segmentBytes)
            .segmentsAhead(1)
            .files(files)
            .build();
    try (Arena arena = Arena.ofConfined();
        Wal wal = Wal.open(directory, config)) {
      MemorySegment record = arena.allocate(RECORD_BYTES);
      for (int i = 0; i < WARM_UP; i++) {
        write(wal, record);
      }
      pause();
      print(name, paced(wal, record));
    } finally {
      Folders.delete(directory);
    }
  }

  /** All of it: a wake-up that a wait for the log has left over would end a park at once. */
  private void pause() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(pause);
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private Histogram paced(Wal wal, MemorySegment record) {
    Histogram times = new Histogram(LONGEST_NANOS, 3);
    long gap = TimeUnit.MICROSECONDS.toNanos(gapMicros);
    long next = System.nanoTime();
    for (int i = 0; i < records; i++) {
      next += gap;
      while (System.nanoTime() - next < 0) {
        Waits.yieldCpu();
      }
      long before = System.nanoTime();
      write(wal, record);
      times.recordValue(System.nanoTime() - before);
    }
    return times;
  }

  private static void write(Wal wal, MemorySegment record) {
    long sequence = wal.appendDeferred((byte) 1, record, 0, RECORD_BYTES, false);
    wal.writeAppended();
    if (wal.confirmations().written() < sequence) {
      // The log's own writer had the turn.
      wal.confirmations().await(sequence, Durability.WRITTEN, Duration.ofMinutes(1));
    }
  }

  private static void print(String name, Histogram times) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %.1f | %.1f | %.1f | %.1f | %.0f | %.2f | %d |%n",
        name,
        times.getValueAtPercentile(50) / 1e3,
        times.getValueAtPercentile(97) / 1e3,
        times.getValueAtPercentile(99) / 1e3,
        times.getValueAtPercentile(99.9) / 1e3,
        times.getMaxValue() / 1e3,
        times.getMean() / 1e3,
        times.getCountBetweenValues(1_000_000, LONGEST_NANOS));
  }
}

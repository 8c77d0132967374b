package dev.tandem.jmh.wal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What an append costs its caller who does not wait for it, in bursts of 4,096 records; between two
 * bursts the log catches up, so no burst meets a full buffer. Run it with {@code -prof gc}: the
 * allocation counts every thread's.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(
    value = 2,
    jvmArgsAppend = {
      "-Xms512m",
      "-Xmx2g",
      "-XX:+UseParallelGC",
      // As in LogSystem; for Aeron.
      "-Dagrona.disable.bounds.checks=true",
      "--add-opens=java.base/java.util.zip=ALL-UNNAMED",
      "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
      "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
      "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
      "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
      "--enable-native-access=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow"
    })
public class AppendBenchmark {

  private static final int BURST = 4_096;

  @Param({"PLAIN", "TANDEM"})
  String system;

  @Param({"115", "1152"})
  int recordBytes;

  /** On the disk to be measured. */
  @Param("/var/tmp")
  String directory;

  private Path root;
  private DurableLog log;
  private DurableLog.Producer producer;
  private byte[] record;
  private LogSettings settings;
  private long last;
  private long records;

  /** Opens a new log. */
  @Setup(Level.Trial)
  public void open() throws Exception {
    root = Files.createTempDirectory(Path.of(directory), "tandem-append-");
    Path own = Files.createDirectory(root.resolve("log"));
    settings = new LogSettings(own, recordBytes, 0, false);
    log = LogSystem.valueOf(system).open(settings);
    producer = log.producer();
    record = Records.ofLength(recordBytes);
    last = -1;
    records = 0;
  }

  /** Lets the log catch up. */
  @Setup(Level.Invocation)
  public void drain() throws Exception {
    if (last >= 0) {
      producer.awaitSynced(last);
    }
  }

  /** Checks that all of it is durable, closes the log, reads it back and deletes it. */
  @TearDown(Level.Trial)
  public void close() throws Exception {
    producer.awaitSynced(last);
    if (last < 0 || log.synced() < last) {
      throw new IllegalStateException("synced up to " + log.synced() + ", appended to " + last);
    }
    log.close();
    Readback readback = new Readback(1);
    try (DurableLog.Reader reader = LogSystem.valueOf(system).reader(settings)) {
      reader.readAll(readback::found);
    }
    readback.check(new long[] {records}, log.kept());
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** One burst. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public long append() throws Exception {
    long ticket = 0;
    for (int i = 0; i < BURST; i++) {
      Records.number(record, records++);
      ticket = producer.append(record);
    }
    last = ticket;
    return ticket;
  }
}

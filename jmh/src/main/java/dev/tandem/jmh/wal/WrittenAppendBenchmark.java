package dev.tandem.jmh.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
 * The writer's part of a log that is only written: one segment filled with batches, by {@code
 * FileChannel} or through a map. The segment is zero-filled, forced and in memory before. A figure
 * is for a whole segment; {@link WrittenAppend} runs it and tells it by record.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5)
@Measurement(iterations = 15)
@Fork(
    value = 3,
    jvmArgsAppend = {
      "-Xms512m",
      "-Xmx1g",
      "-XX:+UseParallelGC",
      "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
      "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
      "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
      "--enable-native-access=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow"
    })
public class WrittenAppendBenchmark {

  static final int SEGMENT_BYTES = 64 << 20;

  /** A body of 115 bytes with its header, and padding to 8. */
  private static final int RECORD_BYTES = 144;

  private static final int MARK_BYTES = 40;
  private static final int ZERO_BYTES = 64 << 10;

  @Param({"CHANNEL", "MAPPED", "CHRONICLE"})
  String way;

  @Param({"1", "16", "256", "4096"})
  int batch;

  /** On the disk to be measured. */
  @Param("/var/tmp")
  String directory;

  private Path file;
  private WrittenSegment segment;
  private ByteBuffer bytes;

  static int batchBytes(int records) {
    return MARK_BYTES + records * RECORD_BYTES;
  }

  /** Records in a segment full of batches. */
  static long recordsOf(int batch) {
    return (long) (SEGMENT_BYTES / batchBytes(batch)) * batch;
  }

  /** Makes the file and the batch. */
  @Setup(Level.Trial)
  public void open() throws IOException {
    file = Files.createTempFile(Path.of(directory), "tandem-written-", ".wal");
    bytes = ByteBuffer.allocateDirect(batchBytes(batch));
    bytes.put(Records.ofLength(bytes.capacity())).clear();
  }

  /** A fresh segment. */
  @Setup(Level.Invocation)
  public void prepare() throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect(ZERO_BYTES);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (int at = 0; at < SEGMENT_BYTES; at += ZERO_BYTES) {
        channel.write(zeros.clear(), at);
      }
      channel.force(true);
    }
    segment = WrittenSegment.Way.valueOf(way).open(file, SEGMENT_BYTES);
  }

  /** Whether the work was done: each batch is in the file. */
  @TearDown(Level.Invocation)
  public void check() throws IOException {
    segment.close();
    bytes.clear();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer all = channel.map(FileChannel.MapMode.READ_ONLY, 0, SEGMENT_BYTES);
      for (int at = 0; at <= SEGMENT_BYTES - bytes.capacity(); at += bytes.capacity()) {
        if (!all.slice(at, bytes.capacity()).equals(bytes)) {
          throw new IllegalStateException("the batch at " + at + " is not in the file");
        }
      }
    }
  }

  /** Deletes the file. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    Files.delete(file);
  }

  /** Fills a segment. */
  @Benchmark
  public Object fill() throws IOException {
    int step = bytes.capacity();
    for (int at = 0; at <= SEGMENT_BYTES - step; at += step) {
      segment.write(bytes, at);
    }
    return segment;
  }
}

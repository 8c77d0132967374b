package dev.tandem.jmh.logger;

import dev.tandem.jmh.harness.Folders;
import dev.tandem.jmh.harness.Waits;
import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogWriter;
import dev.tandem.logger.RetentionPolicy;
import dev.tandem.logger.seal.KeyRing;
import dev.tandem.logger.seal.KeySealing;
import dev.tandem.logger.seal.SealMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
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
 * What a call costs its caller, with the time that is in every record, in bursts; between two
 * bursts the segments are made ready again, so that the call is measured and not the disk. Run it
 * with {@code -prof gc}: the allocation counts every thread's.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xms512m", "-Xmx2g", "-XX:+UseParallelGC"})
public class CallBenchmark {

  /** How records are kept. */
  public enum Kept {
    /** Records are written unsealed. */
    PLAIN,
    /** Sealed by blocks, behind the caller. */
    SEALED,
    /** Each sealed by its caller. */
    AUDIT
  }

  private static final int BURST = 8_192;
  private static final int KEPT = 4;
  private static final int AHEAD = 3;

  @Param Kept files;

  /** On the disk to be measured. */
  @Param("/var/tmp")
  String directory;

  private Path root;
  private KeyRing ring;
  private LogStore store;
  private LogWriter writer;
  private long bursts;

  /** Opens a store that keeps few files. */
  @Setup(Level.Trial)
  public void open() throws IOException {
    root = Files.createTempDirectory(Path.of(directory), "tandem-call-");
    ring = TandemLoad.newRing();
    SealMode mode =
        switch (files) {
          case PLAIN -> null;
          case SEALED -> SealMode.BLOCKS;
          case AUDIT -> SealMode.RECORDS;
        };
    store =
        LogStore.open(
            root,
            TandemLoad.config(AHEAD)
                .retention(RetentionPolicy.ofFiles(KEPT))
                .sealing(mode == null ? null : new KeySealing(ring, mode))
                .build());
    writer = store.writer(Message.LOGGER);
  }

  /** Waits until segments are ready. */
  @Setup(Level.Invocation)
  public void ready() {
    while (!store.isAhead()) {
      Waits.yieldCpu();
    }
    bursts++;
  }

  /** Closes the store and deletes it; fails if anything was dropped or not written. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    long dropped = store.metrics().dropped();
    long written = store.metrics().records();
    store.close();
    ring.close();
    Folders.delete(root);
    if (dropped > 0) {
      throw new IllegalStateException(dropped + " records were dropped");
    }
    if (written != bursts * BURST) {
      throw new IllegalStateException(written + " records in " + bursts + " bursts of " + BURST);
    }
  }

  /** One string of 114 characters. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public void string() {
    for (int i = 0; i < BURST; i++) {
      writer.log(LogLevel.INFO, Message.TEXT);
    }
  }

  /** A pattern with a long. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public void oneLong() {
    for (int i = 0; i < BURST; i++) {
      writer.log(LogLevel.INFO, "order {} was accepted", (long) i);
    }
  }

  /** A pattern with two of them. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public void twoLongs() {
    for (int i = 0; i < BURST; i++) {
      writer.log(LogLevel.INFO, "order {} was filled with {}", (long) i, 7_000_000L);
    }
  }

  /** A pattern with three of them. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public void threeLongs() {
    for (int i = 0; i < BURST; i++) {
      writer.log(LogLevel.INFO, "order {} was filled with {} at {}", (long) i, 7_000_000L, 101L);
    }
  }
}

package dev.tandem.jmh.logger;

import dev.tandem.jmh.harness.Folders;
import dev.tandem.logger.fronts.Logging;
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
 * What a call through SLF4J costs its caller, as {@link CallBenchmark} does without it. The numbers
 * are boxed and the array of three is made before, because both are the caller's and not the
 * logger's; {@link #boxedByTheCall} shows what they add.
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
      "-Dslf4j.provider=dev.tandem.logger.fronts.slf4j.TandemServiceProvider",
      "-Dslf4j.internal.verbosity=WARN"
    })
public class Slf4jCallBenchmark {
  private static final int BURST = 8_192;

  /** Half of what is made ready, so that no burst waits for a segment. */
  private static final long RECORDS_A_SETTLING = 1_000_000;

  /** On the disk to be measured. */
  @Param("/var/tmp")
  String directory;

  private final Object number = Long.valueOf(1_000_000_007L);
  private final Object[] three = {number, 7_000_000L, 101L};
  private Path root;
  private Slf4jLoad load;
  private long sinceSettled;

  /** Starts the logging of the process. */
  @Setup(Level.Trial)
  public void open() throws IOException {
    root = Files.createTempDirectory(Path.of(directory), "tandem-slf4j-call-");
    load = new Slf4jLoad(new LoadCase.Settings(root, root, 1, 1));
  }

  /** Waits, every so many records, until segments are ready. */
  @Setup(Level.Invocation)
  public void ready() throws IOException {
    sinceSettled += BURST;
    if (sinceSettled > RECORDS_A_SETTLING) {
      load.settle();
      sinceSettled = 0;
    }
  }

  /** Ends the logging of the process, and deletes its files; fails if anything was dropped. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    long dropped = Logging.get().dropped();
    Slf4jLoad.end();
    Folders.delete(root);
    if (dropped > 0) {
      throw new IllegalStateException(dropped + " records were dropped");
    }
  }

  /** A text of 114 characters. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public void noArgument() {
    for (int i = 0; i < BURST; i++) {
      load.logger().info(Message.TEXT);
    }
  }

  /** A pattern with one argument. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public void oneArgument() {
    for (int i = 0; i < BURST; i++) {
      load.logger().info("order {} was accepted", number);
    }
  }

  /** A pattern with two. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public void twoArguments() {
    for (int i = 0; i < BURST; i++) {
      load.logger().info("order {} was accepted in {}", number, Message.INSTRUMENT);
    }
  }

  /** A pattern with three. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public void threeArguments() {
    for (int i = 0; i < BURST; i++) {
      load.logger().info("order {} was filled with {} at {}", three);
    }
  }

  /** The same, as a caller writes it. */
  @Benchmark
  @OperationsPerInvocation(BURST)
  public void boxedByTheCall() {
    for (int i = 0; i < BURST; i++) {
      load.logger().info("order {} was filled with {} at {}", 1_000_000_000L + i, 7_000_000L, 101L);
    }
  }
}

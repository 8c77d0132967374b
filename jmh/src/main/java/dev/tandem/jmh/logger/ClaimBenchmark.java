package dev.tandem.jmh.logger;

import dev.tandem.jmh.harness.Folders;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The ways to claim a place, with the copy of 114 bytes, by 1, 2, 4 and 10 threads: mean ns from
 * one record of a thread to its next. Divided by the threads it is the time from record to record
 * of all. Each iteration has a file that was filled and touched before.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 20)
@Measurement(iterations = 20)
@Fork(2)
public class ClaimBenchmark {
  private static final int RECORDS = 200_000;

  @Param({"FETCH_ADD", "COMPARE_AND_SET", "CHUNK"})
  String claim;

  /** On the disk to be measured. */
  @Param("/var/tmp")
  String directory;

  private Path root;
  private BareLoad load;

  /** Makes a file. */
  @Setup(Level.Iteration)
  public void open(BenchmarkParams params) throws IOException {
    root = Files.createTempDirectory(Path.of(directory), "tandem-claim-");
    int threads = params.getThreads();
    LoadCase.Settings settings =
        new LoadCase.Settings(root, root, threads, (long) threads * RECORDS);
    load = new BareLoad(settings, BareLoad.Claim.valueOf(claim), false);
  }

  /** Deletes it; fails if a record is missing. */
  @TearDown(Level.Iteration)
  public void close(BenchmarkParams params) throws IOException {
    load.close();
    long recorded = load.recorded();
    Folders.delete(root);
    if (recorded != (long) params.getThreads() * RECORDS) {
      throw new IllegalStateException(recorded + " records were written");
    }
  }

  @Benchmark
  @Threads(1)
  @OperationsPerInvocation(RECORDS)
  public void threads01() {
    run();
  }

  @Benchmark
  @Threads(2)
  @OperationsPerInvocation(RECORDS)
  public void threads02() {
    run();
  }

  @Benchmark
  @Threads(4)
  @OperationsPerInvocation(RECORDS)
  public void threads04() {
    run();
  }

  @Benchmark
  @Threads(10)
  @OperationsPerInvocation(RECORDS)
  public void threads10() {
    run();
  }

  private void run() {
    for (int i = 0; i < RECORDS; i++) {
      load.log(i);
    }
  }
}

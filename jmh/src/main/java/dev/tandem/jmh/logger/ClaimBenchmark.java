package dev.tandem.jmh.logger;

import dev.tandem.jmh.harness.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The ways to claim a place, with the copy of 114 bytes, by 1, 2, 4 and 10 threads: ns from one
 * record to the next of all threads, from the start of the first thread to the end of the last. So
 * threads that have to take turns on a CPU do not seem faster than they are, as they would by the
 * mean of each thread's own time. Each iteration has a file that was filled and touched before.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 20)
@Measurement(iterations = 20)
@Fork(2)
public class ClaimBenchmark {
  static final int RECORDS = 200_000;

  @Param({"FETCH_ADD", "COMPARE_AND_SET", "CHUNK"})
  String claim;

  /** On the disk to be measured. */
  @Param("/var/tmp")
  String directory;

  private Path root;
  private BareLoad load;
  private int records;

  /** Makes a file. */
  @Setup(Level.Iteration)
  public void open(BenchmarkParams params) throws IOException {
    open(params.getOpsPerInvocation());
  }

  /** For so many records, of {@link #RECORDS} each thread. */
  void open(int all) throws IOException {
    records = all;
    root = Files.createTempDirectory(Path.of(directory), "tandem-claim-");
    LoadCase.Settings settings = new LoadCase.Settings(root, root, records / RECORDS, records);
    load = new BareLoad(settings, BareLoad.Claim.valueOf(claim), false);
  }

  /** Deletes it; fails if a record is missing. */
  @TearDown(Level.Iteration)
  public void close() throws IOException {
    load.close();
    long recorded = load.recorded();
    Folders.delete(root);
    if (recorded != records) {
      throw new IllegalStateException(recorded + " records were written");
    }
  }

  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public void threads01() throws InterruptedException {
    run(1);
  }

  @Benchmark
  @OperationsPerInvocation(2 * RECORDS)
  public void threads02() throws InterruptedException {
    run(2);
  }

  @Benchmark
  @OperationsPerInvocation(4 * RECORDS)
  public void threads04() throws InterruptedException {
    run(4);
  }

  @Benchmark
  @OperationsPerInvocation(10 * RECORDS)
  public void threads10() throws InterruptedException {
    run(10);
  }

  /** Of so many threads this one is the last. */
  private void run(int threads) throws InterruptedException {
    List<Thread> others = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
      others.add(Thread.ofPlatform().start(this::log));
    }
    log();
    for (Thread other : others) {
      other.join();
    }
  }

  private void log() {
    for (int i = 0; i < RECORDS; i++) {
      load.log(i);
    }
  }
}

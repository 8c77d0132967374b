package dev.tandem.jmh.book;

import java.io.IOException;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * Nanoseconds per message of the public workload: one thread, decoded before the clock, a report of
 * 64 bytes written for each event. The book is empty at the start of each pass. Before the clock
 * starts the report hash is compared with the published one.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 7, time = 1)
@Fork(
    value = 3,
    jvmArgsAppend = {"--sun-misc-unsafe-memory-access=allow", "-Xms1g", "-Xmx1g"})
public class BookWorkloadBenchmark {

  private static final int MESSAGES = 1_996_097;
  private static final int RING = 1 << 12;

  /** Whether order ids count up, as published, or are scattered over 64 bits. */
  @Param({"DENSE", "HASHED"})
  public Ids ids;

  private final Reports reports = new Reports(RING);
  private BookStream stream;
  private BookStream sweep;
  private ReportingBook book;

  /** Reads the file and proves the reports. */
  @Setup
  public void prepare() throws IOException {
    BookStream dense = Workload.load(Workload.file());
    if (dense.size() != MESSAGES) {
      throw new IllegalStateException(dense.size() + " messages, expected " + MESSAGES);
    }
    Reports all = new Reports(1 << 22);
    new ReportingBook(all).run(dense);
    if (!all.sha256().equals(Workload.REPORT_SHA256)) {
      throw new IllegalStateException(
          "reports " + all.sha256() + ", expected " + Workload.REPORT_SHA256);
    }
    stream = ids.of(dense);
    sweep = stream.cancels();
    book = new ReportingBook(reports);
  }

  /** Empties the book, outside the clock. */
  @Setup(Level.Invocation)
  public void empty() {
    book.run(sweep);
  }

  /** One pass over all messages. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public int messages() {
    book.run(stream);
    return reports.count();
  }
}

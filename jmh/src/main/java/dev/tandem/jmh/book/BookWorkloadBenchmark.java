package dev.tandem.jmh.book;

import dev.tandem.flow.generator.BookProfile;
import dev.tandem.flow.generator.BookStream;
import dev.tandem.flow.generator.BookWorkload;
import dev.tandem.flow.generator.Ids;
import dev.tandem.jmh.harness.PopulationProfiler;
import java.util.IdentityHashMap;
import java.util.concurrent.CompletableFuture;
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
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * Nanoseconds per message of the public workload and of made ones with other standing books: one
 * thread, decoded before the clock, a report of 64 bytes written for each event. The book is empty
 * at the start of each pass. Before the clock starts the report hash is compared with the published
 * one, or the trades with the naive book's; behind each pass the reports that the ring holds are
 * compared with those of the first.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 7, time = 1)
@Fork(
    value = 3,
    jvmArgsAppend = {
      "--sun-misc-unsafe-memory-access=allow",
      "--enable-native-access=ALL-UNNAMED",
      "-Xms1g",
      "-Xmx1g"
    })
public class BookWorkloadBenchmark {

  private static final int MESSAGES = 1_996_097;
  private static final int RING = 1 << 12;

  /** The published workload, or a made one of the same length: see {@link BookProfile}. */
  @Param({"PUBLISHED", "STATIC", "FLASH_CRASH", "SWING_25", "SWING_40", "WIDE"})
  public String workload;

  /** The book in Java or in C++. */
  @Param({"BOOK", "CPP"})
  public Engines engine;

  /** Whether order ids rise, are scattered over 64 bits, or are small in random order. */
  @Param({"DENSE", "HASHED", "SHUFFLED"})
  public Ids ids;

  private final IdentityHashMap<BookStream, Long> reports = new IdentityHashMap<>();
  private BookStream stream;
  private BookStream warmUp;
  private BookStream measured;
  private MessageBook book;

  /** Reads or makes the messages and proves the reports. */
  @Setup
  public void prepare() {
    // Two CPUs make both in less time than one of them; nothing is measured meanwhile.
    CompletableFuture<BookStream> other =
        CompletableFuture.supplyAsync(() -> ids.of(Streams.made(warmUpProfile(), 2, MESSAGES)));
    BookStream dense;
    NaiveTreeBook.Met met;
    if (workload.equals("PUBLISHED")) {
      dense = Streams.published();
      met = NaiveTreeBook.met(workload, dense);
      try (MessageBook all = make(1 << 22)) {
        all.report(dense);
        String sum = all.reports().sha256();
        if (!sum.equals(BookWorkload.REPORT_SHA256)) {
          throw new IllegalStateException(
              "reports " + sum + ", expected " + BookWorkload.REPORT_SHA256);
        }
      }
    } else {
      dense = Streams.made(BookProfile.valueOf(workload), 1, MESSAGES);
      met = NaiveTreeBook.met(workload, dense);
      long found = engine.create().run(dense);
      if (found != met.hash()) {
        throw new IllegalStateException("trades " + found + ", expected " + met.hash());
      }
    }
    if (dense.size() != MESSAGES) {
      throw new IllegalStateException(dense.size() + " messages, expected " + MESSAGES);
    }
    PopulationProfiler.meets(met.population());
    measured = ids.of(dense);
    warmUp = other.join();
    book = make(RING);
  }

  /** Measures this book with these messages; for tests. */
  void measure(MessageBook with, BookStream messages) {
    book = with;
    stream = messages;
  }

  private MessageBook make(int reports) {
    return engine == Engines.CPP ? new TwinBook(reports) : new ReportingBook(new Reports(reports));
  }

  /** Gives back memory that is not the heap's. */
  @TearDown
  public void close() {
    book.close();
  }

  /** The same shape where it can be made, otherwise one with orders of both kinds. */
  private BookProfile warmUpProfile() {
    return workload.equals("PUBLISHED") ? BookProfile.SWING_25 : BookProfile.valueOf(workload);
  }

  /** What is measured is not what the code was warmed up with. */
  @Setup(Level.Iteration)
  public void choose(IterationParams iteration) {
    stream = iteration.getType() == IterationType.WARMUP ? warmUp : measured;
  }

  /** Empties the book, outside the clock; its next report is the ring's first. */
  @Setup(Level.Invocation)
  public void empty() {
    book.empty();
    book.rewind();
  }

  /** A pass that leaves other reports than the first one of the same messages fails. */
  @TearDown(Level.Invocation)
  public void check() {
    long found = book.ringHash();
    long expected = reports.computeIfAbsent(stream, s -> found);
    if (found != expected) {
      throw new IllegalStateException("the reports are not those of the first pass");
    }
  }

  /** One pass over all messages. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public void messages() {
    book.report(stream);
  }
}

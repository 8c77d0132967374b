package dev.tandem.jmh.book;

import dev.tandem.flow.generator.BookProfile;
import dev.tandem.flow.generator.BookStream;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.Ids;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Nanoseconds per command of the spot stream: 9 % GTC, 3 % IOC, 6 % cancel, 82 % move. */
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
public class OrderBookBenchmark {

  private static final int COMMANDS = 1_000_000;

  /** What runs: the book, the same through the matching stage, that in C++, peers. */
  @Param({"BOOK", "STAGE", "CPP", "EXCHANGE_CORE", "NAIVE"})
  public Engines engine;

  /** Whether order ids count up, are scattered over 64 bits, or are shuffled. */
  @Param({"DENSE", "HASHED", "SHUFFLED"})
  public Ids ids;

  private BookEngine book;
  private BookStream stream;
  private long expected;

  /** Makes the stream, states what it meets and checks that the engine trades as the naive book. */
  @Setup
  public void prepare() {
    stream = ids.of(FlowGenerator.book(BookProfile.SPOT, 1, COMMANDS));
    System.out.println(NaiveTreeBook.population(stream));
    expected = Engines.NAIVE.create().run(stream);
    book = engine.create();
    checked();
  }

  /** One pass over the stream. */
  @Benchmark
  @OperationsPerInvocation(COMMANDS)
  public long spot() {
    return checked();
  }

  private long checked() {
    long hash = book.run(stream);
    if (hash != expected) {
      throw new IllegalStateException(engine + " trades " + hash + ", expected " + expected);
    }
    return hash;
  }
}

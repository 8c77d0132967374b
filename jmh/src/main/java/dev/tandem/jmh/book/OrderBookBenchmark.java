package dev.tandem.jmh.book;

import dev.tandem.flow.generator.BookProfile;
import dev.tandem.flow.generator.BookStream;
import dev.tandem.flow.generator.Ids;
import dev.tandem.jmh.harness.PopulationProfiler;
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
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

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

  /** What runs: the book, that in C++, peers. */
  @Param({"BOOK", "CPP", "EXCHANGE_CORE", "NAIVE"})
  public Engines engine;

  /** Whether order ids count up, are scattered over 64 bits, or are shuffled. */
  @Param({"DENSE", "HASHED", "SHUFFLED"})
  public Ids ids;

  private BookEngine book;
  private BookStream measured;
  private BookStream warmUp;
  private BookStream stream;
  private long measuredHash;
  private long warmUpHash;
  private long expected;

  /**
   * Generates both streams, states the population of the measured one and what the naive book
   * trades.
   */
  @Setup
  public void prepare() {
    // Two CPUs make both in less time than one of them; nothing is measured meanwhile.
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () -> {
              warmUp = ids.of(Streams.made(BookProfile.SPOT, 2, COMMANDS));
              warmUpHash = NaiveTreeBook.met("warm-up-" + ids, warmUp).hash();
            });
    measured = ids.of(Streams.made(BookProfile.SPOT, 1, COMMANDS));
    NaiveTreeBook.Met met = NaiveTreeBook.met("measured-" + ids, measured);
    PopulationProfiler.meets(met.population());
    measuredHash = met.hash();
    other.join();
    book = engine.create();
    book.prepare(warmUp);
    book.prepare(measured);
  }

  /** What is measured is not what the code was warmed up with. */
  @Setup(Level.Iteration)
  public void choose(IterationParams iteration) {
    boolean warming = iteration.getType() == IterationType.WARMUP;
    stream = warming ? warmUp : measured;
    expected = warming ? warmUpHash : measuredHash;
  }

  /** One pass over the stream; fails where the engine does not trade as the naive book. */
  @Benchmark
  @OperationsPerInvocation(COMMANDS)
  public long spot() {
    long hash = book.run(stream);
    if (hash != expected) {
      throw new IllegalStateException(engine + " trades " + hash + ", expected " + expected);
    }
    return hash;
  }
}

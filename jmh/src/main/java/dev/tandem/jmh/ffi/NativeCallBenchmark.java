package dev.tandem.jmh.ffi;

import dev.tandem.core.command.ResultCode;
import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.KernelFlows;
import dev.tandem.hash.Hashing;
import java.lang.foreign.ValueLayout;
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
 * What a call from Java to C++ costs: an empty one, a hash, and commands of 64 bytes for the whole
 * exchange, of which a call takes 1, 16 or 256. A figure is ns a call, of commands ns a command.
 * One run has one way of calling and one work, so that the compiler sees no other.
 *
 * <p>The work is checked: what the empty call returns, the digest, and of the commands the trades
 * of all passes and the codes of the last one.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms512m", "-Xmx512m", "-XX:+UseParallelGC"})
public class NativeCallBenchmark {

  private static final int ABI = 3;
  private static final long SEED = 11;

  /** What is called. */
  public enum Work {
    /** A function that returns a constant. */
    EMPTY(0, 0),
    /** XXH3 of so many bytes. */
    XXH3_32(32, 0),
    XXH3_1024(1_024, 0),
    XXH3_8192(8_192, 0),
    /** So many commands of the flow STEADY in a call. */
    SUBMIT_1(0, 1),
    SUBMIT_16(0, 16),
    SUBMIT_256(0, 256);

    private final int bytes;
    private final int batch;

    Work(int bytes, int batch) {
      this.bytes = bytes;
      this.batch = batch;
    }
  }

  /** The way of calling. */
  @Param public CallWay entrant;

  /** What the calls do. */
  @Param public Work work;

  private CallData data;
  private Calls calls;
  private long digest;
  private int at;
  private long passes;

  /** Makes the exchange, and the commands where some are submitted. */
  @Setup
  public void prepare() {
    // Only where it is submitted: making it takes longer than measuring an empty call.
    KernelFlow flow = work.batch == 0 ? null : KernelFlows.STEADY.make(SEED);
    data = new CallData(entrant.takesArrays(), work.bytes, flow);
    calls = entrant.on(data);
    digest = Hashing.xxh3().hash(data.input(), 0, work.bytes);
  }

  /** As many calls as one invocation has. */
  @Benchmark
  @OperationsPerInvocation(CallData.BLOCK)
  public long call() {
    return switch (work) {
      case EMPTY -> empty();
      case XXH3_32, XXH3_1024, XXH3_8192 -> hash();
      case SUBMIT_1, SUBMIT_16, SUBMIT_256 -> submit();
    };
  }

  private long empty() {
    long sum = 0;
    for (int i = 0; i < CallData.BLOCK; i++) {
      sum += calls.empty();
    }
    return checked(sum, (long) ABI * CallData.BLOCK);
  }

  private long hash() {
    long sum = 0;
    for (int i = 0; i < CallData.BLOCK; i++) {
      sum += calls.xxh3();
    }
    return checked(sum, digest * CallData.BLOCK);
  }

  private long submit() {
    int from = at;
    int failures = 0;
    for (int i = 0; i < CallData.BLOCK; i += work.batch) {
      failures |= calls.submit(from + i, work.batch);
    }
    at = from + CallData.BLOCK;
    if (at == data.size()) {
      at = 0;
      passes++;
    }
    return checked(failures, 0);
  }

  private static long checked(long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException("the calls gave " + found + ", expected " + expected);
    }
    return found;
  }

  /** Ends the pass, and checks what all passes came to. */
  @TearDown(Level.Iteration)
  public void check() {
    while (at != 0) {
      submit();
    }
    checked(data.trades(), passes * data.tradesOfPass());
    for (int i = 0; i < data.size() && passes > 0; i++) {
      checked(data.codes().get(ValueLayout.JAVA_BYTE, i), ResultCode.OK_CODE);
    }
  }

  /** What the calls are on. */
  CallData data() {
    return data;
  }

  /** Ends the exchange. */
  @TearDown
  public void close() {
    data.close();
  }
}

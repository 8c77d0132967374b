package dev.tandem.it.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.tandem.app.parity.CommandLogs;
import dev.tandem.app.parity.TwinExchange;
import dev.tandem.app.parity.TwinOptions;
import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.ExchangeBuilder;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.event.EventBatch;
import dev.tandem.core.statemachine.Query;
import dev.tandem.flow.model.Answer;
import dev.tandem.flow.model.HostileFlow;
import dev.tandem.flow.model.Input;
import dev.tandem.wal.Durability;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Java and C++, each fused and pipelined, come to what the serial model comes to, on flows in which
 * everything is drawn at random: commands of every kind, refusals, thin balances, ids used again at
 * once, auctions; and so are the shards, and whether a log is kept.
 *
 * <p>{@code tandem.parity.first} is the seed of the first flow.
 */
class EveryKernelParityTest {

  private static final int FIRST = Integer.getInteger("tandem.parity.first", 0);
  private static final int MAX_SHARDS = 3;
  private static final int WORDS = TwinExchange.RECORD_WORDS;
  private static final int[] RING_SIZES = {16, 256, 4_096};

  /** What came of a flow in one kernel; without a log its hash is 0. */
  private static final class Reported {
    private final String kernel;
    private final byte[] codes;
    private final long[] words;
    private final long events;
    private final long state;
    private final long log;

    Reported(String kernel, byte[] codes, long[] words, long events, long state, long log) {
      this.kernel = kernel;
      this.codes = codes;
      this.words = words;
      this.events = events;
      this.state = state;
      this.log = log;
    }
  }

  /** One flow, and how it is run. */
  private record Case(
      long seed, HostileFlow flow, Topology java, Topology cpp, int ringSize, CommandLogs logs) {

    static Case draw(long seed, CommandLogs logs) {
      // Not the generator of the flow: the flow of a seed stays the same however it is run.
      SplittableRandom random = new SplittableRandom(~seed);
      return new Case(
          seed,
          HostileFlow.of(seed),
          shards(random),
          shards(random),
          RING_SIZES[random.nextInt(RING_SIZES.length)],
          random.nextBoolean() ? logs : null);
    }

    private static Topology shards(SplittableRandom random) {
      return Topology.pipelined(1 + random.nextInt(MAX_SHARDS), 1 + random.nextInt(MAX_SHARDS));
    }

    int size() {
      return flow.inputs().size();
    }

    String logOf(String kernel) {
      return kernel + " " + seed;
    }

    long logHash(String kernel) {
      return logs == null ? 0 : logs.hash(logOf(kernel));
    }
  }

  @BeforeAll
  static void needTwin() {
    Twins.require();
  }

  private static Reported model(Case of) {
    List<Answer> answers = of.flow.answers();
    byte[] codes = new byte[answers.size()];
    List<long[]> records = new ArrayList<>();
    for (int i = 0; i < codes.length; i++) {
      codes[i] = answers.get(i).code().code();
      records.addAll(answers.get(i).events());
    }
    long[] words = records.stream().flatMapToLong(Arrays::stream).toArray();
    return new Reported("model", codes, words, of.flow.eventHash(), of.flow.stateHash(), 0);
  }

  /** What an exchange in Java told; written on its threads, read when they have ended. */
  private static final class Recorder {
    private final byte[] codes;
    private long[] words = new long[1 << 12];
    private int count;

    Recorder(int size) {
      codes = new byte[size];
    }

    void onResult(Command c) {
      // The questions for the hashes come behind the flow.
      if (c.sequence < codes.length) {
        codes[(int) c.sequence] = c.result;
      }
    }

    void onEvents(EventBatch batch) {
      int end = count + batch.count() * WORDS;
      if (end > words.length) {
        words = Arrays.copyOf(words, Math.max(end, 2 * words.length));
      }
      for (int i = 0; count < end; i++) {
        words[count++] = batch.word(i / WORDS, i % WORDS);
      }
    }
  }

  private static Reported java(Case of, Topology topology) {
    String kernel = "Java " + topology;
    Recorder reported = new Recorder(of.size());
    ExchangeBuilder builder =
        Exchange.builder()
            .topology(topology)
            .ringSize(of.ringSize)
            .singleProducer()
            .daemon()
            .resultHandler(reported::onResult)
            .eventListener(reported::onEvents);
    if (of.logs != null) {
      builder.journal(
          JournalOptions.in(of.logs.of(of.logOf(kernel)))
              .durability(Durability.WRITTEN)
              .segmentBytes(1 << 18));
    }
    long events;
    long state;
    try (Exchange exchange = builder.start()) {
      CommandPublisher publisher = exchange.publisher();
      for (Input in : of.flow.inputs()) {
        Command c = publisher.claim();
        in.fill(c, new Query() {});
        publisher.publish(c);
      }
      events = exchange.eventHash();
      state = exchange.stateHash();
    }
    long[] words = Arrays.copyOf(reported.words, reported.count);
    return new Reported(kernel, reported.codes, words, events, state, of.logHash(kernel));
  }

  private static Reported cpp(Case of, Topology topology) {
    String kernel = "C++ " + topology;
    TwinOptions options = TwinOptions.of(true, 1, 1).keepingRecords().in(topology);
    if (of.logs != null) {
      options = options.onLog(of.logs.of(of.logOf(kernel)), Durability.WRITTEN, 1 << 18);
    }
    byte[] codes = new byte[of.size()];
    long[] words;
    long events;
    long state;
    try (TwinExchange twin = new TwinExchange(options);
        Arena arena = Arena.ofConfined()) {
      MemorySegment all = arena.allocate((long) of.size() * CommandCodec.MAX_BYTES, Long.BYTES);
      MemorySegment into = arena.allocate(of.size());
      Command slot = new Command();
      long bytes = 0;
      for (Input in : of.flow.inputs()) {
        slot.clear();
        in.fill(slot, new Query() {});
        bytes += Twins.encode(slot, all.asSlice(bytes));
      }
      twin.submit(all, bytes, into);
      MemorySegment.copy(into, ValueLayout.JAVA_BYTE, 0, codes, 0, codes.length);
      words = twin.take();
      events = twin.eventHash();
      state = twin.stateHash();
      if (of.logs != null) {
        twin.closeLog();
      }
    }
    return new Reported(kernel, codes, words, events, state, of.logHash(kernel));
  }

  private static void compare(Case of, Reported expected, Reported found) {
    String run = "seed " + of.seed + ", " + found.kernel + " and " + expected.kernel;
    int command = Arrays.mismatch(expected.codes, found.codes);
    if (command >= 0) {
      fail(
          "%s: command %d, %s: %s, expected %s",
          run,
          command,
          of.flow.inputs().get(command),
          ResultCode.of(found.codes[command]),
          ResultCode.of(expected.codes[command]));
    }
    int word = Arrays.mismatch(expected.words, found.words);
    if (word >= 0) {
      int from = word / WORDS * WORDS;
      fail(
          "%s: event record %d: %s, expected %s",
          run, word / WORDS, record(found.words, from), record(expected.words, from));
    }
    assertThat(found.events).as("%s: event hash", run).isEqualTo(expected.events);
    assertThat(found.state).as("%s: state hash", run).isEqualTo(expected.state);
  }

  private static String record(long[] words, int from) {
    return from >= words.length
        ? "none"
        : Arrays.toString(Arrays.copyOfRange(words, from, from + WORDS));
  }

  /** Whether the records of two logs are equal, byte for byte. */
  private static void compareLogs(Case of, Reported expected, Reported found) {
    if (expected.log != found.log) {
      fail(
          "seed %d: %s",
          of.seed, of.logs.firstDifference(of.logOf(expected.kernel), of.logOf(found.kernel)));
    }
  }

  /** Its log differs: where a client sends a question again, C++ was given a NOP instead. */
  private static boolean asksWithKey(Input in) {
    return in.type() == CommandType.QUERY && in.query() && in.clientKey() != 0;
  }

  @Test
  void everyKernelComesToWhatTheModelComesTo() {
    int logged = 0;
    for (int seed = FIRST; seed < FIRST + Twins.seeds(); seed++) {
      try (CommandLogs logs = new CommandLogs()) {
        Case of = Case.draw(seed, logs);
        Reported model = model(of);
        Reported javaFused = java(of, Topology.fused());
        Reported javaPipelined = java(of, of.java);
        Reported cppFused = cpp(of, Topology.fused());
        Reported cppPipelined = cpp(of, of.cpp);
        for (Reported each : List.of(javaFused, javaPipelined, cppFused, cppPipelined)) {
          compare(of, model, each);
        }
        compareLogs(of, javaFused, javaPipelined);
        compareLogs(of, cppFused, cppPipelined);
        if (of.logs != null
            && of.flow.inputs().stream().noneMatch(EveryKernelParityTest::asksWithKey)) {
          compareLogs(of, javaFused, cppFused);
          logged++;
        }
      }
    }
    assertThat(logged).isPositive();
  }
}

package dev.tandem.flow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.ExchangeBuilder;
import dev.tandem.core.PollingThread;
import dev.tandem.core.ProducerLane;
import dev.tandem.core.api.Ingress;
import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.LiveTerms;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.event.EventBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * Every way to run the stages comes to what the {@link NaiveExchange} comes to.
 *
 * <p>{@code tandem.serial.seeds} says how many flows, {@code tandem.serial.first} the seed of the
 * first one.
 */
class SerialEquivalenceTest {

  private static final int SEEDS =
      Integer.getInteger(
          "tandem.serial.seeds", Integer.getInteger("tandem.crash.scale", 1) == 1 ? 50 : 500);
  private static final int FIRST = Integer.getInteger("tandem.serial.first", 0);

  private static final Topology[] TOPOLOGIES = {
    Topology.fused(), Topology.pipelined(1, 1), Topology.pipelined(2, 2), Topology.pipelined(3, 2)
  };

  private static final int WORDS = 8;

  /** A wait for an answer may take a millisecond or two where threads park or share a core. */
  private static final int MOST_WAITS = 60;

  private static final long ANSWER_TIMEOUT_NS = 120_000_000_000L;

  /**
   * How one flow is run.
   *
   * @param ingress lanes, or the shared ring
   * @param burst most commands before an answer is waited for; 0: none is
   * @param batchLimit most commands that a stage takes up at once
   * @param driven whether a thread of the test polls
   */
  private record Setup(
      Topology topology,
      int ringSize,
      WaitMode waitMode,
      PublishInterval publishing,
      Ingress ingress,
      boolean singleProducer,
      int burst,
      int batchLimit,
      boolean driven) {

    private static final int[] RING_SIZES = {16, 64, 256, 4_096};
    private static final int[] BURSTS = {0, 1, 3, 20, 200};
    private static final int[] LIMITS = {1, 5, 256};
    private static final int[] INTERVALS = {0, 1, 3, 50};
    private static final int[] LANE_SLOTS = {2, 16, 1_024};

    static Setup draw(Topology topology, SplittableRandom random) {
      int interval = INTERVALS[random.nextInt(INTERVALS.length)];
      int slots = LANE_SLOTS[random.nextInt(LANE_SLOTS.length)];
      boolean shared = random.nextBoolean();
      return new Setup(
          topology,
          RING_SIZES[random.nextInt(RING_SIZES.length)],
          random.nextInt(3) == 0 ? WaitMode.PARKING : WaitMode.YIELDING,
          interval == 0 ? PublishInterval.adaptive() : PublishInterval.every(interval),
          shared ? Ingress.shared() : Ingress.lanes(2, slots).withVisit(1 + random.nextInt(slots)),
          shared && random.nextBoolean(),
          BURSTS[random.nextInt(BURSTS.length)],
          LIMITS[random.nextInt(LIMITS.length)],
          false);
    }

    Setup drivenByCaller() {
      return new Setup(
          topology,
          ringSize,
          waitMode,
          publishing,
          Ingress.shared(),
          singleProducer,
          burst,
          batchLimit,
          true);
    }

    ExchangeBuilder builder() {
      ExchangeBuilder builder =
          Exchange.builder()
              .topology(topology)
              .ringSize(ringSize)
              .ingress(ingress)
              .waitMode(waitMode)
              .publishInterval(publishing)
              .batchLimit(Math.min(batchLimit, ringSize))
              .daemon();
      return singleProducer ? builder.singleProducer() : builder;
    }
  }

  /** What an exchange told; written on its threads, read when they have ended. */
  private static final class Reported {
    final byte[] results;
    final byte[] firstResults;
    final List<long[]> events = new ArrayList<>();

    /** The queries in the flow, by their index. */
    final Map<Integer, TotalsQuery> queries = new TreeMap<>();

    final AtomicInteger answered = new AtomicInteger();
    long eventHash;
    long stateHash;
    final Map<Integer, Map<Long, LiveTerms>> terms = new TreeMap<>();

    Reported(int size) {
      results = new byte[size];
      firstResults = new byte[size];
    }

    void onResult(Command c) {
      // The queries of the hashes come behind the flow.
      if (c.sequence < results.length) {
        int at = Math.toIntExact(c.sequence);
        if (at != answered.get()) {
          throw new IllegalStateException("told " + at + " after " + answered.get());
        }
        results[at] = c.result;
        firstResults[at] = c.firstResult;
        answered.set(at + 1);
      }
    }

    void onEvents(EventBatch batch) {
      for (int record = 0; record < batch.count(); record++) {
        long[] words = new long[WORDS];
        for (int word = 0; word < WORDS; word++) {
          words[word] = batch.word(record, word);
        }
        events.add(words);
      }
    }

    String answer(int at) {
      return ResultCode.of(results[at]) + ", first " + ResultCode.of(firstResults[at]);
    }
  }

  @Test
  void everyWayToRunComesToTheSame() {
    int queries = 0;
    for (int i = 0; i < SEEDS; i++) {
      queries += compare(FIRST + i);
    }
    assertThat(queries).isGreaterThan(SEEDS / 3);
  }

  /** Returns how many queries were compared. */
  private static int compare(long seed) {
    List<Input> inputs = HostileFlow.of(seed).inputs();
    NaiveExchange naive = new NaiveExchange();
    List<Answer> answers = new ArrayList<>();
    Map<Integer, Map<Integer, TotalsQuery.Total>> totals = new TreeMap<>();
    for (Input in : inputs) {
      answers.add(naive.apply(in));
      if (in.query() && in.type() == CommandType.QUERY && answers.getLast().isOk()) {
        totals.put(answers.size() - 1, TotalsQuery.of(naive.state()));
      }
    }
    // Not the generator of the flow: the flow of a seed stays the same however it is run.
    SplittableRandom random = new SplittableRandom(~seed);
    List<Setup> setups = new ArrayList<>();
    for (Topology topology : TOPOLOGIES) {
      setups.add(Setup.draw(topology, random));
    }
    setups.add(Setup.draw(Topology.fused(), random).drivenByCaller());
    for (Setup setup : setups) {
      String run = "seed " + seed + ", " + setup;
      Reported reported = run(run, setup, inputs, random);
      compareAnswers(run, inputs, answers, reported);
      compareEvents(run, inputs, answers, reported.events);
      totals.forEach(
          (at, expected) ->
              assertThat(reported.queries.get(at).found())
                  .as("%s: query %d", run, at)
                  .isEqualTo(expected));
      assertThat(reported.eventHash).as("%s: event hash", run).isEqualTo(naive.eventHash());
      assertThat(reported.stateHash).as("%s: state hash", run).isEqualTo(naive.stateHash());
      reported.terms.forEach(
          (symbol, terms) ->
              assertThat(terms)
                  .as("%s: orders of symbol %d", run, symbol)
                  .isEqualTo(naive.book(symbol).map(BookSnapshot::terms).orElseThrow()));
    }
    return totals.size();
  }

  private static Reported run(
      String run, Setup setup, List<Input> inputs, SplittableRandom random) {
    Reported reported = new Reported(inputs.size());
    PollingThread polling = setup.driven ? new PollingThread() : null;
    ExchangeBuilder builder =
        setup.builder().resultHandler(reported::onResult).eventListener(reported::onEvents);
    if (polling != null) {
      builder.callerDriven(polling::wake);
    }
    try (polling;
        Exchange exchange = builder.start()) {
      if (polling != null) {
        polling.drive(exchange);
      }
      submit(exchange, setup.burst, inputs, reported, random);
      reported.eventHash = exchange.eventHash();
      reported.stateHash = exchange.stateHash();
      for (SymbolSpec spec : exchange.symbols()) {
        reported.terms.put(
            spec.symbol(), exchange.book(spec.symbol()).map(BookSnapshot::terms).orElseThrow());
      }
    } catch (RuntimeException e) {
      throw new AssertionError(run + ": " + e, e);
    }
    return reported;
  }

  private static void submit(
      Exchange exchange,
      int burst,
      List<Input> inputs,
      Reported reported,
      SplittableRandom random) {
    try (ProducerLane lane = exchange.claimLane()) {
      submit(exchange, lane.publisher(), burst, inputs, reported, random);
    }
  }

  private static void submit(
      Exchange exchange,
      CommandPublisher publisher,
      int burst,
      List<Input> inputs,
      Reported reported,
      SplittableRandom random) {
    int waits = 0;
    int next = 0;
    for (int i = 0; i < inputs.size(); i++) {
      Command c = publisher.claim();
      inputs.get(i).fill(c, new TotalsQuery());
      if (c.payload instanceof TotalsQuery query) {
        reported.queries.put(i, query);
      }
      publisher.publish(c);
      if (burst != 0 && i >= next && waits < MOST_WAITS) {
        waits++;
        next = i + 1 + random.nextInt(burst);
        if (burst > 1 && random.nextInt(3) == 0) {
          LockSupport.parkNanos(1 + random.nextInt(100_000));
        } else {
          await(exchange, reported, i + 1);
        }
      }
    }
  }

  private static void await(Exchange exchange, Reported reported, int answers) {
    long begin = System.nanoTime();
    for (int looks = 0; reported.answered.get() < answers; looks++) {
      if (looks < 100) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(10_000);
      }
      if (exchange.failure().isPresent() || System.nanoTime() - begin > ANSWER_TIMEOUT_NS) {
        throw new IllegalStateException(
            "no answer to command " + (answers - 1), exchange.failure().orElse(null));
      }
    }
  }

  private static void compareAnswers(
      String run, List<Input> inputs, List<Answer> answers, Reported reported) {
    assertThat(reported.answered.get()).as("%s: answers", run).isEqualTo(inputs.size());
    for (int i = 0; i < inputs.size(); i++) {
      Answer answer = answers.get(i);
      if (reported.results[i] != answer.code().code()
          || reported.firstResults[i] != answer.firstCode().code()) {
        fail(
            "%s: command %d, %s%n  expected %s, first %s%n  found    %s",
            run, i, inputs.get(i), answer.code(), answer.firstCode(), reported.answer(i));
      }
    }
  }

  private static void compareEvents(
      String run, List<Input> inputs, List<Answer> answers, List<long[]> found) {
    int at = 0;
    for (int i = 0; i < inputs.size(); i++) {
      for (long[] expected : answers.get(i).events()) {
        long[] record = at < found.size() ? found.get(at) : null;
        if (!Arrays.equals(expected, record)) {
          fail(
              "%s: event record %d, of command %d, %s%n  expected %s%n  found    %s",
              run, at, i, inputs.get(i), Arrays.toString(expected), Arrays.toString(record));
        }
        at++;
      }
    }
    assertThat(found.size()).as("%s: event records", run).isEqualTo(at);
  }
}

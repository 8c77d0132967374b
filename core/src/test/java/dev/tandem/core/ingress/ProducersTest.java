package dev.tandem.core.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.Exchange;
import dev.tandem.core.ProducerLane;
import dev.tandem.core.api.Ingress;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.event.EventBatch;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.statemachine.ReplayDriver;
import dev.tandem.core.statemachine.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Many producers, who stall, take lanes and give them back, die, and are closed in the middle: what
 * they were told is accepted is answered once and in their order, nothing else is, and the same
 * commands one after the other come to the same.
 *
 * <p>{@code tandem.ingress.orders} says how many commands, over all runs.
 */
class ProducersTest {

  private static final long ORDERS = Long.getLong("tandem.ingress.orders", 1_000_000);

  private static final int SYMBOL = 1;
  private static final int SYMBOLS = 2;

  /** Orders of a producer that may rest: more are cancelled first. */
  private static final int LIVE = 40;

  private static final Ingress[] LANES = {
    Ingress.lanes(), Ingress.lanes(3, 16).withVisit(3), Ingress.lanes(20, 256), Ingress.lanes(64, 2)
  };

  private static final int RUNS = 20;

  record Run(
      Topology topology, Ingress ingress, WaitMode mode, int producers, boolean closedEarly) {}

  /** Each way of running, waiting and ending with few producers and with many. */
  static Stream<Run> runs() {
    List<Run> runs = new ArrayList<>();
    Topology[] pipelines = {Topology.pipelined(1, 1), Topology.pipelined(2, 2)};
    for (int i = 0; i < RUNS; i++) {
      runs.add(
          new Run(
              i % 2 == 0 ? Topology.fused() : pipelines[i / 2 % 2],
              i < 16 ? LANES[i % 7 % LANES.length] : Ingress.shared(),
              i / 4 % 2 == 1 ? WaitMode.PARKING : WaitMode.YIELDING,
              i / 8 % 2 == 1 ? 5 : 20,
              i / 2 % 2 == 1));
    }
    return Stream.concat(
        runs.stream(),
        Stream.of(new Run(Topology.fused(), Ingress.lanes(), WaitMode.YIELDING, 1, true)));
  }

  /** Takes the commands as they were sequenced, one after the other, and compares. */
  private static final class Replay {
    private final long[] next;
    private final Stages stages =
        Stages.onePass(true, 100, 10_000, () -> 1, c -> {}, this::onSerialEvents);
    private final ReplayDriver serial = new ReplayDriver(stages, stages.results());
    private final AtomicLong answered = new AtomicLong();
    private long trades;
    private long hash;
    private long serialHash;

    Replay(int producers) {
      next = new long[producers];
    }

    void onEvents(EventBatch batch) {
      hash = fold(hash, batch);
    }

    private void onSerialEvents(EventBatch batch) {
      serialHash = fold(serialHash, batch);
    }

    private static long fold(long before, EventBatch batch) {
      long h = before;
      for (int record = 0; record < batch.count(); record++) {
        for (int word = 0; word < 8; word++) {
          h = h * 31 + batch.word(record, word);
        }
      }
      return h;
    }

    void onResult(Command c) throws Exception {
      if (c.type == CommandType.QUERY) {
        return;
      }
      if (c.clientKey != 0) {
        int producer = (int) c.clientKey - 1;
        if (c.clientSequence != next[producer]) {
          throw new AssertionError(
              "producer %d: command %d, expected %d"
                  .formatted(producer, c.clientSequence, next[producer]));
        }
        next[producer]++;
      }
      Command again = serial.next();
      long sequence = again.sequence;
      again.copyFrom(c);
      again.sequence = sequence;
      serial.submit();
      trades += c.outcomes.trades();
      if (again.result != c.result || hash != serialHash) {
        throw new AssertionError(c + " in turn: " + again);
      }
      answered.incrementAndGet();
    }
  }

  /** One thread that sends, and what it knows that it has sent. */
  private static final class Producer extends Thread {
    private final Exchange exchange;
    private final int number;
    private final long most;
    private final SplittableRandom random;
    private final AtomicReference<Throwable> failure;
    private final boolean dies;
    private long accepted;

    Producer(
        Exchange exchange,
        int number,
        long most,
        boolean dies,
        AtomicReference<Throwable> failure) {
      super("producer-" + number);
      this.exchange = exchange;
      this.number = number;
      this.most = most;
      this.dies = dies;
      this.random = new SplittableRandom(number);
      this.failure = failure;
    }

    @Override
    public void run() {
      try {
        while (accepted < most) {
          sendSome();
        }
      } catch (IllegalStateException closed) {
        if (!"the pipeline is closed".equals(closed.getMessage())) {
          failure.compareAndSet(null, closed);
        }
      } catch (Throwable t) {
        failure.compareAndSet(null, t);
      }
    }

    /** Some commands through one lane. */
    private void sendSome() {
      ProducerLane lane = claim();
      long until = Math.min(most, accepted + 1 + random.nextLong(8_000));
      while (accepted < until) {
        stall();
        Command c = random.nextBoolean() ? lane.publisher().tryClaim() : lane.publisher().claim();
        if (c != null) {
          fill(c);
          lane.publisher().publish(c);
          accepted++;
        }
      }
      if (dies && accepted == most) {
        // With a slot in hand, and without giving the lane back. The shared ring has no way out.
        if (exchange.laneStatistics().isPresent()) {
          lane.publisher().tryClaim();
        }
        return;
      }
      lane.close();
    }

    /** Where lanes are few, waits for one. */
    private ProducerLane claim() {
      while (true) {
        try {
          return exchange.claimLane();
        } catch (IllegalStateException e) {
          if (!"all lanes are taken".equals(e.getMessage())) {
            throw e;
          }
          LockSupport.parkNanos(100_000);
        }
      }
    }

    @SuppressWarnings("ThreadPriorityCheck") // a stall is what it is for
    private void stall() {
      int die = random.nextInt(20_000);
      if (die == 0) {
        LockSupport.parkNanos(random.nextInt(2_000_000));
      } else if (die < 20) {
        Thread.yield();
      }
    }

    private void fill(Command c) {
      long user = 1L + number;
      long id = (1L + number) << 40 | accepted;
      int symbol = SYMBOL + random.nextInt(SYMBOLS);
      switch (random.nextInt(4)) {
        case 0 -> Commands.cancel(c, user, symbol, id - 1 - random.nextInt(LIVE));
        case 1 ->
            Commands.move(
                c, user, symbol, id - 1 - random.nextInt(LIVE), 90 + random.nextInt(20), 0);
        default ->
            Commands.place(
                c,
                user,
                symbol,
                id,
                random.nextBoolean() ? Side.BUY : Side.SELL,
                random.nextInt(3) == 0 ? TimeInForce.GTC : TimeInForce.IOC,
                90 + random.nextInt(20),
                1 + random.nextInt(9));
      }
      Commands.from(c, 1L + number, accepted);
    }
  }

  @ParameterizedTest
  @MethodSource("runs")
  void nothingIsLostDoubledOrReordered(Run run) throws Exception {
    // A run that is closed in the middle answers half of what it begins.
    long share = Math.ceilDiv(ORDERS, RUNS * run.producers);
    long each = run.closedEarly ? 2 * share : share;
    Replay replay = new Replay(run.producers);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Producer> producers = new ArrayList<>();
    long stateHash = 0;
    try (Exchange exchange =
        Exchange.builder()
            .topology(run.topology)
            .ingress(run.ingress)
            .waitMode(run.mode)
            .ringSize(512)
            .resultHandler(replay::onResult)
            .eventListener(replay::onEvents)
            .daemon()
            .start()) {
      setUp(exchange, run.producers);
      long before = replay.answered.get();
      for (int p = 0; p < run.producers; p++) {
        producers.add(new Producer(exchange, p, each, p % 4 == 1, failure));
      }
      producers.forEach(Thread::start);
      if (run.closedEarly) {
        while (replay.answered.get() - before < each * run.producers / 2
            && exchange.failure().isEmpty()) {
          LockSupport.parkNanos(1_000_000);
        }
      } else {
        for (Producer producer : producers) {
          producer.join();
        }
        stateHash = exchange.stateHash();
      }
    }
    for (Producer producer : producers) {
      producer.join();
    }
    assertThat(failure.get()).isNull();
    for (Producer producer : producers) {
      assertThat(replay.next[producer.number]).as(producer.getName()).isEqualTo(producer.accepted);
      if (!run.closedEarly) {
        assertThat(producer.accepted).isEqualTo(each);
      }
    }
    assertThat(replay.answered.get()).isGreaterThanOrEqualTo(share * run.producers);
    assertThat(replay.trades).isPositive();
    if (!run.closedEarly) {
      try (StateImage image = replay.stages.image()) {
        assertThat(image.stateHash()).isEqualTo(stateHash);
      }
    }
  }

  private static void setUp(Exchange exchange, int producers) {
    for (int s = 0; s < SYMBOLS; s++) {
      exchange.publisher().addSymbol(SymbolSpec.of(SYMBOL + s, 1, 2));
    }
    for (int p = 0; p < producers; p++) {
      exchange.publisher().addUser(1L + p);
      exchange.publisher().adjustBalance(1L + p, 1, 1L << 50, 1);
      exchange.publisher().adjustBalance(1L + p, 2, 1L << 50, 2);
    }
    exchange.awaitAnswered();
  }
}

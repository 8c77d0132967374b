package dev.tandem.jmh.exchange;

import dev.tandem.core.Exchange;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.PoorUsers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What it costs the kernel to be sent orders that lack funds: a closed loop over flows of which 0,
 * 1, 10 and 50 % are such orders, by users of three kinds (see {@link PoorUsers}), in several
 * topologies, by turns in one process. Prints the median, least and most of the rounds in million
 * commands a second, and the ratio to the flow without refusals.
 *
 * <pre>{@code java -cp jmh/target/benchmarks.jar dev.tandem.jmh.exchange.RefusalRun [ROUNDS]}</pre>
 */
public final class RefusalRun {

  private static final int COMMANDS = 1 << 18;
  private static final long SEED = 7;
  private static final int WARM_UP_PASSES = 6;

  private static final Topology[] TOPOLOGIES = {
    Topology.fused(), Topology.pipelined(1, 1), Topology.pipelined(2, 2)
  };

  private record Case(String name, KernelFlow flow) {}

  private RefusalRun() {}

  /** Counts what the kernel answers. */
  private static final class Counter implements ResultHandler {
    private final byte noFunds = ResultCode.INSUFFICIENT_FUNDS.code();
    private long refused;
    private long otherRefused;
    private long trades;

    @Override
    public void onResult(Command c) {
      if (c.result == noFunds) {
        refused++;
      } else if (c.result != ResultCode.OK_CODE) {
        otherRefused++;
      }
      trades += c.outcomes.count();
    }
  }

  /** Runs it. */
  public static void main(String[] args) {
    int rounds = args.length == 0 ? 7 : Integer.parseInt(args[0]);
    List<Case> cases = new ArrayList<>();
    cases.add(new Case("none", FlowGenerator.withPoorUsers(SEED, COMMANDS, 0, PoorUsers.IDLE)));
    for (PoorUsers poor : PoorUsers.values()) {
      for (int percent : new int[] {1, 10, 50}) {
        cases.add(
            new Case(
                percent + " % " + poor.name().toLowerCase(java.util.Locale.ROOT),
                FlowGenerator.withPoorUsers(SEED, COMMANDS, percent, poor)));
      }
    }
    for (Case each : cases) {
      System.out.printf("flow %-14s %s%n", each.name, each.flow.population());
    }
    for (Topology topology : TOPOLOGIES) {
      run(topology, cases, rounds);
    }
  }

  private static void run(Topology topology, List<Case> cases, int rounds) {
    Counter counter = new Counter();
    double[][] rates = new double[cases.size()][rounds];
    try (Exchange exchange =
        Exchange.builder()
            .topology(topology)
            .singleProducer()
            .daemon()
            .resultHandler(counter)
            .start()) {
      PoorUsers.prepare(exchange);
      for (int i = 0; i < WARM_UP_PASSES; i++) {
        for (Case each : cases) {
          pass(exchange, counter, each.flow);
        }
      }
      for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < rates.length; i++) {
          rates[i][round] = pass(exchange, counter, cases.get(i).flow);
        }
      }
    }
    double none = 0;
    for (int i = 0; i < rates.length; i++) {
      Arrays.sort(rates[i]);
      double median = rates[i][rounds / 2];
      none = i == 0 ? median : none;
      System.out.printf(
          "%-15s %-14s %6.2f M/s (%.2f to %.2f), %.2f of none%n",
          topology, cases.get(i).name, median, rates[i][0], rates[i][rounds - 1], median / none);
    }
  }

  /** One pass; million commands a second. */
  private static double pass(Exchange exchange, Counter counter, KernelFlow flow) {
    long refused = counter.refused;
    long trades = counter.trades;
    long start = System.nanoTime();
    flow.send(exchange.publisher());
    exchange.awaitAnswered();
    double seconds = (System.nanoTime() - start) / 1e9;
    if (counter.refused - refused != flow.population().refusals()
        || counter.trades - trades != flow.population().trades()
        || counter.otherRefused != 0) {
      throw new IllegalStateException(
          "%d refused for funds and %d trades, expected %d and %d; %d refused otherwise"
              .formatted(
                  counter.refused - refused,
                  counter.trades - trades,
                  flow.population().refusals(),
                  flow.population().trades(),
                  counter.otherRefused));
    }
    return flow.size() / seconds / 1e6;
  }
}

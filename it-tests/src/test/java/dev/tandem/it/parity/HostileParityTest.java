package dev.tandem.it.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.statemachine.Query;
import dev.tandem.flow.model.HostileFlow;
import dev.tandem.flow.model.Input;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Flows that are made to hurt have the same answers, events and state in Java and in C++.
 *
 * <p>{@code tandem.parity.seeds} says how many flows, {@code tandem.parity.first} the seed of the
 * first one.
 */
class HostileParityTest {

  /** Fewer than where all kernels run: here the states are compared every few commands. */
  private static final int SEEDS = (3 * Twins.seeds() + 9) / 10;

  private static final int FIRST = Integer.getInteger("tandem.parity.first", 0);

  /** A flow has a few hundred to a few thousand commands. */
  private static final int EVERY = 20;

  private static final class HostileFeed implements Parity.Feed {

    private final List<Input> inputs;
    private final Exchange exchange;
    private int next;

    HostileFeed(List<Input> inputs, boolean risk, Shadow shadow) {
      this.inputs = inputs;
      exchange =
          Exchange.builder()
              .topology(Topology.fused())
              .risk(risk)
              .singleProducer()
              .daemon()
              .resultHandler(shadow)
              .eventListener(shadow)
              .start();
    }

    @Override
    public int size() {
      return inputs.size();
    }

    @Override
    public void sendTo(int end) {
      CommandPublisher publisher = exchange.publisher();
      for (; next < end; next++) {
        Command c = publisher.claim();
        inputs.get(next).fill(c, new Query() {});
        publisher.publish(c);
      }
    }

    @Override
    public String describe(int command) {
      return inputs.get(command).toString();
    }

    @Override
    public long eventHash() {
      return exchange.eventHash();
    }

    @Override
    public long stateHash() {
      return exchange.stateHash();
    }

    @Override
    public void close() {
      exchange.close();
    }
  }

  private static long check(int seed, boolean risk) {
    List<Input> inputs = HostileFlow.of(seed).inputs();
    return Parity.check(
        "seed %d, risk %b".formatted(seed, risk),
        risk,
        shadow -> new HostileFeed(inputs, risk, shadow),
        EVERY);
  }

  @Test
  void everyFlowIsTheSame() {
    long commands = 0;
    for (int seed = FIRST; seed < FIRST + SEEDS; seed++) {
      commands += check(seed, true);
    }
    assertThat(commands).isGreaterThan(SEEDS * 300L);
  }

  @Test
  void everyFlowIsTheSameWithoutRisk() {
    for (int seed = FIRST; seed < FIRST + SEEDS; seed++) {
      check(seed, false);
    }
  }
}

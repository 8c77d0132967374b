package dev.tandem.flow.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever cancels and places again in one burst is answered as if he had waited in between. */
@Timeout(300)
class IdsUsedAgainTest {

  /** More with the profiles for crashes. */
  private static final int PAIRS =
      Integer.getInteger("tandem.crash.scale", 1) == 1 ? 1_500 : 20_000;

  private static final int MONEY = 2;

  private record Hashes(long events, long state) {}

  /**
   * @param burst commands between two pauses; 0: no pause
   */
  private static Hashes run(Topology topology, int burst) {
    AtomicInteger refused = new AtomicInteger();
    try (Exchange exchange =
        Exchange.builder()
            .topology(topology)
            .singleProducer()
            .daemon()
            .resultHandler(
                c -> {
                  if (c.result != ResultCode.OK_CODE) {
                    refused.incrementAndGet();
                  }
                })
            .start()) {
      CommandPublisher publisher = exchange.publisher();
      Command first = publisher.claim();
      Commands.addSymbol(first, SymbolSpec.of(1, 1, MONEY));
      send(publisher, first);
      Command user = publisher.claim();
      Commands.addUser(user, 1);
      send(publisher, user);
      Command money = publisher.claim();
      // Enough for one order, not for two.
      Commands.adjustBalance(money, 1, MONEY, 150, 1);
      send(publisher, money);
      for (int i = 0; i < PAIRS; i++) {
        Command place = publisher.claim();
        Commands.place(place, 1, 1, 7, Side.BUY, TimeInForce.GTC, 10, 10);
        send(publisher, place);
        Command cancel = publisher.claim();
        Commands.cancel(cancel, 1, 1, 7);
        send(publisher, cancel);
        if (burst != 0 && i % burst == 0) {
          LockSupport.parkNanos(1_000);
        }
      }
      Hashes hashes = new Hashes(exchange.eventHash(), exchange.stateHash());
      assertThat(refused.get()).as("%s, bursts of %d", topology, burst).isZero();
      return hashes;
    }
  }

  private static void send(CommandPublisher publisher, Command c) {
    c.timestampNs = 1;
    publisher.publish(c);
  }

  @Test
  void pairsOfOneIdComeToOneHashInEveryTopologyAtEveryRate() {
    List<Hashes> all = new ArrayList<>();
    for (Topology topology :
        List.of(
            Topology.fused(),
            Topology.pipelined(1, 1),
            Topology.pipelined(2, 2),
            Topology.pipelined(3, 2))) {
      for (int burst : new int[] {0, 100, 7}) {
        all.add(run(topology, burst));
      }
    }
    assertThat(all).containsOnly(all.getFirst());
  }
}

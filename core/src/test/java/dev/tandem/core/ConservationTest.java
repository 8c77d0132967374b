package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hostile commands: after each batch no unit of any currency was made or lost. */
@Timeout(300)
class ConservationTest {

  /** A million commands with the profiles for crashes. */
  private static final int FLOWS = Integer.getInteger("tandem.crash.scale", 1) == 1 ? 8 : 20;

  private static final int COMMANDS = 50_000;
  private static final int BATCH = 1_000;

  /** What the flows must have met often enough to be worth anything. */
  private static final ResultCode[] EXPECTED = {
    ResultCode.OK,
    ResultCode.DUPLICATE_COMMAND,
    ResultCode.CLIENT_SEQUENCE_REUSED,
    ResultCode.TOO_MANY_OPEN_ORDERS,
    ResultCode.PRICE_OUT_OF_BAND,
    ResultCode.UNKNOWN_USER,
    ResultCode.USER_SUSPENDED,
    ResultCode.UNKNOWN_SYMBOL,
    ResultCode.DUPLICATE_TRANSACTION,
    ResultCode.INSUFFICIENT_FUNDS,
    ResultCode.OVERFLOW,
    ResultCode.DUPLICATE_ORDER_ID,
    ResultCode.UNKNOWN_ORDER,
    ResultCode.INVALID_PRICE,
    ResultCode.INVALID_QUANTITY,
    ResultCode.NOT_IN_CONTINUOUS_TRADING,
  };

  private final Map<ResultCode, Integer> met = new EnumMap<>(ResultCode.class);
  private long trades;

  @Test
  void nothingIsMadeOrLost() {
    for (int seed = 0; seed < FLOWS; seed++) {
      // The second risk shard knows only its own users, and the totals are those of both.
      Topology topology = seed % 4 == 3 ? Topology.pipelined(2, 2) : Topology.fused();
      run(RandomFlow.of(seed + 77_000L, COMMANDS), topology);
    }
    assertThat(trades).isGreaterThan(FLOWS * 1_000L);
    for (ResultCode code : EXPECTED) {
      assertThat(met.getOrDefault(code, 0)).as("answers %s", code).isGreaterThan(100);
    }
  }

  private void run(List<Command> flow, Topology topology) {
    try (Exchange exchange =
        Exchange.builder()
            .topology(topology)
            .daemon()
            .resultHandler(
                c -> {
                  met.merge(ResultCode.of(c.result), 1, Integer::sum);
                  trades += c.outcomes.trades();
                })
            .start()) {
      CommandPublisher publisher = exchange.publisher();
      for (int i = 0; i < flow.size(); i++) {
        Command slot = publisher.claim();
        RandomFlow.copy(flow.get(i), slot);
        publisher.publish(slot);
        if (i % BATCH == BATCH - 1) {
          check(exchange);
        }
      }
    }
  }

  private static void check(Exchange exchange) {
    Balances balances = exchange.balances();
    Solvency.check(balances);
    boolean nothingRests = balances.users().stream().allMatch(u -> u.openOrders() == 0);
    if (nothingRests) {
      assertThat(balances.totals()).allSatisfy(t -> assertThat(t.held()).isZero());
    }
  }
}

package dev.tandem.flow.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.statemachine.ReplayDriver;
import dev.tandem.core.statemachine.Stages;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A refused command leaves no trace in the state but its client's window. */
class RefusalTest {

  private static final int SEEDS = 3;

  private static long stateHash(Stages stages) {
    try (StateImage image = stages.image()) {
      return image.stateHash();
    }
  }

  @Test
  void everyRefusalLeavesTheStateHashUnchanged() throws Exception {
    Set<ResultCode> seen = EnumSet.noneOf(ResultCode.class);
    int refused = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Stages stages = new Stages(1 + seed % 3, 2, 16, 64, () -> 1, ResultHandler.NONE, null);
      ReplayDriver driver = new ReplayDriver(stages, stages.results());
      long hash = stateHash(stages);
      for (Input in : HostileFlow.of(seed).inputs()) {
        Command c = driver.next();
        c.clear();
        in.fill(c, new TotalsQuery());
        driver.submit();
        long after = stateHash(stages);
        ResultCode code = ResultCode.of(c.result);
        // Also a command that is refused removes what has expired.
        boolean changesNothing = code != ResultCode.OK && c.outcomes.count() == 0;
        if (changesNothing && in.clientKey() == 0) {
          assertThat(after).as("seed %d, %s: %s", seed, in, code).isEqualTo(hash);
          seen.add(code);
          refused++;
        }
        hash = after;
      }
    }
    assertThat(refused).isGreaterThan(500);
    assertThat(seen)
        .contains(
            ResultCode.INSUFFICIENT_FUNDS,
            ResultCode.UNKNOWN_ORDER,
            ResultCode.DUPLICATE_ORDER_ID,
            ResultCode.DUPLICATE_TRANSACTION,
            ResultCode.STALE_TRANSACTION,
            ResultCode.OVERFLOW,
            ResultCode.TOO_MANY_OPEN_ORDERS,
            ResultCode.PRICE_OUT_OF_BAND,
            ResultCode.UNKNOWN_USER,
            ResultCode.UNKNOWN_SYMBOL);
  }
}

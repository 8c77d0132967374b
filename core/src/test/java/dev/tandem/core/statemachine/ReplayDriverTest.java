package dev.tandem.core.statemachine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.Commands;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a driver without a ring owes its stages. */
class ReplayDriverTest {

  @Test
  void aCommandWithoutATimestampGetsTheTimeOfNow() throws Exception {
    AtomicLong clock = new AtomicLong();
    List<Long> times = new ArrayList<>();
    Stages stages =
        Stages.onePass(
            true, 16, 16, () -> clock.addAndGet(10), c -> times.add(c.timestampNs), null);
    ReplayDriver driver = new ReplayDriver(stages, stages.results());
    for (int user = 1; user <= 3; user++) {
      driver.next().clearInput();
      Commands.addUser(driver.next(), user);
      driver.next().timestampNs = user == 2 ? 12 : 0;
      driver.submit();
    }
    assertThat(times).containsExactly(10L, 12L, 20L);
  }
}

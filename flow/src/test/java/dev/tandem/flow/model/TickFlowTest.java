package dev.tandem.flow.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.CommandType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The flows have ticks that remove orders, have orders take, and leave some of both. */
class TickFlowTest {

  private static final int SEEDS = 100;
  private static final int RELEASE = 3;
  private static final int TRIGGER = 5;
  private static final int BY_EXPIRY = 4;

  @Test
  void everyFormComesUp() {
    int removing = 0;
    int triggering = 0;
    int leaving = 0;
    int idle = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      HostileFlow flow = HostileFlow.of(seed);
      for (int i = 0; i < flow.inputs().size(); i++) {
        Answer answer = flow.answers().get(i);
        if (flow.inputs().get(i).type() == CommandType.TICK && answer.isOk()) {
          List<long[]> events = answer.events();
          boolean triggers = events.stream().anyMatch(e -> (e[0] & 0xff) == TRIGGER);
          removing += events.stream().anyMatch(TickFlowTest::isExpired) ? 1 : 0;
          triggering += triggers ? 1 : 0;
          leaving += events.getFirst()[7] != 0 ? 1 : 0;
          idle += events.size() == 1 ? 1 : 0;
        }
      }
    }
    assertThat(removing).as("remove orders").isGreaterThan(SEEDS / 6);
    assertThat(triggering).as("have orders take").isPositive();
    assertThat(leaving).as("leave some").isPositive();
    assertThat(idle).as("find nothing").isGreaterThan(SEEDS);
  }

  private static boolean isExpired(long[] event) {
    return (event[0] & 0xff) == RELEASE && (event[0] >>> 16 & 0xff) == BY_EXPIRY;
  }
}

package dev.tandem.flow.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.CommandType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The flows have orders that must not trade with those of their own user, and would. */
class SelfTradeFlowTest {

  private static final int SEEDS = 100;
  private static final int TRIGGER = 5;

  /** By mode, those that were placed; then those that were moved, and those that were triggered. */
  private final int[] placed = new int[5];

  private int moved;
  private int triggered;
  private int killed;
  private int behindTrades;
  private int ofTwoUsers;

  @Test
  void everyModeComesUp() {
    for (int seed = 0; seed < SEEDS; seed++) {
      HostileFlow flow = HostileFlow.of(seed);
      for (int i = 0; i < flow.inputs().size(); i++) {
        count(flow.inputs().get(i), flow.answers().get(i));
      }
    }
    for (int mode = 1; mode <= 4; mode++) {
      assertThat(placed[mode]).as("mode %d", mode).isGreaterThan(SEEDS * 3 / 4);
    }
    assertThat(moved).as("moved").isGreaterThan(SEEDS / 5);
    assertThat(triggered).as("triggered").isGreaterThan(SEEDS * 3 / 4);
    assertThat(killed).as("killed").isGreaterThan(SEEDS / 10);
    assertThat(behindTrades).as("behind trades").isGreaterThan(SEEDS / 5);
    assertThat(ofTwoUsers).as("between users of a group").isGreaterThan(SEEDS / 5);
  }

  private void count(Input in, Answer answer) {
    List<long[]> events = answer.events();
    int first = first(events);
    boolean wakes = events.stream().anyMatch(e -> kind(e) == TRIGGER);
    if (first < 0) {
      boolean isKill = in.type() == CommandType.PLACE && (in.terms() & 15) == 2;
      killed += isKill && in.selfTrade() != 0 && answer.isOk() && events.size() == 2 ? 1 : 0;
    } else if (wakes) {
      triggered++;
    } else if (in.type() == CommandType.MOVE) {
      moved++;
    } else {
      placed[in.selfTrade()]++;
    }
    // What a command triggers may be of anyone.
    ofTwoUsers +=
        !wakes && events.stream().anyMatch(e -> isPrevented(e) && e[3] != in.userId()) ? 1 : 0;
    behindTrades += first > 1 && HostileFlow.isTrade(events.get(first - 1)) ? 1 : 0;
  }

  /** Where the first lots are that an order lost so; -1 if there are none. */
  private static int first(List<long[]> events) {
    for (int i = 0; i < events.size(); i++) {
      if (isPrevented(events.get(i))) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isPrevented(long[] event) {
    return kind(event) == 3 && (event[0] >>> 16 & 0xff) == 8;
  }

  private static int kind(long[] event) {
    return (int) event[0] & 0xff;
  }
}

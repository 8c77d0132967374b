package dev.tandem.flow.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The flows have orders that trail the price: moved by it, triggered by it, and taken away. */
class TrailingFlowTest {

  private static final int SEEDS = 100;
  private static final int RELEASE = 3;
  private static final int TRIGGER = 5;
  private static final int SLEEP = 6;

  private int ticks;
  private int ppm;
  private int beforeAnyTrade;
  private int triggered;
  private int shifted;
  private int besideOthers;
  private int moved;
  private int cancelled;
  private int refused;
  private int contradictory;
  private int left;

  @Test
  void trailingOrdersDoAllThatOrdersDo() {
    for (int seed = 0; seed < SEEDS; seed++) {
      HostileFlow flow = HostileFlow.of(seed);
      Map<String, Long> triggers = new HashMap<>();
      for (int i = 0; i < flow.inputs().size(); i++) {
        count(flow.inputs().get(i), flow.answers().get(i), triggers);
      }
    }
    assertThat(ticks).as("in ticks").isGreaterThan(SEEDS * 2);
    assertThat(ppm).as("in ppm").isGreaterThan(SEEDS * 2);
    assertThat(beforeAnyTrade).as("before any trade").isGreaterThan(SEEDS / 4);
    assertThat(triggered).as("triggered").isGreaterThan(SEEDS * 2);
    assertThat(shifted).as("triggered where they were not first").isGreaterThan(SEEDS / 2);
    assertThat(besideOthers).as("triggered with others").isGreaterThan(SEEDS / 2);
    assertThat(moved).as("moved").isGreaterThan(SEEDS);
    assertThat(cancelled).as("cancelled or reduced").isGreaterThan(SEEDS);
    assertThat(left).as("ended by time or session").isGreaterThan(SEEDS / 4);
    assertThat(refused).as("refused for the offset").isGreaterThan(SEEDS / 2);
    assertThat(contradictory).as("with a trigger price").isGreaterThan(SEEDS / 10);
  }

  private void count(Input in, Answer answer, Map<String, Long> triggers) {
    List<long[]> events = answer.events();
    boolean trails = in.type() == CommandType.PLACE && in.terms() >> 4 == 7;
    if (trails && answer.isOk()) {
      ticks += in.trailsInPpm() ? 0 : 1;
      ppm += in.trailsInPpm() ? 1 : 0;
    }
    refused += trails && answer.code() == ResultCode.INVALID_TRIGGER ? 1 : 0;
    contradictory += trails && answer.code() == ResultCode.CONTRADICTORY_INSTRUCTION ? 1 : 0;
    Set<Long> wokenHere = new HashSet<>();
    for (long[] e : events) {
      String order = in.symbol() + " " + e[4];
      boolean isTrailing = (e[0] >>> 16 & 0xff) >> 4 == 7;
      switch ((int) e[0] & 0xff) {
        case SLEEP -> {
          if (isTrailing) {
            moved += in.type() == CommandType.MOVE ? 1 : 0;
            beforeAnyTrade += e[6] == 0 ? 1 : 0;
            triggers.put(order, e[6]);
          }
        }
        case TRIGGER -> {
          besideOthers += isTrailing && !wokenHere.isEmpty() ? 1 : 0;
          wokenHere.add(e[4]);
          if (isTrailing) {
            triggered++;
            shifted += e[6] == triggers.get(order) ? 0 : 1;
            triggers.remove(order);
          }
        }
        case RELEASE -> {
          if (triggers.containsKey(order)) {
            boolean isEnd = (e[0] >>> 16 & 0xff) != 0;
            left += isEnd ? 1 : 0;
            cancelled += isEnd ? 0 : 1;
            triggers.keySet().removeIf(o -> o.equals(order) && e[7] == 0);
          }
        }
        default -> {
          // Trades and states are counted elsewhere.
        }
      }
    }
  }
}

package dev.tandem.flow.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The flows have icebergs: refilled, reduced, moved, decremented, in auctions and refused. */
class IcebergFlowTest {

  private static final int SEEDS = 100;
  private static final int TRADE = 2;
  private static final int RELEASE = 3;
  private static final int SHOW = 8;
  private static final int BY_REFILL = 2;

  private int commands;
  private int refills;
  private int manyRefills;
  private int placed;
  private int posted;
  private int tookFirst;
  private int moved;
  private int reduced;
  private int cancelled;
  private int inAuctions;
  private int decremented;
  private int invalid;
  private int contradictory;
  private int inTooManyParts;

  @Test
  void icebergsDoAllThatOrdersDo() {
    for (int seed = 0; seed < SEEDS; seed++) {
      HostileFlow flow = HostileFlow.of(seed);
      Map<String, Long> open = new HashMap<>();
      for (int i = 0; i < flow.inputs().size(); i++) {
        count(flow.inputs().get(i), flow.answers().get(i), open);
      }
    }
    assertThat(refills * 1000L / commands).as("refills in 1,000 commands").isGreaterThan(20);
    assertThat(manyRefills).as("commands with several refills").isGreaterThan(SEEDS);
    assertThat(placed).as("placed and resting").isGreaterThan(SEEDS * 10);
    assertThat(posted).as("post only").isGreaterThan(SEEDS);
    assertThat(tookFirst).as("took before they rested").isGreaterThan(SEEDS * 3 / 4);
    assertThat(moved).as("moved").isGreaterThan(SEEDS);
    assertThat(reduced).as("reduced").isGreaterThan(SEEDS);
    assertThat(cancelled).as("cancelled").isGreaterThan(SEEDS);
    assertThat(inAuctions).as("traded in auctions").isGreaterThan(SEEDS);
    assertThat(decremented).as("lost lots to their own user").isGreaterThan(SEEDS / 20);
    assertThat(invalid).as("shows less than none, or too much").isGreaterThan(SEEDS);
    assertThat(contradictory).as("that may not rest").isGreaterThan(SEEDS / 4);
    assertThat(inTooManyParts).as("in too many parts").isGreaterThan(SEEDS / 10);
  }

  private void count(Input in, Answer answer, Map<String, Long> open) {
    commands++;
    List<long[]> events = answer.events();
    boolean shows = in.type() == CommandType.PLACE && in.displayQuantity() != 0;
    invalid += answer.code() == ResultCode.INVALID_DISPLAY_QUANTITY ? 1 : 0;
    contradictory += shows && answer.code() == ResultCode.CONTRADICTORY_INSTRUCTION ? 1 : 0;
    inTooManyParts += answer.code() == ResultCode.TOO_MANY_PARTS ? 1 : 0;
    int here = 0;
    boolean traded = false;
    for (long[] e : events) {
      String order = in.symbol() + " " + e[4];
      switch ((int) e[0] & 0xff) {
        case TRADE -> {
          traded = true;
          if (in.type() == CommandType.UNCROSS) {
            boolean taker = open.containsKey(in.symbol() + " " + e[2]);
            inAuctions += taker || open.containsKey(in.symbol() + " " + e[3]) ? 1 : 0;
          }
        }
        case SHOW -> {
          boolean isRefill = (e[0] >>> 16 & 0xff) == BY_REFILL;
          here += isRefill ? 1 : 0;
          boolean isPlace = in.type() == CommandType.PLACE;
          placed += !isRefill && isPlace ? 1 : 0;
          posted += !isRefill && isPlace && in.postOnly() != 0 ? 1 : 0;
          tookFirst += !isRefill && isPlace && traded ? 1 : 0;
          moved += !isRefill && !isPlace ? 1 : 0;
          open.put(order, e[7]);
        }
        case RELEASE -> {
          if (open.containsKey(order)) {
            int reason = (int) (e[0] >>> 16) & 0xff;
            reduced += reason == 0 && e[7] != 0 ? 1 : 0;
            cancelled += reason == 0 && e[7] == 0 ? 1 : 0;
            decremented += reason == 8 && e[7] != 0 ? 1 : 0;
            open.keySet().removeIf(o -> o.equals(order) && e[7] == 0);
          }
        }
        default -> {
          // Of no order, or of one that sleeps.
        }
      }
    }
    refills += here;
    manyRefills += here > 1 ? 1 : 0;
  }
}

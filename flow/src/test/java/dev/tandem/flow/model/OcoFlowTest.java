package dev.tandem.flow.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The flows have pairs of which one cancels the other, ended in every way, and refused ones. */
class OcoFlowTest {

  private static final int SEEDS = 100;
  private static final int BY_OCO = 7;

  private final Map<ResultCode, Integer> codes = new EnumMap<>(ResultCode.class);

  /** Legs that left because of the other one, by the type of the command; also refused ones. */
  private final Map<Byte, Integer> ended = new HashMap<>();

  private int stopsSecond;
  private int limitsSecond;
  private int byTrade;
  private int byTrigger;
  private int byExpiry;
  private int bySelfTrade;

  @Test
  void pairsEndInEveryWay() {
    for (int seed = 0; seed < SEEDS; seed++) {
      HostileFlow flow = HostileFlow.of(seed);
      for (int i = 0; i < flow.inputs().size(); i++) {
        count(flow.inputs().get(i), flow.answers().get(i));
      }
    }
    assertThat(stopsSecond).as("stops as second legs").isGreaterThan(SEEDS * 4);
    assertThat(limitsSecond).as("limit orders as second legs").isGreaterThan(SEEDS / 2);
    assertThat(byTrade).as("the other leg traded").isGreaterThan(SEEDS / 2);
    assertThat(byTrigger).as("the other leg was triggered").isGreaterThan(SEEDS / 5);
    assertThat(byExpiry).as("the other leg expired").isGreaterThan(SEEDS / 10);
    assertThat(bySelfTrade).as("the other leg met its user").isPositive();
    for (byte type :
        new byte[] {
          CommandType.CANCEL, CommandType.REDUCE, CommandType.UNCROSS, CommandType.END_SESSION,
        }) {
      assertThat(ended.getOrDefault(type, 0)).as(CommandType.nameOf(type)).isPositive();
    }
    assertThat(codes.getOrDefault(ResultCode.UNKNOWN_LINKED_ORDER, 0)).isGreaterThan(SEEDS / 5);
    assertThat(codes.getOrDefault(ResultCode.INVALID_LINKED_ORDER, 0)).isGreaterThan(SEEDS / 5);
    assertThat(codes.getOrDefault(ResultCode.WOULD_TAKE, 0)).isGreaterThan(SEEDS / 5);
    assertThat(codes.getOrDefault(ResultCode.CONTRADICTORY_INSTRUCTION, 0)).isGreaterThan(5);
    assertThat(codes.getOrDefault(ResultCode.ORDER_IS_LINKED, 0)).isGreaterThan(SEEDS / 5);
    assertThat(codes.getOrDefault(ResultCode.INSUFFICIENT_FUNDS, 0)).isGreaterThan(5);
  }

  private void count(Input in, Answer answer) {
    boolean isLeg = in.type() == CommandType.PLACE && in.linkedOrder() != 0;
    if (isLeg || answer.code() == ResultCode.ORDER_IS_LINKED) {
      codes.merge(answer.code(), 1, Integer::sum);
    }
    stopsSecond += isLeg && answer.isOk() && in.terms() >> 4 != 0 ? 1 : 0;
    limitsSecond += isLeg && answer.isOk() && in.terms() >> 4 == 0 ? 1 : 0;
    int oco = count(answer, 3, BY_OCO);
    ended.merge(in.type(), oco, Integer::sum);
    byTrade += oco != 0 && count(answer, 2, -1) != 0 ? 1 : 0;
    byTrigger += oco != 0 && count(answer, 5, -1) != 0 ? 1 : 0;
    byExpiry += oco != 0 && count(answer, 3, 4) != 0 ? 1 : 0;
    bySelfTrade += oco != 0 && count(answer, 3, 8) != 0 ? 1 : 0;
  }

  /** Records of a kind; of a reason, unless that is negative. */
  private static int count(Answer answer, int kind, int reason) {
    return (int)
        answer.events().stream()
            .filter(e -> ((int) e[0] & 0xff) == kind)
            .filter(e -> reason < 0 || ((int) (e[0] >>> 16) & 0xff) == reason)
            .count();
  }
}

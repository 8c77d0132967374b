package dev.tandem.flow.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The flows have mass cancels of every form, which remove orders, and leave some. */
class MassCancelFlowTest {

  private static final int SEEDS = 100;
  private static final int RELEASE = 3;
  private static final int TRIGGER = 5;
  private static final int BY_MASS_CANCEL = 6;

  private int orders;
  private int ofUsers;
  private int ofAll;
  private int ofOneSide;
  private int thatLeftSome;
  private int beforeACascade;
  private int notAllowed;

  @Test
  void everyFormComesUp() {
    for (int seed = 0; seed < SEEDS; seed++) {
      HostileFlow flow = HostileFlow.of(seed);
      for (int i = 0; i < flow.inputs().size(); i++) {
        if (flow.inputs().get(i).type() == CommandType.MASS_CANCEL) {
          count(flow.inputs().get(i), flow.answers().get(i));
        }
      }
    }
    assertThat(orders).as("orders").isGreaterThan(SEEDS * 10);
    assertThat(ofUsers).as("of users").isGreaterThan(SEEDS);
    assertThat(ofAll).as("of all users").isGreaterThan(SEEDS / 2);
    assertThat(ofOneSide).as("of one side").isGreaterThan(SEEDS / 2);
    assertThat(thatLeftSome).as("left some").isPositive();
    assertThat(beforeACascade).as("before a cascade").isPositive();
    assertThat(notAllowed).as("not allowed").isGreaterThan(SEEDS / 20);
  }

  private void count(Input in, Answer answer) {
    List<long[]> events = answer.events();
    int removed = (int) events.stream().filter(MassCancelFlowTest::isRemoved).count();
    notAllowed += answer.code() == ResultCode.NOT_ALLOWED_IN_STATE ? 1 : 0;
    orders += removed;
    if (removed == 0) {
      return;
    }
    assertThat(removed).isLessThanOrEqualTo(NaiveRemoval.MOST);
    ofUsers += in.userId() != 0 ? 1 : 0;
    ofAll += in.userId() == 0 ? 1 : 0;
    ofOneSide += in.side() != Side.BOTH_CODE ? 1 : 0;
    thatLeftSome += events.getFirst()[7] != 0 ? 1 : 0;
    beforeACascade += events.stream().anyMatch(e -> (e[0] & 0xff) == TRIGGER) ? 1 : 0;
    assertThat(events.stream().filter(MassCancelFlowTest::isRemoved))
        .allMatch(e -> in.userId() == 0 || e[3] == in.userId())
        .allMatch(e -> in.side() == Side.BOTH_CODE || (e[0] >>> 8 & 0xff) == in.side());
  }

  private static boolean isRemoved(long[] event) {
    return (event[0] & 0xff) == RELEASE && (event[0] >>> 16 & 0xff) == BY_MASS_CANCEL;
  }
}

package dev.tandem.flow.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The flows amend orders of every kind, with every outcome. */
class AmendFlowTest {

  private static final int SEEDS = 100;
  private static final int TRIGGER = 5;

  private int commands;
  private int amends;
  private int cancelled;
  private int reduced;
  private int unchanged;
  private int moved;
  private int traded;
  private int ofPartlyFilled;
  private int movedOfPartlyFilled;
  private int reducedOfPartlyFilled;
  private int ofStops;
  private int reducedStops;
  private int triggersMoved;
  private int triggeredAtOnce;
  private int ofWaiting;
  private int ofIcebergs;
  private int ofPostOnly;
  private int slidBack;
  private final Map<ResultCode, Integer> refused = new EnumMap<>(ResultCode.class);

  @Test
  void amendsHaveEveryOutcome() {
    for (int seed = 0; seed < SEEDS; seed++) {
      NaiveExchange exchange = new NaiveExchange();
      for (Input in : HostileFlow.of(seed).inputs()) {
        commands++;
        if (in.type() == CommandType.AMEND) {
          count(in, exchange);
        } else {
          exchange.apply(in);
        }
      }
    }
    assertThat(amends * 1000L / commands).as("amends in 1,000 commands").isGreaterThan(30);
    assertThat(cancelled).as("cancelled").isGreaterThan(SEEDS / 2);
    assertThat(reduced).as("reduced").isGreaterThan(SEEDS * 5);
    assertThat(unchanged).as("unchanged").isGreaterThan(SEEDS * 5);
    assertThat(moved).as("moved").isGreaterThan(SEEDS * 10);
    assertThat(traded).as("traded").isGreaterThan(SEEDS);
    assertThat(ofPartlyFilled).as("of partly filled").isGreaterThan(SEEDS * 5);
    assertThat(movedOfPartlyFilled).as("moved of partly filled").isGreaterThan(SEEDS);
    assertThat(reducedOfPartlyFilled).as("reduced of partly filled").isGreaterThan(SEEDS / 2);
    assertThat(ofStops).as("of stops").isGreaterThan(SEEDS * 2);
    assertThat(reducedStops).as("reduced stops").isGreaterThan(SEEDS / 4);
    assertThat(triggersMoved).as("triggers moved").isGreaterThan(SEEDS / 2);
    assertThat(triggeredAtOnce).as("triggered at once").isGreaterThan(SEEDS / 4);
    assertThat(ofWaiting).as("of those that wait").isPositive();
    assertThat(ofIcebergs).as("of icebergs").isGreaterThan(SEEDS);
    assertThat(ofPostOnly).as("of post only").isGreaterThan(SEEDS);
    assertThat(slidBack).as("kept where they had slid to").isGreaterThan(SEEDS / 20);
    for (ResultCode code :
        List.of(
            ResultCode.INSUFFICIENT_FUNDS,
            ResultCode.UNKNOWN_ORDER,
            ResultCode.INVALID_TRIGGER,
            ResultCode.INVALID_QUANTITY,
            ResultCode.INVALID_PRICE,
            ResultCode.UNSUPPORTED_INSTRUCTION,
            ResultCode.USER_SUSPENDED,
            ResultCode.NOT_ALLOWED_IN_STATE,
            ResultCode.WOULD_TAKE,
            ResultCode.QUANTITY_NOT_IN_STEPS,
            ResultCode.NOTIONAL_TOO_LARGE)) {
      assertThat(refused.getOrDefault(code, 0)).as("%s", code).isGreaterThan(SEEDS / 30);
    }
  }

  private void count(Input in, NaiveExchange exchange) {
    NaiveBook book = exchange.state().books.get(in.symbol());
    NaiveBook.Order order = book == null ? null : book.find(in.orderId(), in.userId());
    long open = order == null ? 0 : order.open;
    long price = order == null ? 0 : order.price;
    boolean sleeps = order != null && book.stops.contains(order);
    boolean waits = order != null && book.waiting.contains(order);
    boolean isPartlyFilled = order != null && order.filled != 0;
    long trigger = sleeps ? order.trigger.ticks() : 0;
    Answer answer = exchange.apply(in);
    amends++;
    if (!answer.isOk()) {
      refused.merge(answer.code(), 1, Integer::sum);
      return;
    }
    long[] result = answer.events().getFirst();
    boolean isLess = result[6] == 0 && result[7] < open && result[5] == price;
    boolean isSame = result[6] == 0 && result[7] == open && result[5] == price;
    boolean keepsTrigger = in.triggerPrice() == 0 || in.triggerPrice() == trigger;
    boolean takes = result[6] != 0;
    boolean goes = !takes && !(isLess && keepsTrigger) && !(isSame && keepsTrigger);
    cancelled += isLess && result[7] == 0 ? 1 : 0;
    reduced += isLess && keepsTrigger && result[7] != 0 ? 1 : 0;
    unchanged += isSame && keepsTrigger ? 1 : 0;
    moved += goes ? 1 : 0;
    traded += takes ? 1 : 0;
    ofPartlyFilled += isPartlyFilled ? 1 : 0;
    movedOfPartlyFilled += isPartlyFilled && (goes || takes) ? 1 : 0;
    reducedOfPartlyFilled += isPartlyFilled && isLess && result[7] != 0 ? 1 : 0;
    ofStops += sleeps ? 1 : 0;
    reducedStops += sleeps && isLess && keepsTrigger ? 1 : 0;
    triggersMoved += sleeps && !keepsTrigger ? 1 : 0;
    triggeredAtOnce += sleeps && !keepsTrigger && triggers(in, answer) ? 1 : 0;
    ofWaiting += waits ? 1 : 0;
    ofIcebergs += order.display != 0 ? 1 : 0;
    ofPostOnly += order.postOnly != 0 ? 1 : 0;
    slidBack += (isLess || isSame) && result[7] != 0 && in.price() != price ? 1 : 0;
  }

  private static boolean triggers(Input in, Answer answer) {
    return answer.events().stream().anyMatch(e -> (e[0] & 0xff) == TRIGGER && e[4] == in.orderId());
  }
}

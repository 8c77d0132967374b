package dev.tandem.flow.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The flows have transfers that are accepted, in and between shards, and all of their refusals. */
class TransferFlowTest {

  private static final int SEEDS = 100;

  private final Map<ResultCode, Integer> codes = new EnumMap<>(ResultCode.class);
  private int all;
  private int betweenHalves;
  private int withinHalves;
  private int heldWasMissing;
  private int ofSuspended;
  private int toSuspended;
  private int ofProceeds;
  private int handedOn;

  @Test
  void everyAnswerComesUp() {
    for (int seed = 0; seed < SEEDS; seed++) {
      count(HostileFlow.of(seed));
    }
    assertThat(all).as("transfers").isGreaterThan(SEEDS * 20);
    assertThat(codes.get(ResultCode.OK)).as("accepted").isGreaterThan(SEEDS * 8);
    for (ResultCode code :
        new ResultCode[] {
          ResultCode.INSUFFICIENT_FUNDS,
          ResultCode.DUPLICATE_TRANSACTION,
          ResultCode.STALE_TRANSACTION,
          ResultCode.UNKNOWN_USER,
          ResultCode.UNKNOWN_PAYEE,
          ResultCode.PAYEE_IS_PAYER,
          ResultCode.INVALID_AMOUNT
        }) {
      assertThat(codes.getOrDefault(code, 0)).as("%s", code).isGreaterThan(SEEDS / 5);
    }
    assertThat(codes).doesNotContainKeys(ResultCode.OVERFLOW, ResultCode.USER_SUSPENDED);
    assertThat(betweenHalves).as("between two shards").isGreaterThan(SEEDS * 3);
    assertThat(withinHalves).as("within one of two shards").isGreaterThan(SEEDS * 3);
    assertThat(heldWasMissing).as("with what is held it would do").isGreaterThan(SEEDS / 2);
    assertThat(ofSuspended).as("of a suspended user").isGreaterThan(SEEDS / 25);
    assertThat(toSuspended).as("to a suspended user").isGreaterThan(SEEDS / 15);
    assertThat(ofProceeds).as("right behind a trade").isGreaterThan(SEEDS);
    assertThat(handedOn).as("paid on by the next command").isGreaterThan(SEEDS / 2);
  }

  private void count(HostileFlow flow) {
    NaiveExchange exchange = new NaiveExchange();
    Input before = null;
    boolean traded = false;
    for (Input in : flow.inputs()) {
      boolean isTransfer = in.type() == CommandType.TRANSFER;
      NaiveUser payer = exchange.state().users.get(in.userId());
      NaiveUser payee = exchange.state().users.get(in.orderId());
      long held = isTransfer ? exchange.held(in.userId(), in.currency()) : 0;
      long available = isTransfer ? exchange.available(in.userId(), in.currency()) : 0;
      Answer answer = exchange.apply(in);
      if (isTransfer) {
        all++;
        codes.merge(answer.code(), 1, Integer::sum);
        heldWasMissing +=
            answer.code() == ResultCode.INSUFFICIENT_FUNDS && available + held >= in.amount()
                ? 1
                : 0;
      }
      if (isTransfer && answer.isOk()) {
        boolean differ = Math.floorMod(in.userId(), 2) != Math.floorMod(in.orderId(), 2);
        betweenHalves += differ ? 1 : 0;
        withinHalves += differ ? 0 : 1;
        ofSuspended += payer.suspended ? 1 : 0;
        toSuspended += payee.suspended ? 1 : 0;
        ofProceeds += traded ? 1 : 0;
        handedOn +=
            before != null && before.orderId() == in.userId() && before.currency() == in.currency()
                ? 1
                : 0;
      }
      before = isTransfer && answer.isOk() ? in : null;
      traded = HostileFlow.traded(answer);
    }
  }
}

package dev.tandem.flow.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The flows have updates of symbols that are accepted, and all of their refusals. */
class UpdateFlowTest {

  private static final int SEEDS = 100;

  private final Map<ResultCode, Integer> codes = new EnumMap<>(ResultCode.class);
  private int overOrders;
  private int brokenByOrders;
  private int toNone;
  private int ofPoints;

  @Test
  void everyAnswerComesUp() {
    for (int seed = 0; seed < SEEDS; seed++) {
      count(HostileFlow.of(seed));
    }
    assertThat(codes.get(ResultCode.OK)).as("accepted").isGreaterThan(SEEDS * 2);
    for (ResultCode code :
        new ResultCode[] {
          ResultCode.UNKNOWN_SYMBOL, ResultCode.INVALID_SYMBOL, ResultCode.SYMBOL_FIELD_FIXED
        }) {
      assertThat(codes.getOrDefault(code, 0)).as("%s", code).isGreaterThan(SEEDS / 8);
    }
    assertThat(overOrders).as("with orders there").isGreaterThan(SEEDS);
    assertThat(brokenByOrders).as("with orders there that break them").isGreaterThan(SEEDS / 4);
    assertThat(toNone).as("that take all limits away").isGreaterThan(SEEDS / 4);
    assertThat(ofPoints).as("of the protection points").isGreaterThan(SEEDS / 2);
  }

  private void count(HostileFlow flow) {
    NaiveExchange exchange = new NaiveExchange();
    for (Input in : flow.inputs()) {
      boolean isUpdate = in.type() == CommandType.UPDATE_SYMBOL;
      NaiveBook book = isUpdate ? exchange.state().books.get(in.symbol()) : null;
      SymbolSpec before = book == null ? null : book.spec;
      Answer answer = exchange.apply(in);
      if (isUpdate) {
        codes.merge(answer.code(), 1, Integer::sum);
      }
      if (isUpdate && answer.isOk()) {
        LotLimits limits = book.spec.limits();
        overOrders += book.orders.isEmpty() ? 0 : 1;
        brokenByOrders +=
            book.orders.stream().anyMatch(o -> limits.refusalOf(o.open) != ResultCode.PENDING)
                ? 1
                : 0;
        toNone += limits.isNone() && !before.limits().isNone() ? 1 : 0;
        ofPoints += before.protectionPoints() != book.spec.protectionPoints() ? 1 : 0;
      }
    }
  }
}

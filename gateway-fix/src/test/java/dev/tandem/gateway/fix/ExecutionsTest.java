package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import org.junit.jupiter.api.Test;

class ExecutionsTest {

  private static Command place(long order, byte side, long lots) {
    Command c = new Command();
    c.type = CommandType.PLACE;
    c.result = ResultCode.OK_CODE;
    c.symbol = 1;
    c.userId = order;
    c.orderId = order;
    c.orderSide = side;
    c.orderPrice = 100;
    c.price = 100;
    c.quantity = lots;
    c.openQuantity = lots;
    return c;
  }

  /** Each outcome is of the order that it names, whichever command it is of. */
  @Test
  void outcomesOfOtherOrdersChangeThese() {
    OrderStates orders = new OrderStates();
    Executions executions = new Executions(orders, (execution, to) -> {});
    executions.onAnswer(place(21, Side.SELL_CODE, 5));
    executions.onAnswer(place(31, Side.SELL_CODE, 5));
    executions.onAnswer(place(41, Side.BUY_CODE, 10));
    Command c = place(10, Side.BUY_CODE, 4);
    int done = Outcomes.MAKER_DONE;
    c.outcomes.change(Outcomes.RELEASE, 1, Side.SELL_CODE, 3, 21, 21, 100, 5, 0, 0);
    c.outcomes.endOwn();
    c.outcomes.trade(1, Side.SELL_CODE, done, 31, 10, 31, 10, 100, 4, 0, 0);
    c.outcomes.change(Outcomes.REST, 1, Side.SELL_CODE, 0, 31, 31, 99, 0, 1, 0);
    c.outcomes.change(Outcomes.RELEASE, 1, Side.BUY_CODE, 4, 41, 41, 100, 4, 6, 0);
    executions.onAnswer(c);
    assertThat(orders.live(1, 10)).isNull();
    assertThat(orders.live(1, 21)).isNull();
    assertThat(orders.live(1, 31).leaves()).isEqualTo(1);
    assertThat(orders.live(1, 31).filled()).isEqualTo(4);
    assertThat(orders.live(1, 41).leaves()).isEqualTo(orders.live(1, 41).quantity()).isEqualTo(6);
  }
}

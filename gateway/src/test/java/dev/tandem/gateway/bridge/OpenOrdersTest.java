package dev.tandem.gateway.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import org.junit.jupiter.api.Test;

/** An answer that does not fit the live orders is refused, whatever it does to them. */
class OpenOrdersTest {

  private static Command answer(byte type, long order, long open) {
    Command c = new Command();
    c.type = type;
    c.result = ResultCode.OK_CODE;
    c.symbol = 1;
    c.userId = 7;
    c.orderId = order;
    c.clientKey = 3;
    c.orderPrice = 10;
    c.openQuantity = open;
    return c;
  }

  private static void isRefused(OpenOrders orders, Command answer) {
    assertThatThrownBy(() -> orders.onAnswer(answer))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("order 2");
    assertThat(orders.size()).isEqualTo(orders.ofUser(7)).isEqualTo(orders.ofClient(3));
  }

  @Test
  void whatIsUnknownCannotLeaveNorChange() {
    OpenOrders orders = new OpenOrders();
    orders.onAnswer(answer(CommandType.PLACE, 1, 5));
    isRefused(orders, answer(CommandType.CANCEL, 2, 0));
    isRefused(orders, answer(CommandType.REDUCE, 2, 3));
    Command taker = answer(CommandType.PLACE, 3, 0);
    taker.outcomes.add(3, 2, 7, 7, 10, 5, 0, 0, Outcomes.MAKER_DONE | Outcomes.TAKER_DONE);
    isRefused(orders, taker);
    orders.onAnswer(answer(CommandType.CANCEL, 1, 0));
    assertThat(orders.size()).isZero();
  }

  @Test
  void anOrderThatIsHereCannotComeAgain() {
    OpenOrders orders = new OpenOrders();
    orders.onAnswer(answer(CommandType.PLACE, 2, 5));
    isRefused(orders, answer(CommandType.PLACE, 2, 6));
    assertThat(orders.find(1, 2).quantity()).isEqualTo(5);
  }
}

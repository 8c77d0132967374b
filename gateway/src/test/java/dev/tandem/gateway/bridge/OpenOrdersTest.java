package dev.tandem.gateway.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
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
    int done = Outcomes.MAKER_DONE | Outcomes.TAKER_DONE;
    taker.outcomes.trade(1, Side.BUY_CODE, done, 3, 2, 7, 7, 10, 5, 0, 0);
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

  /** Outcomes of orders that are not the command's own, around what became of that. */
  @Test
  void ordersThatAreNotTheCommandsOwnFollow() {
    OpenOrders orders = new OpenOrders();
    for (long order = 1; order <= 4; order++) {
      orders.onAnswer(answer(CommandType.PLACE, order, 5));
    }
    Command c = answer(CommandType.PLACE, 1, 6);
    int done = Outcomes.MAKER_DONE;
    c.outcomes.change(Outcomes.RELEASE, 1, Side.SELL_CODE, 3, 1, 7, 10, 5, 0, 0);
    c.outcomes.endOwn();
    c.outcomes.trade(1, Side.SELL_CODE, done, 2, 1, 7, 7, 10, 6, 0, 0);
    c.outcomes.change(Outcomes.REST, 1, Side.SELL_CODE, 0, 2, 7, 12, 0, 4, 0);
    c.outcomes.change(Outcomes.RELEASE, 1, Side.BUY_CODE, 4, 3, 7, 10, 2, 3, 0);
    orders.onAnswer(c);
    assertThat(orders.find(1, 1)).isNull();
    assertThat(orders.find(1, 2).price()).isEqualTo(12);
    assertThat(orders.find(1, 2).quantity()).isEqualTo(4);
    assertThat(orders.find(1, 3).quantity()).isEqualTo(3);
    assertThat(orders.find(1, 4).quantity()).isEqualTo(5);
    assertThat(orders.ofUser(7)).isEqualTo(orders.ofClient(3)).isEqualTo(3);
  }
}

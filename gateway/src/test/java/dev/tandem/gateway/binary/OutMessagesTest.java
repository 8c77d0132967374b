package dev.tandem.gateway.binary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.client.wire.ExecutionReport;
import dev.tandem.client.wire.Fill;
import dev.tandem.client.wire.Message;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.gateway.command.Answers;
import dev.tandem.gateway.command.Fills;
import dev.tandem.gateway.command.Units;
import dev.tandem.gateway.json.JsonText;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reports of a command with outcomes of orders that are not its own. */
class OutMessagesTest {

  private final OutMessages messages = new OutMessages();
  private final Command answer = answer();

  /** Order 10 buys one lot; 31 takes the rest of it, and rests itself; 41 loses four lots. */
  private static Command answer() {
    Command c = new Command();
    c.type = CommandType.PLACE;
    c.result = ResultCode.OK_CODE;
    c.symbol = 1;
    c.userId = 7;
    c.orderId = 10;
    c.orderSide = Side.BUY_CODE;
    c.orderPrice = 100;
    c.filledQuantity = 1;
    c.openQuantity = 3;
    c.eventNumber = 50;
    int done = Outcomes.MAKER_DONE;
    c.outcomes.trade(1, Side.BUY_CODE, done, 10, 22, 7, 8, 100, 1, 0, 0);
    c.outcomes.endOwn();
    c.outcomes.trade(1, Side.SELL_CODE, done, 31, 10, 9, 7, 100, 3, 0, 0);
    c.outcomes.change(Outcomes.REST, 1, Side.SELL_CODE, 0, 31, 9, 99, 0, 2, 0);
    c.outcomes.change(Outcomes.RELEASE, 1, Side.BUY_CODE, 4, 41, 7, 98, 4, 6, 0);
    return c;
  }

  private static List<String> texts(ByteBuf bytes) {
    List<String> texts = new ArrayList<>();
    ByteBuffer from = bytes.nioBuffer();
    int at = 0;
    while (at < from.limit()) {
      if (Message.templateId(from, at) == Fill.ID) {
        Fill f = new Fill().over(from, at);
        texts.add(
            "fill %d %d %d %d %d %d"
                .formatted(f.user(), f.order(), f.trade(), f.quantity(), f.side(), f.options()));
      } else {
        ExecutionReport r = new ExecutionReport().over(from, at);
        texts.add(
            "%s %d %d %d at %d filled %d open %d released %d, %d trades"
                .formatted(
                    CommandType.nameOf((byte) r.command()),
                    r.user(),
                    r.order(),
                    r.eventNumber(),
                    r.price(),
                    r.filled(),
                    r.open(),
                    r.released(),
                    r.trades()));
      }
      at += Message.HEADER + Message.blockLength(from, at);
    }
    return texts;
  }

  @Test
  void theReportOfACommandHasItsOwnTradesAlone() {
    ByteBuf out = Unpooled.buffer();
    messages.answer(answer, 0, out);
    assertThat(texts(out))
        .containsExactly(
            "PLACE 7 10 50 at 100 filled 1 open 3 released 0, 1 trades", "fill 7 10 51 1 0 2");
  }

  @Test
  void ordersThatAreNotTheCommandsOwnHaveReportsOfTheirOwn() {
    ByteBuf out = Unpooled.buffer();
    Fills.of(
        answer,
        new Fills.Visitor() {
          @Override
          public void fill(
              Command of, int i, long user, long order, int side, boolean took, boolean done) {
            messages.fill(of, i, user, order, side, took, done, out);
          }

          @Override
          public void change(Command of, int i) {
            messages.change(of, i, out);
          }
        });
    assertThat(texts(out))
        .containsExactly(
            "fill 8 22 51 1 1 1",
            "fill 9 31 52 3 1 2",
            "fill 7 10 52 3 0 1",
            "PLACE 9 31 53 at 99 filled 0 open 2 released 0, 0 trades",
            "REDUCE 7 41 54 at 98 filled 0 open 6 released 4, 0 trades");
  }

  @Test
  void jsonHasTheSame() throws JsonProcessingException {
    ObjectMapper json = new ObjectMapper();
    assertThat(
            json.readTree(
                    JsonText.object(to -> Answers.write(answer, Units.NUMBERS_OF_ALL, to))
                        .toString(UTF_8))
                .get("trades"))
        .isEqualTo(json.readTree("[{\"id\":51,\"price\":100,\"quantity\":1}]"));
    assertThat(
            json.readTree(
                JsonText.object(to -> Answers.writeChange(answer, 3, to)).toString(UTF_8)))
        .isEqualTo(
            json.readTree(
                "{\"code\":\"OK\",\"event\":54,\"time\":0,\"symbol\":1,\"order\":41,\"price\":98,"
                    + "\"filled\":0,\"open\":6,\"released\":4}"));
  }
}

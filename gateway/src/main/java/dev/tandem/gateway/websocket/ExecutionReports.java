package dev.tandem.gateway.websocket;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.Trades;
import dev.tandem.gateway.bridge.AnswerListener;
import dev.tandem.gateway.command.Answers;
import dev.tandem.gateway.command.Fills;
import dev.tandem.gateway.json.JsonText;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tells each user's sessions what became of the user's orders. On the event loop. */
public final class ExecutionReports implements AnswerListener {

  private final Map<Long, List<StreamSession>> sessions = new HashMap<>();

  /** Nobody listens. */
  public ExecutionReports() {}

  void add(long user, StreamSession session) {
    sessions.computeIfAbsent(user, u -> new ArrayList<>()).add(session);
  }

  void remove(long user, StreamSession session) {
    List<StreamSession> of = sessions.get(user);
    if (of != null && of.remove(session) && of.isEmpty()) {
      sessions.remove(user);
    }
  }

  @Override
  public void onAnswer(Command answer) {
    if (sessions.isEmpty()
        || answer.result != ResultCode.OK_CODE
        || answer.type < CommandType.PLACE
        || answer.type > CommandType.UNCROSS) {
      return;
    }
    if (answer.type <= CommandType.MOVE && sessions.containsKey(answer.userId)) {
      tell(
          answer.userId,
          JsonText.object(
              to -> {
                to.writeStringField("t", "report");
                to.writeNumberField("user", answer.userId);
                to.writeStringField("command", CommandType.nameOf(answer.type));
                to.writeStringField("side", Side.of(answer.orderSide).name());
                Answers.write(answer, to);
              }));
    }
    Fills.of(
        answer,
        (i, user, order, side, done) -> {
          if (sessions.containsKey(user)) {
            tell(user, JsonText.object(to -> writeFill(answer, i, user, order, side, done, to)));
          }
        });
  }

  private static void writeFill(
      Command answer, int i, long user, long order, int side, boolean done, JsonGenerator to)
      throws IOException {
    Trades trades = answer.trades;
    to.writeStringField("t", "fill");
    to.writeNumberField("user", user);
    to.writeNumberField("symbol", answer.symbol);
    to.writeNumberField("order", order);
    to.writeStringField("side", Side.of((byte) side).name());
    to.writeNumberField("trade", Fills.tradeId(answer, i));
    to.writeNumberField("price", trades.price(i));
    to.writeNumberField("quantity", trades.quantity(i));
    to.writeBooleanField("done", done);
    to.writeNumberField("time", answer.timestampNs);
  }

  private void tell(long user, ByteBuf message) {
    try {
      for (StreamSession session : List.copyOf(sessions.get(user))) {
        session.offerReport(message);
      }
    } finally {
      message.release();
    }
  }
}

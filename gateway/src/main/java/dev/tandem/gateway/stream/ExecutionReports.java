package dev.tandem.gateway.stream;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.Trades;
import dev.tandem.gateway.desk.AnswerListener;
import dev.tandem.gateway.json.JsonText;
import dev.tandem.gateway.request.Answers;
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
    boolean uncross = answer.type == CommandType.UNCROSS;
    Trades trades = answer.trades;
    for (int i = 0; i < trades.count(); i++) {
      int makerSide = uncross ? Side.SELL_CODE : answer.orderSide ^ 1;
      if (uncross) {
        fill(answer, i, trades.takerUserId(i), trades.takerOrderId(i), Side.BUY_CODE);
      }
      fill(answer, i, trades.makerUserId(i), trades.makerOrderId(i), makerSide);
    }
  }

  private void fill(Command answer, int i, long user, long order, int side) {
    if (!sessions.containsKey(user)) {
      return;
    }
    tell(user, JsonText.object(to -> writeFill(answer, i, user, order, side, to)));
  }

  private static void writeFill(
      Command answer, int i, long user, long order, int side, JsonGenerator to) throws IOException {
    Trades trades = answer.trades;
    boolean taker = order == trades.takerOrderId(i) && answer.type == CommandType.UNCROSS;
    long flag = taker ? Trades.TAKER_DONE : Trades.MAKER_DONE;
    to.writeStringField("t", "fill");
    to.writeNumberField("user", user);
    to.writeNumberField("symbol", answer.symbol);
    to.writeNumberField("order", order);
    to.writeStringField("side", Side.of((byte) side).name());
    to.writeNumberField("trade", answer.eventNumber + 1 + i);
    to.writeNumberField("price", trades.price(i));
    to.writeNumberField("quantity", trades.quantity(i));
    to.writeBooleanField("done", (trades.flags(i) & flag) != 0);
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

package dev.tandem.gateway.websocket;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.gateway.bridge.AnswerListener;
import dev.tandem.gateway.command.Answers;
import dev.tandem.gateway.command.Fills;
import dev.tandem.gateway.json.JsonText;
import dev.tandem.gateway.reports.ReportFeed;
import dev.tandem.gateway.reports.ReportFeeds;
import java.io.IOException;

/** Tells each user's streams what became of the user's orders. On the event loop. */
final class ExecutionReports implements AnswerListener {

  private final ReportFeeds feeds;

  ExecutionReports(ReportFeeds feeds) {
    this.feeds = feeds;
  }

  @Override
  public void onQuery() {
    feeds.mark();
  }

  @Override
  public void onAnswer(Command answer) {
    feeds.answered(answer.number);
    if (feeds.isEmpty()
        || answer.result != ResultCode.OK_CODE
        || !CommandType.isOfBook(answer.type)) {
      return;
    }
    ReportFeed sender = answer.type <= CommandType.MOVE ? feeds.of(answer.userId) : null;
    if (sender != null) {
      feeds.tell(
          sender,
          JsonText.object(
              to -> {
                to.writeStringField("t", "report");
                to.writeNumberField("user", answer.userId);
                to.writeNumberField("seq", sender.last() + 1);
                to.writeStringField("command", CommandType.nameOf(answer.type));
                to.writeStringField("side", Side.of(answer.orderSide).name());
                Answers.write(answer, to);
              }));
    }
    Fills.of(
        answer,
        (i, user, order, side, done) -> {
          ReportFeed feed = feeds.of(user);
          if (feed != null) {
            feeds.tell(
                feed, JsonText.object(to -> writeFill(answer, i, feed, order, side, done, to)));
          }
        });
  }

  private static void writeFill(
      Command answer, int i, ReportFeed feed, long order, int side, boolean done, JsonGenerator to)
      throws IOException {
    Outcomes outcomes = answer.outcomes;
    to.writeStringField("t", "fill");
    to.writeNumberField("user", feed.user());
    to.writeNumberField("seq", feed.last() + 1);
    to.writeNumberField("symbol", answer.symbol);
    to.writeNumberField("order", order);
    to.writeStringField("side", Side.of((byte) side).name());
    to.writeNumberField("trade", Fills.tradeId(answer, i));
    to.writeNumberField("price", outcomes.price(i));
    to.writeNumberField("quantity", outcomes.quantity(i));
    to.writeBooleanField("done", done);
    to.writeNumberField("time", answer.timestampNs);
  }
}

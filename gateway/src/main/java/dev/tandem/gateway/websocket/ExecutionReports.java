package dev.tandem.gateway.websocket;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.Side;
import dev.tandem.gateway.bridge.AnswerListener;
import dev.tandem.gateway.command.Answers;
import dev.tandem.gateway.command.Fills;
import dev.tandem.gateway.command.OrderFields;
import dev.tandem.gateway.command.Units;
import dev.tandem.gateway.json.JsonText;
import dev.tandem.gateway.reports.ReportFeed;
import dev.tandem.gateway.reports.ReportFeeds;
import java.io.IOException;

/** Reports to each user's streams what happened to the user's orders. On the event loop. */
final class ExecutionReports implements AnswerListener, Fills.Visitor {

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
    if (feeds.isEmpty() || !answer.changesOrders()) {
      return;
    }
    ReportFeed sender = answer.changesOwnOrder() ? feeds.of(answer.userId) : null;
    if (sender != null) {
      feeds.report(
          sender,
          JsonText.object(
              to -> {
                writeHead(sender, answer.type, answer.orderSide, to);
                if (answer.type == CommandType.PLACE) {
                  OrderFields.write(answer, Units.NUMBERS, to);
                } else if (answer.type == CommandType.AMEND && answer.instructions() != null) {
                  // It says nothing else.
                  to.writeNumberField("triggerPrice", answer.instructions().triggerPrice());
                }
                Answers.write(answer, Units.NUMBERS_OF_ALL, to);
              }));
    }
    Fills.of(answer, this);
  }

  private static void writeHead(ReportFeed feed, byte command, int side, JsonGenerator to)
      throws IOException {
    to.writeStringField("t", "report");
    to.writeNumberField("user", feed.user());
    to.writeNumberField("seq", feed.last() + 1);
    to.writeStringField("command", CommandType.nameOf(command));
    to.writeStringField("side", Side.of((byte) side).name());
  }

  @Override
  public void fill(
      Command answer, int trade, long user, long order, int side, boolean took, boolean done) {
    ReportFeed feed = feeds.of(user);
    if (feed != null) {
      feeds.report(
          feed, JsonText.object(to -> writeFill(answer, trade, feed, order, side, done, to)));
    }
  }

  /** A report as of a command that does the same. */
  @Override
  public void change(Command answer, int outcome) {
    ReportFeed feed = feeds.of(answer.outcomes.userId(outcome));
    if (feed != null) {
      feeds.report(
          feed,
          JsonText.object(
              to -> {
                byte command = Fills.likeCommand(answer, outcome);
                writeHead(feed, command, answer.outcomes.side(outcome), to);
                Answers.writeChange(answer, outcome, to);
              }));
    }
  }

  private static void writeFill(
      Command answer, int i, ReportFeed feed, long order, int side, boolean done, JsonGenerator to)
      throws IOException {
    Outcomes outcomes = answer.outcomes;
    to.writeStringField("t", "fill");
    to.writeNumberField("user", feed.user());
    to.writeNumberField("seq", feed.last() + 1);
    to.writeNumberField("symbol", outcomes.symbol(i));
    to.writeNumberField("order", order);
    to.writeStringField("side", Side.of((byte) side).name());
    to.writeNumberField("trade", answer.eventOf(i));
    to.writeNumberField("price", outcomes.price(i));
    to.writeNumberField("quantity", outcomes.quantity(i));
    to.writeBooleanField("done", done);
    to.writeNumberField("time", answer.timestampNs);
  }
}

package dev.tandem.gateway.binary;

import dev.tandem.core.command.Command;
import dev.tandem.gateway.bridge.AnswerListener;
import dev.tandem.gateway.command.Fills;
import dev.tandem.gateway.reports.ReportFeed;
import dev.tandem.gateway.reports.ReportFeeds;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Numbers and keeps the reports of users that sessions subscribe to. A report is the client whose
 * command it is, or 0, and then the messages as they go out. A command's own report is the last of
 * those that the command causes: so the answer to it comes directly behind them.
 */
final class NumberedReports implements AnswerListener, Fills.Visitor {

  final ReportFeeds feeds;
  private final OutMessages messages;

  NumberedReports(ReportFeeds feeds, OutMessages messages) {
    this.feeds = feeds;
    this.messages = messages;
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
    Fills.of(answer, this);
    ReportFeed sender = answer.changesOwnOrder() ? feeds.of(answer.userId) : null;
    if (sender != null) {
      ByteBuf report = report(answer.clientKey);
      messages.answer(answer, 0, report);
      feeds.report(sender, report);
    }
  }

  @Override
  public void fill(
      Command answer, int trade, long user, long order, int side, boolean took, boolean done) {
    ReportFeed feed = feeds.of(user);
    if (feed != null) {
      ByteBuf report = report(0);
      messages.fill(answer, trade, user, order, side, took, done, report);
      feeds.report(feed, report);
    }
  }

  @Override
  public void change(Command answer, int outcome) {
    ReportFeed feed = feeds.of(answer.outcomes.userId(outcome));
    if (feed != null) {
      ByteBuf report = report(0);
      messages.change(answer, outcome, report);
      feeds.report(feed, report);
    }
  }

  private static ByteBuf report(long client) {
    return ByteBufAllocator.DEFAULT.heapBuffer().writeLong(client);
  }
}

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
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tells each user's sessions what became of the user's orders. It keeps the last reports of each
 * user that a session hears of, or has heard of lately, for sessions that come back; all together
 * within a bound. On the event loop.
 */
public final class ExecutionReports implements AnswerListener {

  /** Reports that are kept for each user, by default. */
  public static final int KEPT = 1_024;

  /** The most that can be asked for. */
  public static final int MOST_KEPT = 65_536;

  /** How long a user is kept whom no session hears of any more. */
  static final long LEFT_NS = 600_000_000_000L;

  private static final long MOST_BYTES = 64L << 20;

  private final int kept;
  private final long mostBytes;
  private final Map<Long, ReportFeed> feeds = new HashMap<>();

  /** Those that nobody hears, the longest left first. */
  private final Map<Long, ReportFeed> left = new LinkedHashMap<>();

  private long reports;
  private long bytes;

  /** No report has had a higher number. */
  private long highest;

  /**
   * Nobody listens.
   *
   * @param kept so many reports of each user
   */
  public ExecutionReports(int kept) {
    this(kept, MOST_BYTES);
  }

  ExecutionReports(int kept, long mostBytes) {
    this.kept = kept;
    this.mostBytes = mostBytes;
  }

  /** How many reports are kept. */
  public long kept() {
    return reports;
  }

  /** What they cost. */
  public long keptBytes() {
    return bytes;
  }

  /** From now on the session hears of the user. */
  ReportReader add(long user, StreamSession session) {
    ReportFeed feed = feeds.get(user);
    if (feed == null) {
      // Above all numbers so far: what was told before it, nobody may take for what it has.
      feed = new ReportFeed(user, ++highest, kept);
      feeds.put(user, feed);
      bytes += feed.bytes();
      forgetMost(feed);
    }
    left.remove(user);
    ReportReader reader = new ReportReader(session, feed);
    feed.add(reader);
    return reader;
  }

  void remove(ReportReader reader, long nowNs) {
    ReportFeed feed = reader.feed;
    feed.remove(reader, nowNs);
    if (feed.isLeft()) {
      left.put(feed.user, feed);
    }
  }

  /** Once a second: forgets whom no session hears of for long. */
  void sweep(long nowNs) {
    Iterator<ReportFeed> oldest = left.values().iterator();
    while (oldest.hasNext()) {
      ReportFeed feed = oldest.next();
      if (nowNs - feed.leftNs() <= LEFT_NS) {
        return;
      }
      oldest.remove();
      forget(feed);
    }
  }

  private void forget(ReportFeed feed) {
    feeds.remove(feed.user);
    reports -= feed.size();
    bytes -= feed.bytes();
  }

  /** Keeps the bound: those that were left longest go first, then what the newest has. */
  private void forgetMost(ReportFeed newest) {
    Iterator<ReportFeed> oldest = left.values().iterator();
    while (bytes > mostBytes && oldest.hasNext()) {
      ReportFeed feed = oldest.next();
      if (feed != newest) {
        oldest.remove();
        forget(feed);
      }
    }
    while (bytes > mostBytes && newest.size() > 0) {
      long before = newest.bytes();
      newest.dropOldest();
      reports--;
      bytes += newest.bytes() - before;
    }
  }

  @Override
  public void onAnswer(Command answer) {
    if (feeds.isEmpty()
        || answer.result != ResultCode.OK_CODE
        || answer.type < CommandType.PLACE
        || answer.type > CommandType.UNCROSS) {
      return;
    }
    ReportFeed sender = answer.type <= CommandType.MOVE ? feeds.get(answer.userId) : null;
    if (sender != null) {
      tell(
          sender,
          to -> {
            to.writeStringField("t", "report");
            to.writeNumberField("user", answer.userId);
            to.writeNumberField("seq", sender.last() + 1);
            to.writeStringField("command", CommandType.nameOf(answer.type));
            to.writeStringField("side", Side.of(answer.orderSide).name());
            Answers.write(answer, to);
          });
    }
    Fills.of(
        answer,
        (i, user, order, side, done) -> {
          ReportFeed feed = feeds.get(user);
          if (feed != null) {
            tell(feed, to -> writeFill(answer, i, feed, order, side, done, to));
          }
        });
  }

  private static void writeFill(
      Command answer, int i, ReportFeed feed, long order, int side, boolean done, JsonGenerator to)
      throws IOException {
    Trades trades = answer.trades;
    to.writeStringField("t", "fill");
    to.writeNumberField("user", feed.user);
    to.writeNumberField("seq", feed.last() + 1);
    to.writeNumberField("symbol", answer.symbol);
    to.writeNumberField("order", order);
    to.writeStringField("side", Side.of((byte) side).name());
    to.writeNumberField("trade", Fills.tradeId(answer, i));
    to.writeNumberField("price", trades.price(i));
    to.writeNumberField("quantity", trades.quantity(i));
    to.writeBooleanField("done", done);
    to.writeNumberField("time", answer.timestampNs);
  }

  private void tell(ReportFeed feed, JsonText.Writer fields) {
    ByteBuf message = JsonText.object(fields);
    try {
      int countBefore = feed.size();
      long bytesBefore = feed.bytes();
      feed.add(message);
      reports += feed.size() - countBefore;
      bytes += feed.bytes() - bytesBefore;
      highest = Math.max(highest, feed.last());
      forgetMost(feed);
      feed.tell(message);
    } finally {
      message.release();
    }
  }
}

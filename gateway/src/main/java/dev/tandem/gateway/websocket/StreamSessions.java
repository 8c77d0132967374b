package dev.tandem.gateway.websocket;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.gateway.bridge.AnswerListener;
import dev.tandem.gateway.bridge.OrderDesk;
import dev.tandem.gateway.command.Callers;
import dev.tandem.gateway.json.JsonText;
import dev.tandem.gateway.metrics.GatewayCounts;
import dev.tandem.gateway.orderentry.OrderEntry;
import dev.tandem.gateway.reports.ReportFeeds;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** All sessions of the streams, and what they share. On the event loop. */
public final class StreamSessions {

  /** How long a session may be silent; a session that lives answers a ping. */
  static final long SILENCE_NS = 45_000_000_000L;

  private static final long PING_NS = 15_000_000_000L;

  /** How long a session may take to say whose it is. */
  static final long LOGIN_NS = 10_000_000_000L;

  /** Sequences of symbols are of this start alone; those of users' reports may continue over it. */
  final String run;

  final OrderDesk desk;
  final OrderEntry entry;
  final Callers callers;
  final MarketChannels channels;
  final ReportFeeds reports;
  final GatewayCounts counts;
  private final EventLoop loop;
  private final JsonText.Writer stats;
  private final Set<StreamSession> sessions = new LinkedHashSet<>();
  private final Set<StreamSession> unflushed = new LinkedHashSet<>();
  private boolean flushing;
  private boolean closing;
  private long lastPingNs = System.nanoTime();

  /**
   * @param stats writes the figures that sessions can subscribe to
   */
  public StreamSessions(
      OrderDesk desk,
      OrderEntry entry,
      Callers callers,
      MarketChannels channels,
      ReportFeeds reports,
      GatewayCounts counts,
      EventLoop loop,
      JsonText.Writer stats) {
    this.desk = desk;
    this.entry = entry;
    this.callers = callers;
    this.channels = channels;
    this.reports = reports;
    run = Long.toString(reports.run(), Character.MAX_RADIX);
    this.counts = counts;
    this.loop = loop;
    this.stats = stats;
    desk.listen(new ExecutionReports(reports));
    channels.deliverBy(this::flushLater);
  }

  /** Makes the reports of commands that the log has and that are applied again. */
  public static AnswerListener reportsInto(ReportFeeds feeds) {
    return new ExecutionReports(feeds);
  }

  /** The start that a client names; -1 if it names none. */
  static long run(String text) {
    try {
      return Long.parseLong(text, Character.MAX_RADIX);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** Number of open streams. */
  public int size() {
    return sessions.size();
  }

  // Whose end nobody waits for.
  @SuppressWarnings("FutureReturnValueIgnored")
  void opened(StreamSession session) {
    sessions.add(session);
    if (closing) {
      session.stop();
    }
  }

  /** Ends all sessions behind what is due to them. Each future completes when one is closed. */
  public List<ChannelFuture> endAll() {
    closing = true;
    return List.copyOf(sessions).stream().map(StreamSession::stop).toList();
  }

  void closed(StreamSession session) {
    sessions.remove(session);
    unflushed.remove(session);
  }

  /** What was written in this visit of the loop goes out at its end, in one call. */
  void flushLater(StreamSession session) {
    flushLater();
    unflushed.add(session);
  }

  private void flushLater() {
    if (!flushing) {
      flushing = true;
      loop.execute(this::flush);
    }
  }

  private void flush() {
    try {
      channels.deliver();
    } finally {
      flushing = false;
    }
    List<StreamSession> all = new ArrayList<>(unflushed);
    unflushed.clear();
    all.forEach(StreamSession::flush);
  }

  /** Once a second: figures for who wants them, pings, and an end for who is silent. */
  public void sweep(long nowNs) {
    channels.sweep(nowNs);
    desk.sweepBooks(nowNs, channels::hasSubscribers);
    reports.sweep(nowNs);
    boolean ping = nowNs - lastPingNs >= PING_NS;
    if (ping) {
      lastPingNs = nowNs;
    }
    ByteBuf figures = null;
    for (StreamSession session : new ArrayList<>(sessions)) {
      if (session.endIfSilent(nowNs)) {
        continue;
      }
      if (ping) {
        session.ping();
      }
      if (session.wantsStats()) {
        if (figures == null) {
          figures = JsonText.object(this::writeStats);
        }
        session.offerStats(figures);
      }
    }
    if (figures != null) {
      figures.release();
    }
  }

  private void writeStats(JsonGenerator to) throws IOException {
    to.writeStringField("t", "stats");
    stats.write(to);
  }
}

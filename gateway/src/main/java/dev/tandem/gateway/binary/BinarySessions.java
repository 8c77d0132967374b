package dev.tandem.gateway.binary;

import dev.tandem.client.wire.Code;
import dev.tandem.gateway.access.ConnectionRefusals;
import dev.tandem.gateway.access.ConnectionSlots;
import dev.tandem.gateway.access.Faults;
import dev.tandem.gateway.bridge.AnswerListener;
import dev.tandem.gateway.bridge.OrderDesk;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.command.Callers;
import dev.tandem.gateway.metrics.GatewayCounts;
import dev.tandem.gateway.orderentry.OrderEntry;
import dev.tandem.gateway.reports.ReportFeeds;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All sessions of the binary protocol, and what they share. On the event loop. */
public final class BinarySessions {

  final OrderDesk desk;
  final OrderEntry entry;
  final Callers callers;
  final GatewayCounts counts;
  final BinaryReports reports = new BinaryReports();
  final OutMessages messages = new OutMessages();
  final NumberedReports numbered;
  final ConnectionRefusals refusals;
  private final EventLoop loop;
  private final ConnectionSlots<BinarySession> open;
  private final Map<Long, BinarySession> byClient = new HashMap<>();
  private final Set<BinarySession> unflushed = new LinkedHashSet<>();
  private boolean closing;

  /**
   * @param mostConnections at once
   * @param feeds the reports that are kept for sessions that come back
   */
  public BinarySessions(
      OrderDesk desk,
      OrderEntry entry,
      Callers callers,
      GatewayCounts counts,
      EventLoop loop,
      int mostConnections,
      ReportFeeds feeds) {
    this.desk = desk;
    this.entry = entry;
    this.callers = callers;
    this.counts = counts;
    refusals = new ConnectionRefusals(counts::unreported);
    this.loop = loop;
    open = new ConnectionSlots<>(mostConnections);
    numbered = new NumberedReports(feeds, messages);
    desk.listen(reports);
    // Behind the other: nothing comes between the number of a command's report and its answer.
    desk.listen(numbered);
  }

  /** Makes the reports of commands that the log has and that are applied again. */
  public static AnswerListener reportsInto(ReportFeeds feeds) {
    return new NumberedReports(feeds, new OutMessages());
  }

  /** How many connections there are. */
  public int size() {
    return open.size();
  }

  /** Whether there was room for one more. */
  boolean opened(BinarySession session) {
    BinarySession inTheWay = open.inTheWayOf(session);
    if (closing || inTheWay == session) {
      counts.closed("connections");
      return false;
    }
    if (inTheWay != null) {
      inTheWay.end(Code.UNAUTHORIZED, "no_login");
    }
    open.opened(session);
    return true;
  }

  /** The code for a session that is refused. */
  Code whyFull() {
    return closing ? Code.UNAVAILABLE : Code.TOO_MANY_CONNECTIONS;
  }

  /**
   * Whether a logon finds room among the connections of its key; the connection that it replaces
   * makes room.
   */
  boolean hasRoom(long client, Caller caller) {
    return byClient.containsKey(client) || callers.connections().hasRoom(caller.key());
  }

  /** The session belongs to this connection from now on; an earlier connection of it ends. */
  void loggedOn(long client, BinarySession session) {
    open.loggedOn(session);
    BinarySession before = byClient.put(client, session);
    if (before != null) {
      before.end(Code.REPLACED, "replaced");
    }
  }

  /** Whether the session was this connection's, and is nobody's now. */
  boolean closed(long client, BinarySession session) {
    open.closed(session);
    unflushed.remove(session);
    reports.remove(session);
    return byClient.remove(client, session);
  }

  /** What was written in this visit of the loop goes out at its end, in one call. */
  void flushLater(BinarySession session) {
    if (unflushed.isEmpty()) {
      loop.execute(this::flush);
    }
    unflushed.add(session);
  }

  private void flush() {
    List<BinarySession> all = new ArrayList<>(unflushed);
    unflushed.clear();
    for (BinarySession session : all) {
      try {
        session.flush();
      } catch (RuntimeException | Error e) {
        Faults.end("a session cannot be flushed; its connection ends", e, session::failed);
      }
    }
  }

  /** Once a second: an end for who is silent. */
  public void sweep(long nowNs) {
    numbered.feeds.sweep(nowNs);
    for (BinarySession session : open.all()) {
      session.endIfSilent(nowNs);
    }
  }

  /** Takes no more sessions; open ones still get the answers that are in flight. */
  public void finish() {
    closing = true;
  }

  /**
   * Ends all sessions behind what is still due to them. Each future completes when one is closed.
   */
  public List<ChannelFuture> endAll() {
    return open.all().stream().map(BinarySession::stop).toList();
  }

  boolean isClosing() {
    return closing;
  }
}

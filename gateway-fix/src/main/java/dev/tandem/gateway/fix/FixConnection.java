package dev.tandem.gateway.fix;

import dev.tandem.gateway.access.Faults;
import dev.tandem.gateway.access.LingeringClose;
import dev.tandem.gateway.spi.MessageFrames;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import quickfix.MessageUtils;
import quickfix.Responder;
import quickfix.field.MsgType;

/**
 * One connection: until it has shown a key, nothing of it comes to a session, so who has none can
 * change no session's sequences. On the thread of FIX.
 */
// A write or close that fails is followed by the end of the channel, which is handled.
@SuppressWarnings("FutureReturnValueIgnored")
final class FixConnection implements Responder, MessageFrames.Connection {

  /** The gateway's CompID. */
  static final String HERE = "TANDEM";

  private static final long LOGON_NS = 10_000_000_000L;

  /** What it is sent and does not read; what it missed then is in the session's store. */
  private static final int MOST_UNREAD = 8 << 20;

  private static final int LEAST_UNREAD = 256 << 10;

  /** Of all connections. */
  private static final int ALL_UNREAD = 256 << 20;

  private final FixServer server;
  private final Channel channel;
  private final long openedNs = System.nanoTime();

  /** Messages that wait until the session can handle them: not more than is read at once. */
  private final Deque<String> unprocessed = new ArrayDeque<>();

  private boolean asking;
  private boolean hearing;
  private boolean flushing;
  private boolean ended;
  private FixSession session;

  /** There is no room for it: its logon is answered by a Logout that says so. */
  private boolean turnedAway;

  FixConnection(FixServer server, Channel channel) {
    this.server = server;
    this.channel = channel;
  }

  @Override
  public void opened() {
    if (!server.opened(this)) {
      turnedAway = server.turnAway(channel);
      ended = !turnedAway;
    }
  }

  @Override
  public boolean isEnded() {
    return ended;
  }

  /** A whole message is here. */
  void received(String message) {
    if (turnedAway) {
      sayNoRoom(message);
      return;
    }
    if (session == null && !asking) {
      logon(message);
    } else {
      unprocessed.add(message);
      receiveMore();
    }
  }

  /** Its key is not looked at: it costs no more than this. */
  private void sayNoRoom(String logon) {
    ended = true;
    if (!MessageUtils.isLogon(logon)) {
      channel.close();
      return;
    }
    String logout = LogonRefusal.logout(logon, LogonRefusal.CONNECTIONS.text());
    channel
        .writeAndFlush(Unpooled.wrappedBuffer(logout.getBytes(StandardCharsets.ISO_8859_1)))
        .addListener(written -> LingeringClose.begin(channel));
  }

  /** Continues with what was received, as far as the session can handle it. */
  void receiveMore() {
    if (hearing || session == null) {
      return;
    }
    hearing = true;
    try {
      while (!ended
          && !asking
          && !unprocessed.isEmpty()
          && session.mayReceive(unprocessed.peek())) {
        String message = unprocessed.poll();
        if (MessageUtils.isLogon(message)) {
          logon(message);
        } else {
          session.received(message);
        }
      }
    } finally {
      hearing = false;
    }
    readOrWait();
  }

  /**
   * The first message, or a later one that begins the session anew. It is checked completely before
   * the session gets it, because a session resets its sequences first.
   */
  private void logon(String message) {
    if (!MessageUtils.isLogon(message)) {
      end("no_login");
      return;
    }
    FixLogon logon = new FixLogon(message);
    LogonRefusal wrong = session != null && !logon.isAnew() ? LogonRefusal.SECOND : logon.wrong();
    if (wrong != null) {
      refuse(message, wrong);
      return;
    }
    String malformed = server.malformed(message);
    if (malformed != null) {
      refuse(message, LogonRefusal.MALFORMED, malformed);
      return;
    }
    asking = true;
    readOrWait();
    server.find(
        logon,
        (found, why) -> {
          asking = false;
          if (ended) {
            return;
          }
          try {
            if (why != null) {
              refuse(message, why);
            } else if (session != null && session != found) {
              refuse(message, LogonRefusal.OTHER_SESSION);
            } else {
              accept(found, logon, message);
            }
          } catch (RuntimeException | Error e) {
            broken(Faults.logOurs(e));
          }
        });
  }

  private void accept(FixSession found, FixLogon logon, String message) {
    session = found;
    server.loggedOn(this);
    session.connect(this, logon.heartbeat());
    if (!session.logon(message, logon.isAnew())) {
      refuse(message, LogonRefusal.FULL);
      return;
    }
    session.reportMissed();
    receiveMore();
  }

  private void refuse(String logon, LogonRefusal why) {
    refuse(logon, why, "");
  }

  /** Refuses a logon: a Logout says why, and the connection ends. */
  private void refuse(String logon, LogonRefusal why, String more) {
    String text = why.text() + more;
    // By a session that can neither keep nor number it, it would not be sent.
    if (session == null || why == LogonRefusal.FULL || !session.logout(text)) {
      send(LogonRefusal.logout(logon, text));
    }
    endBehindLast(why.reason());
  }

  /** The type of a message that came as text; empty if it has none. */
  static String type(String message) {
    String type = MessageUtils.getStringField(message, MsgType.FIELD);
    return type == null ? "" : type;
  }

  /** Who does not read what it is answered, or waits for much, is not read from. */
  @Override
  public void readOrWait() {
    boolean reads =
        !asking
            && unprocessed.isEmpty()
            && channel.isWritable()
            && (session == null || session.hasRoomForOrders());
    if (!ended && channel.config().isAutoRead() != reads) {
      channel.config().setAutoRead(reads);
    }
  }

  void endIfNotLoggedOn(long nowNs) {
    if (session == null && nowNs - openedNs > LOGON_NS) {
      end("no_login");
    }
  }

  boolean isWritable() {
    return channel.isWritable();
  }

  @Override
  public void lost() {
    forget();
  }

  @Override
  public void broken(boolean ours) {
    end(ours ? "internal_error" : "connection_lost");
  }

  /** What it may be sent and not have read: the less, the more connections there are. */
  long mostUnread() {
    return server.share(ALL_UNREAD, LEAST_UNREAD, MOST_UNREAD);
  }

  private void forget() {
    if (ended) {
      return;
    }
    ended = true;
    if (turnedAway) {
      // It was never one of the server's.
      return;
    }
    server.closed(this);
    if (session != null) {
      session.disconnected(this);
    }
  }

  /** Ends it, for a reason that is counted. */
  void end(String reason) {
    if (!ended) {
      if (!turnedAway) {
        server.count(reason);
      }
      forget();
      channel.close();
    }
  }

  /** Ends it, for a reason that is counted, once its last message has been sent. */
  void endBehindLast(String reason) {
    if (!ended) {
      server.count(reason);
      disconnect();
    }
  }

  @Override
  public boolean send(String data) {
    if (ended) {
      return false;
    }
    if (session != null && session.holds(data)) {
      return !ended;
    }
    if (channel.bytesBeforeWritable() > mostUnread()) {
      end("slow_reader");
      return false;
    }
    channel.write(Unpooled.wrappedBuffer(data.getBytes(StandardCharsets.ISO_8859_1)));
    if (!flushing) {
      flushing = true;
      channel.eventLoop().execute(this::flush);
    }
    return true;
  }

  private void flush() {
    flushing = false;
    channel.flush();
    readOrWait();
  }

  /** The session has said what it had to say. */
  @Override
  public void disconnect() {
    if (!ended) {
      forget();
      // What comes meanwhile is read, and dropped.
      channel.config().setAutoRead(true);
      channel
          .writeAndFlush(Unpooled.EMPTY_BUFFER)
          .addListener(written -> LingeringClose.begin(channel));
      // Should it not read that.
      channel.eventLoop().schedule(() -> channel.close(), 5, TimeUnit.SECONDS);
    }
  }

  @Override
  public String getRemoteAddress() {
    return String.valueOf(channel.remoteAddress());
  }
}

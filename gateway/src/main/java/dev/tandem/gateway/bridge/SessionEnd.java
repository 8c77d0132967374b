package dev.tandem.gateway.bridge;

import dev.tandem.gateway.access.LingeringClose;
import dev.tandem.gateway.metrics.GatewayCounts;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * How a session ends: behind the answers to the commands that it has sent, with a last message that
 * says why, and without losing that. A client that does not read gets neither. On the event loop.
 */
// A write or close that fails is followed by the end of the channel, which is handled.
@SuppressWarnings("FutureReturnValueIgnored")
public final class SessionEnd {

  /** In which it reads why it ends. */
  private static final int LAST_SECONDS = 5;

  /** In which the commands of a session that ends are answered. */
  private static final int ANSWER_SECONDS = 30;

  /** The session that ends. */
  public interface Session {

    /** Whether messages that have come still wait to be handled. */
    boolean hasUnhandled();

    /** The last message to a client that has sent all it has to. */
    Object farewell();

    /** It is over, and sends nothing more but its last message. Called once. */
    void forget();

    /** Writes the last message. */
    ChannelFuture writeLast(Object message);
  }

  private record Ending(String reason, Supplier<?> last) {}

  private final Channel channel;
  private final boolean elsewhere;
  private final GatewayCounts counts;
  private final Session session;
  private int inFlight;
  private boolean inputEnded;
  private boolean over;

  /** How it ends; null while it runs. */
  private Ending ending;

  /**
   * A session that runs.
   *
   * @param elsewhere whether another loop carries the connection, and sees to when it is read from
   */
  public SessionEnd(Channel channel, boolean elsewhere, GatewayCounts counts, Session session) {
    this.channel = channel;
    this.elsewhere = elsewhere;
    this.counts = counts;
    this.session = session;
  }

  /** Whether nothing more is sent. */
  public boolean isOver() {
    return over;
  }

  /** Whether nothing more of it is handled. */
  public boolean hasBegun() {
    return over || ending != null;
  }

  /** There was no room for it: it is over before it has begun, and nobody has to forget it. */
  public void turnedAway() {
    over = true;
  }

  /** A command of it is in flight. */
  public void sent() {
    inFlight++;
  }

  /** One is answered, and the answer is written. */
  public void answered() {
    inFlight--;
    proceed();
  }

  /**
   * Begins the end; at once if the client does not read, otherwise when its commands are answered.
   * No effect on one that has begun.
   *
   * @param reason counted; null if the client requested it
   * @param last makes the last message; null if nothing is to be said
   */
  public void begin(String reason, Supplier<?> last) {
    if (hasBegun()) {
      return;
    }
    ending = new Ending(reason, last);
    if (last != null && inFlight > 0) {
      closeIn(ANSWER_SECONDS);
    }
    proceed();
  }

  /**
   * The client sends nothing more, and may still read.
   *
   * @return false if nothing is to be waited for: then the connection is to be closed
   */
  public boolean inputEnded() {
    inputEnded = true;
    if (over) {
      return false;
    }
    closeIn(ANSWER_SECONDS);
    proceed();
    return true;
  }

  /** Ends it now if it waits for nothing more. */
  public void proceed() {
    if (over) {
      return;
    }
    if (ending == null && inputEnded && !session.hasUnhandled()) {
      ending = new Ending(null, session::farewell);
    }
    if (ending == null) {
      return;
    }
    boolean reads = ending.last != null && (channel.isWritable() || inputEnded);
    if (inFlight > 0 && reads) {
      return;
    }
    if (ending.reason != null) {
      counts.closed(ending.reason);
    }
    if (!reads) {
      forget();
      channel.close();
      return;
    }
    Object last = ending.last.get();
    forget();
    session.writeLast(last).addListener(written -> closeBehindLast());
    // Should it stop to read just now.
    closeIn(inputEnded ? ANSWER_SECONDS : LAST_SECONDS);
  }

  /** Closes the connection at once, for a reason that is counted unless it is over already. */
  public void abort(String reason) {
    if (!over) {
      counts.closed(reason);
      forget();
    }
    channel.close();
  }

  /** It is over, without a word; no effect on one that is. */
  public void forget() {
    if (!over) {
      over = true;
      session.forget();
    }
  }

  /** What it sends meanwhile is read, or its socket would lose the last that it was sent. */
  private void closeBehindLast() {
    if (inputEnded) {
      channel.close();
      return;
    }
    if (!elsewhere) {
      channel.config().setAutoRead(true);
    }
    LingeringClose.begin(channel);
  }

  private void closeIn(int seconds) {
    channel.eventLoop().schedule(() -> channel.close(), seconds, TimeUnit.SECONDS);
  }
}

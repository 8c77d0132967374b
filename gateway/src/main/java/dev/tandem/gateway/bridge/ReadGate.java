package dev.tandem.gateway.bridge;

import dev.tandem.gateway.command.Caller;
import io.netty.channel.Channel;
import java.util.Objects;

/**
 * Stops reading from a session while its key has as many commands in flight as it may have, or
 * while its last request waits for its answer. On the event loop.
 */
public final class ReadGate {

  private final Channel channel;
  private final boolean elsewhere;
  private final Runnable readOrWait;
  private final Runnable proceed;
  private boolean waits;
  private boolean held;

  /**
   * A gate that is open.
   *
   * @param elsewhere whether another loop carries the connection
   * @param readOrWait called after each change, to turn reading from the connection on or off
   * @param proceed called when the gate opens, to process the messages that have waited
   */
  public ReadGate(Channel channel, boolean elsewhere, Runnable readOrWait, Runnable proceed) {
    this.channel = Objects.requireNonNull(channel, "channel");
    this.elsewhere = elsewhere;
    this.readOrWait = Objects.requireNonNull(readOrWait, "readOrWait");
    this.proceed = Objects.requireNonNull(proceed, "proceed");
  }

  /** Whether the session's messages wait. */
  public boolean waits() {
    return waits || held;
  }

  /** Has all messages of the session wait until {@link #release}. */
  public void hold() {
    held = true;
    report();
  }

  /** Ends what {@link #hold} began, and processes what has waited; no effect without it. */
  public void release() {
    if (held) {
      held = false;
      report();
      if (!waits) {
        proceed.run();
      }
    }
  }

  /**
   * Looks whether the next message must wait.
   *
   * @param caller whose session it is; null if nobody has logged on
   */
  public boolean mustWait(Caller caller) {
    if (!waits() && caller != null && !caller.share().hasRoom()) {
      waits = true;
      report();
      caller.share().await(this::proceed);
    }
    return waits();
  }

  private void proceed() {
    waits = false;
    report();
    proceed.run();
  }

  private void report() {
    if (elsewhere) {
      HandOver.hold(channel.pipeline(), waits());
    }
    readOrWait.run();
  }
}

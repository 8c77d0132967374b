package dev.tandem.gateway.bridge;

import dev.tandem.gateway.command.Caller;
import io.netty.channel.Channel;
import java.util.Objects;

/**
 * Stops reading from a session while its key has as many commands on their way as it may have, or
 * while what it was told to do last takes its time. On the event loop.
 */
public final class ReadGate {

  private final Channel channel;
  private final boolean elsewhere;
  private final Runnable readOrWait;
  private final Runnable goOn;
  private boolean waits;
  private boolean held;

  /**
   * It is heard.
   *
   * @param elsewhere whether another loop carries its connection
   * @param readOrWait sees to whether the connection is read from
   * @param goOn hears what has waited
   */
  public ReadGate(Channel channel, boolean elsewhere, Runnable readOrWait, Runnable goOn) {
    this.channel = Objects.requireNonNull(channel, "channel");
    this.elsewhere = elsewhere;
    this.readOrWait = Objects.requireNonNull(readOrWait, "readOrWait");
    this.goOn = Objects.requireNonNull(goOn, "goOn");
  }

  /** Whether it waits. */
  public boolean waits() {
    return waits || held;
  }

  /** Hears nothing more until {@link #release}. */
  public void hold() {
    held = true;
    tell();
  }

  /** Goes on after {@link #hold}; does nothing if it was not held. */
  public void release() {
    if (held) {
      held = false;
      tell();
      if (!waits) {
        goOn.run();
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
      tell();
      caller.share().await(this::goOn);
    }
    return waits();
  }

  private void goOn() {
    waits = false;
    tell();
    goOn.run();
  }

  private void tell() {
    if (elsewhere) {
      HandOver.hold(channel.pipeline(), waits());
    }
    readOrWait.run();
  }
}

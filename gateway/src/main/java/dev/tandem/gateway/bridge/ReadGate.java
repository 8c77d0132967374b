package dev.tandem.gateway.bridge;

import dev.tandem.gateway.command.Caller;
import io.netty.channel.Channel;
import java.util.Objects;

/**
 * Stops reading from a session while its key has as many commands on their way as it may have. On
 * the event loop.
 */
public final class ReadGate {

  private final Channel channel;
  private final boolean elsewhere;
  private final Runnable readOrWait;
  private final Runnable goOn;
  private boolean waits;

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
    return waits;
  }

  /**
   * Looks whether the next message must wait.
   *
   * @param caller whose session it is; null if nobody has logged on
   */
  public boolean mustWait(Caller caller) {
    if (!waits && caller != null && !caller.share().hasRoom()) {
      waits(true);
      caller.share().await(this::goOn);
    }
    return waits;
  }

  private void goOn() {
    waits(false);
    goOn.run();
  }

  private void waits(boolean newWaits) {
    waits = newWaits;
    if (elsewhere) {
      HandOver.hold(channel.pipeline(), waits);
    }
    readOrWait.run();
  }
}

package dev.tandem.gateway.command;

import dev.tandem.core.command.Command;
import dev.tandem.gateway.access.Role;
import java.util.function.Consumer;

/** A command that a client has sent, as a door has read it. */
public final class ClientCommand {

  private final Caller caller;
  private final Role role;
  private final boolean ofUser;
  private final long user;
  private final Consumer<Command> filler;

  private ClientCommand(
      Caller caller, Role role, boolean ofUser, long user, Consumer<Command> filler) {
    this.caller = caller;
    this.role = role;
    this.ofUser = ofUser;
    this.user = user;
    this.filler = filler;
  }

  /**
   * A command for a user.
   *
   * @param role that it needs
   * @param filler fills a slot of the kernel with it, without failing
   */
  public static ClientCommand of(Caller caller, Role role, long user, Consumer<Command> filler) {
    return new ClientCommand(caller, role, true, user, filler);
  }

  /** A command that is of no user. */
  public static ClientCommand ofNoUser(Caller caller, Role role, Consumer<Command> filler) {
    return new ClientCommand(caller, role, false, 0, filler);
  }

  /** Counts it if its caller may send it; otherwise refuses it. */
  public void admit(long nowNs) throws RefusedException {
    if (ofUser) {
      caller.admit(role, user, nowNs);
    } else {
      caller.admit(role, nowNs);
    }
  }

  /** The commands of its key that are in flight. */
  public KeyShare share() {
    return caller.share();
  }

  /** Fills a slot of the kernel with it. */
  public Consumer<Command> filler() {
    return filler;
  }
}

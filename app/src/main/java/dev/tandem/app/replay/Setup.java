package dev.tandem.app.replay;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowSymbol;

/**
 * The commands before a flow: they make its symbols and users, and pay the users in. They are
 * numbered, so that a replay can continue in the middle of them.
 */
public final class Setup {

  /** All users together own at most this much of a currency, so that no sum can overflow. */
  private static final long MAX_SUPPLY = 1L << 62;

  private final Flow flow;
  private final long[] users;
  private final long funding;
  private final long timeNs;
  private final int commandsOfUser;

  /**
   * Those of a flow.
   *
   * @param risk whether there are users to make and to pay
   */
  public Setup(Flow flow, boolean risk) {
    this.flow = flow;
    this.users = risk ? flow.users() : new long[0];
    this.funding = users.length == 0 ? 0 : Math.min(flow.funding(), MAX_SUPPLY / users.length);
    // The commands' own time: a clock would make every run's event hash another one.
    this.timeNs = Math.max(1, flow.timeNs(0));
    this.commandsOfUser = flow.symbols().size() + 2;
  }

  /** Number of users; 0 without risk. */
  public int users() {
    return users.length;
  }

  /** What each user is paid in of each currency; 0 without risk. */
  long funding() {
    return funding;
  }

  /** Number of commands. */
  public long size() {
    return flow.symbols().size() + (long) users.length * commandsOfUser;
  }

  /** Number of commands that make symbols; they come first. */
  int symbols() {
    return flow.symbols().size();
  }

  /** Writes command {@code i} into a cleared slot. */
  public void fill(long i, Command c) {
    if (i < flow.symbols().size()) {
      Commands.addSymbol(c, flow.symbols().get((int) i).spec());
    } else {
      long rest = i - flow.symbols().size();
      long user = users[(int) (rest / commandsOfUser)];
      int step = (int) (rest % commandsOfUser);
      if (step == 0) {
        Commands.addUser(c, user);
      } else {
        int currency =
            step == 1
                ? FlowSymbol.QUOTE_CURRENCY
                : flow.symbols().get(step - 2).spec().baseCurrency();
        // Its number is the transaction's, for those must rise.
        Commands.adjustBalance(c, user, currency, funding, step);
      }
    }
    c.timestampNs = timeNs;
  }
}

package dev.tandem.app.replay;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowSymbol;

/**
 * The commands before a flow: they make its symbols and users, and pay the users in. They are
 * numbered, so that a replay can go on in the middle of them.
 */
final class Setup {

  private final Flow flow;
  private final long[] users;
  private final long funding;
  private final long timeNs;
  private final int commandsOfUser;

  /**
   * @param users whom to make and pay; none without risk
   * @param funding what each is paid in of each currency
   */
  Setup(Flow flow, long[] users, long funding) {
    this.flow = flow;
    this.users = users;
    this.funding = funding;
    // The commands' own time: a clock would make every run's event hash another one.
    this.timeNs = Math.max(1, flow.timeNs(0));
    this.commandsOfUser = flow.symbols().size() + 2;
  }

  /** Number of commands. */
  long size() {
    return flow.symbols().size() + (long) users.length * commandsOfUser;
  }

  /** Number of commands that make symbols; they come first. */
  int symbols() {
    return flow.symbols().size();
  }

  /** Writes command {@code i} into a cleared slot. */
  void fill(long i, Command c) {
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

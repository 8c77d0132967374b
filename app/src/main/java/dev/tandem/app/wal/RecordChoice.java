package dev.tandem.app.wal;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import picocli.CommandLine.Option;

/** Which records of a log to show. */
final class RecordChoice {

  @Option(
      names = "--from",
      paramLabel = "SEQUENCE|TIME",
      converter = LogMoment.Converter.class,
      description = "First record to print (default: the first there is).")
  private LogMoment from;

  @Option(
      names = "--to",
      paramLabel = "SEQUENCE|TIME",
      converter = LogMoment.Converter.class,
      description = {
        "Last record to print (default: the last there is). The time of a command is its own, that"
            + " of other records is when they were logged."
      })
  private LogMoment to;

  @Option(names = "--user", paramLabel = "ID", description = "Commands of this user.")
  private Long user;

  @Option(names = "--order", paramLabel = "ID", description = "Commands about this order.")
  private Long order;

  @Option(names = "--symbol", paramLabel = "ID", description = "Commands about this symbol.")
  private Integer symbol;

  /** The first sequence that can be meant. */
  long firstSequence() {
    return from == null || from.isTime() ? 0 : from.sequence();
  }

  /** The last sequence that can be meant. */
  long lastSequence() {
    return to == null || to.isTime() ? Long.MAX_VALUE : to.sequence();
  }

  /** Whether only commands can be meant. */
  boolean wantsCommands() {
    return user != null || order != null || symbol != null;
  }

  /** Whether one user or order is selected. */
  boolean isPersonal() {
    return user != null || order != null;
  }

  /** Whether a record is between the limits. */
  boolean includes(long sequence, long timeNs) {
    return sequence >= firstSequence()
        && sequence <= lastSequence()
        && (from == null || !from.isTime() || timeNs >= from.timeNs())
        && (to == null || !to.isTime() || timeNs <= to.timeNs());
  }

  /** Whether a command is selected, by its inputs or, once it is answered, by its trades. */
  boolean includes(Command c) {
    if (symbol != null && (!hasSymbol(c.type) || c.symbol != symbol)) {
      return false;
    }
    if ((user == null || isOf(c, user)) && (order == null || isAboutOrder(c))) {
      return true;
    }
    for (int i = 0; i < c.outcomes.count(); i++) {
      if (includes(c.outcomes, i)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOf(Command c, long user) {
    return c.userId == user || (c.type == CommandType.TRANSFER && c.payeeId() == user);
  }

  private boolean isAboutOrder(Command c) {
    return c.orderId == order && !CommandType.isAdministrative(c.type);
  }

  /** Whether an outcome is selected: an order of it is that user's and that order. */
  boolean includes(Outcomes outcomes, int i) {
    return ((user == null || outcomes.takerUserId(i) == user)
            && (order == null || outcomes.takerOrderId(i) == order))
        || (outcomes.isTrade(i)
            && (user == null || outcomes.makerUserId(i) == user)
            && (order == null || outcomes.makerOrderId(i) == order));
  }

  private static boolean hasSymbol(byte type) {
    return CommandType.isOfBook(type) || CommandType.specifies(type);
  }
}

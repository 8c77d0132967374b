package dev.tandem.app.replay;

import dev.tandem.core.command.Command;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.flow.BadInputException;
import dev.tandem.flow.Flow;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Gets the answers that an exchange gives again while it recovers its log: checks that the log is
 * the beginning of this flow, and counts the answers as if they came now.
 */
final class LoggedPrefix implements ResultHandler {

  private static final int PROGRESS_MASK = (1 << 16) - 1;

  private final Path directory;
  private final Flow flow;
  private final Setup setup;
  private final ReplayHandler handler;
  private final ReplayProgress progress;
  private final Command expected = new Command();
  private long first = Long.MAX_VALUE;

  LoggedPrefix(
      Path directory, Flow flow, Setup setup, ReplayHandler handler, ReplayProgress progress) {
    this.directory = directory;
    this.flow = flow;
    this.setup = setup;
    this.handler = handler;
    this.progress = progress;
  }

  @Override
  public void onResult(Command c) {
    long number = c.sequence;
    first = Math.min(first, number);
    checkLength(number + 1);
    expected.clear();
    if (number < setup.size()) {
      setup.fill(number, expected);
    } else {
      flow.fill((int) (number - setup.size()), expected);
    }
    if (!isSame(c, expected)) {
      throw new BadInputException(
          directory
              + ": command "
              + number
              + " of the log is "
              + describe(c)
              + ", this input and these options make "
              + describe(expected)
              + ": the log is of another replay");
    }
    if (number >= setup.size()) {
      int index = (int) (number - setup.size());
      handler.replayed(index, c);
      if ((index & PROGRESS_MASK) == 0) {
        progress.submitted(index, flow.size());
      }
    }
  }

  /** Refuses a log that holds more commands than this replay has. */
  void checkLength(long commands) {
    if (commands > setup.size() + flow.size()) {
      throw new BadInputException(
          "%s: the log has %d commands, this replay only %d: it is of another replay"
              .formatted(directory, commands, setup.size() + flow.size()));
    }
  }

  /** The first command of the flow whose answer came; those before it are in a snapshot. */
  int firstReported() {
    return (int) Math.max(0, Math.min(first - setup.size(), flow.size()));
  }

  private static boolean isSame(Command a, Command b) {
    return a.type == b.type
        && a.timestampNs == b.timestampNs
        && a.symbol == b.symbol
        && a.userId == b.userId
        && a.orderId == b.orderId
        && a.side == b.side
        && a.terms == b.terms
        && a.refusal == b.refusal
        && a.price == b.price
        && a.quantity == b.quantity
        && a.amount == b.amount
        && a.transactionId == b.transactionId
        && a.currency == b.currency
        && Objects.equals(a.payload, b.payload);
  }

  private static String describe(Command c) {
    return c.toString().replaceAll("sequence=\\d+, |, result=\\w+", "")
        + " at "
        + c.timestampNs
        + " ns";
  }
}

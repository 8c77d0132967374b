package dev.tandem.app.wal;

import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.LoggedCommands;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.journal.ExchangeStore;
import dev.tandem.flow.BadInputException;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.WalReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Applies the commands of a whole log once more to an exchange in memory, and prints the answers to
 * the chosen ones: the same as when they were logged.
 */
final class LogAnswers implements ResultHandler {

  /** Writes a command with its answer; called by the exchange, before the slot is used again. */
  interface View {
    String text(long sequence, Command c);
  }

  /** Commands between two prints, so that all is printed in order by the reading thread. */
  private static final int WINDOW = 1024;

  private static final int MASK = 2 * WINDOW - 1;

  private final RecordChoice choice;
  private final View view;

  /** The record of each command in flight, by the sequence of the exchange; -1 for none. */
  private final long[] records = new long[MASK + 1];

  private final List<String> reported = new ArrayList<>();

  private LogAnswers(RecordChoice choice, View view) {
    this.choice = choice;
    this.view = view;
  }

  /**
   * Prints the chosen commands in order, up to the end of the log or so many.
   *
   * @throws BadInputException if the log does not begin with its first record
   * @throws dev.tandem.wal.WalCorruptedException as {@link WalReader} does, behind what is printed
   */
  static void print(Path log, RecordChoice choice, long count, View view, Lines lines)
      throws IOException {
    boolean risk = ExchangeStore.hasRisk(JournalOptions.in(log));
    LogAnswers answers = new LogAnswers(choice, view);
    try (WalReader reader = WalReader.open(log, ReadMode.READ_ONLY, 0);
        Exchange exchange =
            Exchange.builder()
                .topology(Topology.fused())
                .risk(risk)
                .singleProducer()
                .resultHandler(answers)
                .daemon()
                .start()) {
      answers.run(log, reader, exchange, count, lines);
    }
  }

  private void run(Path log, WalReader reader, Exchange exchange, long count, Lines lines)
      throws IOException {
    CommandPublisher publisher = exchange.publisher();
    long left = count;
    boolean more = true;
    boolean first = true;
    while (more && left > 0) {
      Arrays.fill(records, -1);
      IOException damage = null;
      try {
        for (int i = 0; i < WINDOW && more; i++) {
          more = reader.next() && reader.sequence() <= choice.lastSequence();
          if (more && first && reader.sequence() != 0) {
            throw new BadInputException(
                "%s: the log begins with record %d, and answers need all commands from record 0 on"
                    .formatted(log, reader.sequence()));
          }
          first = false;
          if (more && reader.type() == LoggedCommands.COMMAND) {
            Command c = publisher.claim();
            records[(int) c.sequence & MASK] = reader.sequence();
            LoggedCommands.decode(log, reader.sequence(), reader.body(), c);
            publisher.publish(c);
          }
        }
      } catch (IOException e) {
        damage = e;
      }
      exchange.awaitAnswered();
      left = report(left, lines);
      if (damage != null) {
        throw damage;
      }
    }
    if (!more && choice.lastSequence() == Long.MAX_VALUE) {
      reader.checkComplete();
    }
  }

  private long report(long left, Lines lines) throws IOException {
    long rest = left;
    for (int i = 0; i < reported.size() && rest > 0; i++, rest--) {
      lines.print(reported.get(i));
    }
    reported.clear();
    return rest;
  }

  /** Takes the lines. */
  interface Lines {
    void print(String line) throws IOException;
  }

  @Override
  public void onResult(Command c) {
    long sequence = records[(int) c.sequence & MASK];
    if (sequence >= 0 && choice.includes(sequence, c.timestampNs) && choice.includes(c)) {
      reported.add(view.text(sequence, c));
    }
  }
}

package dev.tandem.core.journal;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.api.JournalException;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.statemachine.ReplayDriver;
import dev.tandem.core.statemachine.Stages;
import dev.tandem.wal.Tailer;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Applies the commands of a log to the stages of a kernel that does not run yet. */
final class LogReplay {

  private final Path directory;
  private final boolean risk;
  private final ReplayDriver driver;
  private final Consumer<Command> before;
  private long commands;
  private long lastTimestampNs;

  /**
   * @param results the results stage, whose handler may be another than the kernel's
   */
  LogReplay(Path directory, Stages stages, EventHandler<Command> results) {
    this(directory, stages, results, command -> {});
  }

  /**
   * The same.
   *
   * @param before is shown each command before it is applied
   */
  LogReplay(
      Path directory, Stages stages, EventHandler<Command> results, Consumer<Command> before) {
    this.directory = directory;
    this.risk = stages.riskShards() != 0;
    this.driver = new ReplayDriver(stages, results);
    this.before = before;
  }

  /**
   * Applies the records from one on to another, which is not applied.
   *
   * @throws JournalException if a record makes no sense, or is of another kind of exchange
   */
  void run(Wal wal, long from, long end) throws WalException {
    try (Tailer tailer = wal.tail(from)) {
      for (long next = from; next < end; next++) {
        if (!tailer.next() || tailer.sequence() != next) {
          throw new JournalException(
              "%s: record %d of the log is missing, the next one is %d"
                  .formatted(directory, next, tailer.sequence()));
        }
        apply(tailer);
        lastTimestampNs = tailer.timestampNs();
      }
    }
  }

  /** Commands applied so far. */
  long commands() {
    return commands;
  }

  /** Time of the last record applied, by the log's clock; 0 if none was. */
  long lastTimestampNs() {
    return lastTimestampNs;
  }

  /** Applies the record that a tailer has given. */
  void apply(Tailer tailer) {
    long sequence = tailer.sequence();
    try {
      switch (tailer.type()) {
        case RecordTypes.COMMAND -> {
          Command command = driver.next();
          CommandCodec.decode(tailer.body(), command);
          commands++;
          before.accept(command);
          submit(sequence);
        }
        case RecordTypes.EXCHANGE -> checkRisk(RecordTypes.hasRisk(tailer.body()));
        default ->
            throw new IllegalArgumentException(
                "a record of type " + tailer.type() + ", expected 1 or 3");
      }
    } catch (IllegalArgumentException e) {
      throw RecordTypes.foreign(directory, sequence, e);
    }
  }

  private void checkRisk(boolean logged) {
    if (logged != risk) {
      throw new JournalException(
          "%s: the log is of an exchange %s, and this one is %s"
              .formatted(directory, withRisk(logged), withRisk(risk)));
    }
  }

  private static String withRisk(boolean on) {
    return on ? "with risk" : "without risk";
  }

  private void submit(long sequence) {
    try {
      driver.submit();
    } catch (JournalException e) {
      throw e;
    } catch (RuntimeException e) {
      e.addSuppressed(
          new JournalException(
              "%s: while record %d of the log was applied".formatted(directory, sequence)));
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(
          "%s: record %d of the log cannot be applied".formatted(directory, sequence), e);
    }
  }
}

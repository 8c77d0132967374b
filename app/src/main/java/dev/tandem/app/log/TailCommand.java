package dev.tandem.app.log;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.logger.LogFilter;
import dev.tandem.logger.LogFollower;
import dev.tandem.logger.LogRecord;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tandem log tail}. */
@Command(
    name = "tail",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Prints the last records and, with -f, those that come, until it is interrupted.",
      "Exits with 1 if there is damage or a hole, or the key is wrong."
    })
final class TailCommand implements Callable<Integer> {
  private static final long POLL_NANOS = 100_000_000;
  private static final long PATIENCE_NANOS = 1_000_000_000;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-f", "--follow"},
      description = "Wait for more.")
  private boolean follow;

  @Option(
      names = {"-n", "--lines"},
      paramLabel = "N",
      defaultValue = "10",
      description = "How many of the last records (default: ${DEFAULT-VALUE}).")
  private int lines;

  @Mixin private LogInput input;
  @Mixin private RecordSelection selection;

  @Override
  public Integer call() throws IOException {
    if (lines < 0) {
      throw new ParameterException(
          spec.commandLine(), "found '" + lines + "' for --lines, expected 0 or more");
    }
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    LogFilter filter = selection.filter(null);
    return follow ? follow(out, err, filter) : last(out, err, filter);
  }

  private int last(PrintWriter out, PrintWriter err, LogFilter filter) throws IOException {
    return input.read(
        err,
        reader -> {
          Deque<LogRecord> last = new ArrayDeque<>();
          for (LogRecord record = reader.next(); record != null; record = reader.next()) {
            if (filter.test(record)) {
              keep(last, record);
            }
          }
          last.forEach(record -> out.println(selection.text(record)));
          out.flush();
          return input.report(reader, err) ? ExitCode.MISMATCH : ExitCode.OK;
        });
  }

  private int follow(PrintWriter out, PrintWriter err, LogFilter filter) throws IOException {
    return input.with(
        err,
        (paths, unsealing) -> {
          LogFollower follower = new LogFollower(paths, unsealing, PATIENCE_NANOS);
          AtomicBoolean wrong = new AtomicBoolean();
          Consumer<String> failures =
              text -> {
                wrong.set(true);
                err.println(text);
              };
          Deque<LogRecord> last = new ArrayDeque<>();
          follower.poll(
              record -> {
                if (filter.test(record)) {
                  keep(last, record);
                }
              },
              failures);
          last.forEach(record -> out.println(selection.text(record)));
          out.flush();
          while (!Thread.currentThread().isInterrupted() && !out.checkError()) {
            follower.poll(
                record -> {
                  if (filter.test(record)) {
                    out.println(selection.text(record));
                  }
                },
                failures);
            LockSupport.parkNanos(POLL_NANOS);
          }
          return wrong.get() ? ExitCode.MISMATCH : ExitCode.OK;
        });
  }

  private void keep(Deque<LogRecord> last, LogRecord record) {
    last.add(record);
    if (last.size() > lines) {
      last.poll();
    }
  }
}

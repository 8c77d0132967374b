package dev.tandem.app.log;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.logger.LogFilter;
import dev.tandem.logger.LogRecord;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tandem log cat}. */
@Command(
    name = "cat",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Prints records, one a line.",
      "Exits with 1 if there is damage or a hole, or the key is wrong."
    })
final class CatCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private LogInput input;
  @Mixin private RecordSelection selection;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    LogFilter filter = selection.filter(null);
    return input.read(
        err,
        reader -> {
          for (LogRecord record = reader.next(); record != null; record = reader.next()) {
            if (filter.test(record)) {
              out.println(selection.text(record));
            }
          }
          out.flush();
          return input.report(reader, err) ? ExitCode.MISMATCH : ExitCode.OK;
        });
  }
}

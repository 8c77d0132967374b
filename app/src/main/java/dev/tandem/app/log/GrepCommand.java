package dev.tandem.app.log;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.logger.LogFilter;
import dev.tandem.logger.LogRecord;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tandem log grep}. */
@Command(
    name = "grep",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    customSynopsis = "tandem log grep [OPTIONS] REGEX FILE...",
    description = {
      "Prints the records whose message or stack trace matches a regular expression.",
      "That is the first argument, as java.util.regex has it, and may match any part.",
      "Exits with 1 if there is damage or a hole, or the key is wrong."
    })
final class GrepCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-c", "--count"},
      description = "Print only how many there are.")
  private boolean count;

  @Mixin private LogInput input;
  @Mixin private RecordSelection selection;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    String regex = input.takeFirst();
    if (input.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "found no FILE after '" + regex + "', expected at least one");
    }
    LogFilter filter = selection.filter(pattern(regex));
    return input.read(
        err,
        reader -> {
          long found = 0;
          for (LogRecord record = reader.next(); record != null; record = reader.next()) {
            if (filter.test(record)) {
              found++;
              if (!count) {
                out.println(selection.text(record));
              }
            }
          }
          if (count) {
            out.println(found);
          }
          out.flush();
          return input.report(reader, err) ? ExitCode.MISMATCH : ExitCode.OK;
        });
  }

  private Pattern pattern(String regex) {
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw new ParameterException(
          spec.commandLine(),
          "found '" + regex + "', expected a regular expression: " + e.getDescription(),
          e);
    }
  }
}

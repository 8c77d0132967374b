package dev.tandem.app.wal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.Json;
import dev.tandem.core.LoggedCommands;
import dev.tandem.core.command.Command;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.WalCorruptedException;
import dev.tandem.wal.WalReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem wal dump}. */
@CommandLine.Command(
    name = "dump",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Prints the records of a log, one a line. In the log of an exchange they are its commands, in"
          + " words: sequence, time, type, inputs. Other records are sequence, type, time, length,"
          + " segment and offset, body in hex.",
      "Changes nothing. Stops at damage, names it and exits with 1; so it does behind the last"
          + " record if it is not certain which segments the log has."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tandem wal dump log/ --from 1000 --count 10",
      "  tandem wal dump log/ --order 17 --answers     what happened to order 17",
      "  tandem wal dump log/ --user 100 --from 2026-11-21T09:30:00Z --json",
    })
final class WalDumpCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The directory of the log.")
  private Path directory;

  @Mixin private RecordChoice choice;

  @Option(
      names = "--answers",
      description =
          "With each command what it was answered, and its trades; with --order or --user also"
              + " those trades of other commands. Gives the whole log to an exchange in memory, so"
              + " the log must still have its first record.")
  private boolean answers;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "" + Long.MAX_VALUE,
      description = "Most records to print (default: all).")
  private long count;

  @Option(names = "--raw", description = "Bodies in hex, in the log of an exchange too.")
  private boolean raw;

  @Option(
      names = "--bytes",
      paramLabel = "N",
      defaultValue = "64",
      description = "Most bytes of a body in hex to print (default: ${DEFAULT-VALUE}).")
  private int bytes;

  @Option(names = "--json", description = "Prints a JSON object a line, with whole bodies.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (count < 0 || bytes < 0) {
      throw usage("--count and --bytes are numbers from 0");
    }
    if (raw && (answers || choice.wantsCommands())) {
      throw usage("--raw prints no commands: leave out --answers, --user, --order and --symbol");
    }
    WalDirectory.check(directory);
    PrintWriter out = spec.commandLine().getOut();
    try {
      boolean decoded = !raw && LoggedCommands.isExchangeLog(directory);
      if (!decoded && (answers || choice.wantsCommands())) {
        throw usage(
            directory
                + " is not the log of an exchange: --answers, --user, --order and --symbol are"
                + " about commands");
      }
      if (answers) {
        LogAnswers.print(directory, choice, count, (at, c) -> view(at, c, true), out::println);
      } else {
        dump(out, decoded);
      }
    } catch (WalCorruptedException e) {
      out.flush();
      spec.commandLine().getErr().println("tandem: " + e.getMessage());
      return ExitCode.MISMATCH;
    }
    return ExitCode.OK;
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private String view(long sequence, Command c, boolean answered) {
    return json
        ? CommandView.json(sequence, c, answered, choice).toString()
        : CommandView.text(sequence, c, answered, choice);
  }

  private void dump(PrintWriter out, boolean decoded) throws IOException {
    Command c = new Command();
    long left = count;
    try (WalReader reader = WalReader.open(directory, ReadMode.READ_ONLY, choice.firstSequence())) {
      while (left > 0 && reader.next() && reader.sequence() <= choice.lastSequence()) {
        String line = null;
        if (decoded && reader.type() == LoggedCommands.COMMAND) {
          LoggedCommands.decode(directory, reader.sequence(), reader.body(), c);
          if (choice.includes(reader.sequence(), c.timestampNs) && choice.includes(c)) {
            line = view(reader.sequence(), c, false);
          }
        } else if (!choice.wantsCommands()
            && choice.includes(reader.sequence(), reader.timestampNs())) {
          line = json ? rawJson(reader) : rawText(reader);
        }
        if (line != null) {
          out.println(line);
          left--;
        }
      }
      // A selection of records reports only what concerns them.
      if (choice.lastSequence() == Long.MAX_VALUE) {
        reader.checkComplete();
      }
    }
  }

  private String rawText(WalReader reader) {
    int shown = Math.min(bytes, reader.bodyLength());
    return reader.sequence()
        + " type "
        + reader.type()
        + " "
        + Json.time(reader.timestampNs())
        + " "
        + reader.bodyLength()
        + " bytes "
        + reader.segmentName()
        + ":"
        + reader.segmentOffset()
        + " "
        + hex(reader, shown)
        + (shown < reader.bodyLength() ? "..." : "");
  }

  private static String rawJson(WalReader reader) {
    ObjectNode record = Json.object();
    record.put("sequence", reader.sequence());
    record.put("time", Json.time(reader.timestampNs()));
    record.put("type", reader.type());
    record.put("body", hex(reader, reader.bodyLength()));
    return record.toString();
  }

  private static String hex(WalReader reader, int length) {
    byte[] body = reader.body().asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    return HexFormat.of().formatHex(body);
  }
}

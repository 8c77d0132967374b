package dev.tandem.app.wal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.app.ExitCode;
import dev.tandem.app.VersionCommand;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.WalCorruptedException;
import dev.tandem.wal.WalDump;
import dev.tandem.wal.WalReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem wal dump}. */
@Command(
    name = "dump",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Prints the records of a log, one a line: sequence, type, time, length, segment and"
          + " offset, body in hex.",
      "Changes nothing. Stops at damage, names it and exits with 1; so it does behind the last"
          + " record if it is not certain which segments the log has."
    })
final class WalDumpCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The directory of the log.")
  private Path directory;

  @Option(
      names = "--from",
      paramLabel = "N",
      defaultValue = "0",
      description = "First sequence to print (default: the first there is).")
  private long from;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "" + Long.MAX_VALUE,
      description = "Most records to print (default: all).")
  private long count;

  @Option(
      names = "--bytes",
      paramLabel = "N",
      defaultValue = "64",
      description = "Most bytes of a body to print (default: ${DEFAULT-VALUE}).")
  private int bytes;

  @Option(names = "--json", description = "Prints a JSON object a line, with whole bodies.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (from < 0 || count < 0 || bytes < 0) {
      throw new ParameterException(
          spec.commandLine(), "--from, --count and --bytes are numbers from 0");
    }
    WalDirectory.check(directory);
    PrintWriter out = spec.commandLine().getOut();
    try {
      if (json) {
        dumpJson(out);
      } else {
        WalDump.dump(directory, from, count, bytes, out::println);
      }
    } catch (WalCorruptedException e) {
      out.flush();
      spec.commandLine().getErr().println("tandem: " + e.getMessage());
      return ExitCode.MISMATCH;
    }
    return ExitCode.OK;
  }

  private void dumpJson(PrintWriter out) throws IOException {
    try (WalReader reader = WalReader.open(directory, ReadMode.READ_ONLY, from)) {
      for (long n = 0; n < count && reader.next(); n++) {
        out.println(asJson(reader));
      }
      reader.checkComplete();
    }
  }

  private static String asJson(WalReader reader) throws IOException {
    StringWriter line = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(line)) {
      out.writeStartObject();
      out.writeNumberField("sequence", reader.sequence());
      out.writeNumberField("type", reader.type());
      out.writeNumberField("timestampNs", reader.timestampNs());
      out.writeStringField(
          "body", HexFormat.of().formatHex(reader.body().toArray(ValueLayout.JAVA_BYTE)));
      out.writeEndObject();
    }
    return line.toString();
  }
}

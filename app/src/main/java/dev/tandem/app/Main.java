package dev.tandem.app;

import dev.tandem.app.checksum.ByteText;
import dev.tandem.app.checksum.HashCommand;
import dev.tandem.app.client.ClientCommand;
import dev.tandem.app.cluster.ClusterCommand;
import dev.tandem.app.doctor.DiagnoseCommand;
import dev.tandem.app.doctor.DoctorCommand;
import dev.tandem.app.help.HelpCommand;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.history.HistoryCommand;
import dev.tandem.app.history.ReportCommand;
import dev.tandem.app.log.LogCommand;
import dev.tandem.app.output.ClosedPipeError;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.StandardOutput;
import dev.tandem.app.parity.ParityCommand;
import dev.tandem.app.recovery.BackupCommand;
import dev.tandem.app.recovery.RecoverCommand;
import dev.tandem.app.recovery.SnapshotCommand;
import dev.tandem.app.replay.DemoCommand;
import dev.tandem.app.replay.GenerateCommand;
import dev.tandem.app.replay.ReplayCommand;
import dev.tandem.app.serve.KeyCommand;
import dev.tandem.app.serve.ServeCommand;
import dev.tandem.app.wal.WalCommand;
import dev.tandem.core.ExchangeFailedException;
import dev.tandem.core.api.JournalException;
import dev.tandem.flow.BadInputException;
import dev.tandem.wal.WalPoisonedException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of Tandem. */
@Command(
    name = "tandem",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    subcommands = {
      DemoCommand.class,
      ServeCommand.class,
      ClientCommand.class,
      KeyCommand.class,
      ClusterCommand.class,
      ReplayCommand.class,
      GenerateCommand.class,
      ParityCommand.class,
      RecoverCommand.class,
      SnapshotCommand.class,
      BackupCommand.class,
      HistoryCommand.class,
      ReportCommand.class,
      DoctorCommand.class,
      DiagnoseCommand.class,
      HashCommand.class,
      LogCommand.class,
      WalCommand.class,
      CompletionCommand.class,
      VersionCommand.class,
      HelpCommand.class
    },
    description = "A low-latency exchange kernel: risk, matching, settlement, replay.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tandem demo                                     see it work, no file needed",
      "  tandem serve --demo                             an exchange with page and API",
      "  tandem cluster demo                             kill a leader under load",
      "  tandem replay day.commands.csv.zst              replay a recorded day",
      "  tandem generate --commands 1M -o flow.csv.zst   make a flow to replay",
      "  tandem hash day.commands.csv.zst                sum files, as xxhsum does",
      "  tandem doctor                                   is it fit to measure?",
      "  tandem log verify /var/log/tandem               check log files",
      "  tandem wal verify log/                          check a write-ahead log",
      "  tandem help replay, tandem help wal dump        all about one command",
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is well",
      "1:the replay differs from what its input says must come of it, a file from its sum, or a log"
          + " is not sound",
      "2:wrong usage, a malformed input, or an output that cannot be written",
      "3:a failure of the program itself",
      "141:nobody reads the output any more, as in a pipe to head"
    })
public final class Main implements Runnable {

  @Spec private CommandSpec spec;

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    String[] raw = RawArguments.of(args);
    boolean names = raw.length > 0 && raw[0].equals(HashCommand.NAME);
    System.exit(run(raw, printer(StandardOutput.open(), names), printer(System.err, names)));
  }

  /**
   * A printer in the terminal's encoding, or in the encoding that keeps every byte of a file's
   * name.
   */
  private static PrintWriter printer(PrintStream stream, boolean names) {
    return names
        ? new PrintWriter(ByteText.writer(stream), true)
        : new PrintWriter(stream, true, stream.charset());
  }

  /** Runs a command and returns its exit code. */
  public static int run(String[] args, PrintWriter out, PrintWriter err) {
    CommandLine line = CommandLoader.of(Main.class, args);
    line.setOut(out);
    line.setErr(err);
    line.setUsageHelpAutoWidth(true);
    CommandLine hash = line.getSubcommands().get(HashCommand.NAME);
    if (hash != null) {
      // As of xxhsum: the last of contrary options holds.
      hash.setOverwrittenOptionsAllowed(true);
    }
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler((e, parsed) -> complain(e, err));
    line.setExecutionExceptionHandler((e, command, parsed) -> explain(e, err));
    int code;
    try {
      code = execute(line, args, out, err);
    } catch (ClosedPipeError e) {
      code = ExitCode.CLOSED_PIPE;
    }
    err.flush();
    return code;
  }

  private static int execute(CommandLine line, String[] args, PrintWriter out, PrintWriter err) {
    int code;
    try {
      code = line.execute(args);
    } catch (ClosedPipeError e) {
      throw e;
    } catch (Error e) {
      code = failed(e, err);
    }
    // The output has not arrived: a failure, whatever the command says. It also flushes.
    if (out.checkError()) {
      err.println("tandem: cannot write the output");
      code = code == ExitCode.FAILED ? code : ExitCode.BAD_INPUT;
    }
    return code;
  }

  private static int complain(ParameterException e, PrintWriter err) {
    err.println("tandem: " + plain(e.getMessage()));
    UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try: " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help");
    return ExitCode.BAD_INPUT;
  }

  /** The types that picocli names are those of a program. */
  private static String plain(String message) {
    return message
        .replaceAll("' is not an int$", "' is not a whole number of 32 bits")
        .replaceAll("' is not a long$", "' is not a whole number of 64 bits")
        .replaceAll("cannot convert ('.*') to BigDecimal \\(.*\\)$", "$1 is not a number");
  }

  static int explain(Exception e, PrintWriter err) {
    if (e instanceof BadInputException
        || e instanceof IOException
        || e instanceof JournalException) {
      err.println("tandem: " + reason(e));
      return ExitCode.BAD_INPUT;
    }
    IOException io = ioError(e);
    if (io != null) {
      err.println("tandem: " + io.getMessage());
      err.println(
          "tandem: the kernel or its log has stopped with this error; no output was written, what"
              + " the log had confirmed is in the log");
      return ExitCode.BAD_INPUT;
    }
    if (e instanceof ExchangeFailedException) {
      err.println(
          "tandem: the kernel failed and has stopped; no output was written, what its log had"
              + " confirmed is in the log");
      return failed(e.getCause(), err);
    }
    return failed(e, err);
  }

  /** The message; of a file that alone is its name. */
  private static String reason(Exception e) {
    if (e instanceof FileSystemException file && file.getReason() == null) {
      if (e instanceof NoSuchFileException) {
        return file.getMessage() + ": there is no such file or directory";
      }
      if (e instanceof AccessDeniedException) {
        return file.getMessage() + ": permission denied";
      }
      return file.getMessage() + ": " + e.getClass().getSimpleName();
    }
    return e.getMessage();
  }

  /** The error of a disk or a file that ended the kernel or its log; null if none did. */
  private static IOException ioError(Exception e) {
    boolean ended = e instanceof ExchangeFailedException || e instanceof WalPoisonedException;
    Throwable cause = ended ? e.getCause() : null;
    while (cause instanceof ExchangeFailedException
        || cause instanceof WalPoisonedException
        || cause instanceof UncheckedIOException) {
      cause = cause.getCause();
    }
    return cause instanceof IOException io ? io : null;
  }

  private static int failed(Throwable cause, PrintWriter err) {
    if (cause instanceof OutOfMemoryError) {
      err.println(
          "tandem: out of memory ("
              + cause.getMessage()
              + "): give it more with TANDEM_JAVA_OPTS=-Xmx8g");
      return ExitCode.FAILED;
    }
    err.println("tandem: failed, please report it with this cause:");
    cause.printStackTrace(err);
    return ExitCode.FAILED;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}

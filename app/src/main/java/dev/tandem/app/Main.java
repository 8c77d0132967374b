package dev.tandem.app;

import dev.tandem.app.flow.BadInputException;
import dev.tandem.core.ExchangeFailedException;
import java.io.IOException;
import java.io.PrintWriter;
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
      ReplayCommand.class,
      GenerateCommand.class,
      HashCommand.class,
      VersionCommand.class
    },
    description = "A low-latency exchange kernel: risk, matching, settlement, replay.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tandem demo                                     see it work, no file needed",
      "  tandem replay day.commands.csv.zst              replay a recorded day",
      "  tandem generate --commands 1M -o flow.csv.zst   make a flow to replay",
      "  tandem hash day.commands.csv.zst                sum files, as xxhsum does",
      "  tandem help replay                              all about one command",
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is well",
      "1:the replay differs from what its input says must come of it, or a file from its sum",
      "2:wrong usage, a malformed input, or an output that cannot be written",
      "3:the kernel failed"
    })
public final class Main implements Runnable {

  @Spec private CommandSpec spec;

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(
        run(
            args,
            new PrintWriter(System.out, true, System.out.charset()),
            new PrintWriter(System.err, true, System.err.charset())));
  }

  /** Runs a command and returns its exit code. */
  public static int run(String[] args, PrintWriter out, PrintWriter err) {
    CommandLine line = new CommandLine(new Main());
    line.addSubcommand(new CommandLine.HelpCommand());
    line.setOut(out);
    line.setErr(err);
    line.setUsageHelpAutoWidth(true);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler((e, parsed) -> complain(e, err));
    line.setExecutionExceptionHandler((e, command, parsed) -> explain(e, err));
    int code;
    try {
      code = line.execute(args);
    } catch (Error e) {
      code = failed(e, err);
    }
    out.flush();
    err.flush();
    return code;
  }

  private static int complain(ParameterException e, PrintWriter err) {
    err.println("tandem: " + e.getMessage());
    UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try: " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help");
    return ExitCode.BAD_INPUT;
  }

  private static int explain(Exception e, PrintWriter err) {
    if (e instanceof BadInputException || e instanceof IOException) {
      err.println("tandem: " + e.getMessage());
      return ExitCode.BAD_INPUT;
    }
    return failed(e instanceof ExchangeFailedException ? e.getCause() : e, err);
  }

  private static int failed(Throwable cause, PrintWriter err) {
    if (cause instanceof OutOfMemoryError) {
      err.println(
          "tandem: out of memory ("
              + cause.getMessage()
              + "): give it more with TANDEM_JAVA_OPTS=-Xmx8g");
      return ExitCode.FAILED;
    }
    err.println("tandem: the kernel failed and has stopped; nothing was written. The cause:");
    cause.printStackTrace(err);
    return ExitCode.FAILED;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}

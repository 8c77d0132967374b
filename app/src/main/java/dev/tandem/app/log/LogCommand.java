package dev.tandem.app.log;

import dev.tandem.app.help.HelpCommand;
import dev.tandem.app.help.VersionCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tandem log}. */
@Command(
    name = "log",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    subcommands = {
      CatCommand.class,
      TailCommand.class,
      VerifyCommand.class,
      GrepCommand.class,
      StatsCommand.class,
      WriteCommand.class,
      HelpCommand.class
    },
    description = "Reads, checks and writes log files.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tandem log write --dir /tmp/log --threads 10 --records 200k",
      "  tandem log cat --level WARN /tmp/log",
      "  tandem log tail -f /tmp/log",
      "  tandem log verify /tmp/log",
    })
public final class LogCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}

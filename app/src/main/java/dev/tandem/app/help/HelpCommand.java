package dev.tandem.app.help;

import dev.tandem.app.output.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code help}, of the whole program and of each command that has commands of its own. */
@Command(
    name = "help",
    helpCommand = true,
    description = "Shows the help of a command.",
    footerHeading = "%nExamples:%n",
    footer = {"  tandem help replay", "  tandem help wal dump", "  tandem wal help dump"})
public final class HelpCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "The command, and the one below it.")
  private List<String> names = new ArrayList<>();

  @Override
  public Integer call() {
    CommandLine of = spec.commandLine().getParent();
    for (String name : names) {
      CommandLine next = of.getSubcommands().get(name);
      if (next == null) {
        throw new ParameterException(
            of,
            "'%s' is no command of '%s', expected one of: %s"
                .formatted(
                    name,
                    of.getCommandSpec().qualifiedName(),
                    of.getSubcommands().isEmpty()
                        ? "none, it has no commands"
                        : String.join(", ", of.getSubcommands().keySet())));
      }
      of = next;
    }
    of.usage(spec.commandLine().getOut());
    return ExitCode.OK;
  }
}

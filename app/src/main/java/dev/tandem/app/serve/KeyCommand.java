package dev.tandem.app.serve;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.core.LoggedCommands;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Role;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem key}. */
@Command(
    name = "key",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Makes a key for clients of tandem serve and prints it, once: only its hash is kept. A key of"
          + " the same name is replaced. The exchange knows it from its next start on. A directory"
          + " that is not an exchange's is refused, unless --create says that it is to become one."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tandem key --dir exchange/ --role trade --user 7 market-maker"})
public final class KeyCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "1 to 32 of a-z, 0-9 and -.")
  private String name;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "tandem-exchange",
      description = "The directory of the exchange. Default: ${DEFAULT-VALUE}.")
  private Path directory;

  @Option(
      names = "--create",
      description = "The directory is that of an exchange to come; created if it does not exist.")
  private boolean create;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      required = true,
      description = "What it may do: ${COMPLETION-CANDIDATES}; each may what those before it may.")
  private Role role;

  @Option(
      names = "--user",
      paramLabel = "ID",
      description = "A user that it is for; may come more than once. Without one: all users.")
  private List<Long> users = List.of();

  @Override
  public Integer call() throws IOException {
    if (Wal.isLog(directory)) {
      throw new ParameterException(
          spec.commandLine(),
          directory
              + " is itself a log, which is not served; --dir is the directory of the service, which"
              + " keeps its log in DIR/log");
    }
    Path file = directory.resolve("keys.json");
    if (!create && !Files.isRegularFile(file) && !isExchange()) {
      throw new ParameterException(
          spec.commandLine(),
          directory + " is no directory of an exchange; with --create it becomes one");
    }
    PrintWriter out = spec.commandLine().getOut();
    try {
      KeyFile keys = create ? KeyFile.openPrivately(file) : KeyFile.open(file);
      out.println(keys.add(name, role, Set.copyOf(users)));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    return ExitCode.OK;
  }

  private boolean isExchange() throws WalException {
    Path log = directory.resolve("log");
    return Wal.isLog(log) && LoggedCommands.isExchangeLog(log);
  }
}

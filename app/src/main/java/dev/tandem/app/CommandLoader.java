package dev.tandem.app;

import dev.tandem.app.help.HelpCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Loads the commands that a call needs, and no others. Reading the annotations of all of them takes
 * three times as long as the rest of the start, so where the first words name a command, there is
 * only that one.
 */
final class CommandLoader {

  private CommandLoader() {}

  /** The command line that understands these arguments as one with all commands does. */
  static CommandLine of(Class<?> root, String... args) {
    return of(root, 0, args);
  }

  private static CommandLine of(Class<?> of, int at, String[] args) {
    Class<?> named = at < args.length ? below(of, args[at]) : null;
    // Help and completion are about other commands.
    if (named == null || named == HelpCommand.class || named == CompletionCommand.class) {
      return new CommandLine(of);
    }
    CommandSpec spec = CommandSpec.create().name(nameOf(of));
    return new CommandLine(spec).addSubcommand(args[at], of(named, at + 1, args));
  }

  /** The command of this name; null if there is none. */
  private static Class<?> below(Class<?> of, String name) {
    for (Class<?> below : of.getAnnotation(Command.class).subcommands()) {
      if (nameOf(below).equals(name)) {
        return below;
      }
    }
    return null;
  }

  private static String nameOf(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }
}

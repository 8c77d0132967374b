package dev.tandem.app.serve;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The options of a command as a file: a line {@code name = value} for each, the name as the option
 * has it, without the dashes. Empty lines and those that begin with {@code #} are left out. What
 * the command line says comes before the file.
 */
public final class ConfigFile implements IDefaultValueProvider {

  /** Options that mean nothing in a file. */
  private static final Set<String> NOT_HERE =
      Set.of("config", "gateway", "node", "help", "version");

  private final Map<String, String> values = new HashMap<>();

  /**
   * Reads a file for the options of this command.
   *
   * @param option that names the file
   * @throws ParameterException if it cannot be read, has a name that is no option's, or one twice
   */
  public ConfigFile(String option, Path file, CommandSpec of) {
    CommandLine command = of.commandLine();
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new ParameterException(
          command, "cannot read the settings in " + option + " " + file + ": " + why(file, e), e);
    }
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String at = file + " line " + (i + 1) + ": ";
      int equals = line.indexOf('=');
      if (equals < 0) {
        throw new ParameterException(command, at + "expected name = value, not '" + line + "'");
      }
      String name = line.substring(0, equals).strip();
      if (NOT_HERE.contains(name) || of.findOption("--" + name) == null) {
        throw new ParameterException(command, at + "there is no setting '" + name + "'");
      }
      if (values.put(name, line.substring(equals + 1).strip()) != null) {
        throw new ParameterException(command, at + name + " comes twice");
      }
    }
  }

  /** What the JDK says of a file is often its name alone. */
  private static String why(Path file, IOException e) {
    if (Files.notExists(file)) {
      return "there is no such file";
    }
    if (Files.isDirectory(file)) {
      return "it is a directory";
    }
    if (!Files.isReadable(file)) {
      return "permission denied";
    }
    return e instanceof CharacterCodingException ? "it is no text in UTF-8" : e.toString();
  }

  @Override
  public String defaultValue(ArgSpec arg) {
    return arg instanceof OptionSpec option
        ? values.get(option.longestName().substring("--".length()))
        : null;
  }
}

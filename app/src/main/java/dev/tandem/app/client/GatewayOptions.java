package dev.tandem.app.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Whose key it is. Never as an argument: those can be read by all users of a machine. */
final class GatewayOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = "A file with the key. Default: the environment's TANDEM_KEY.")
  private Path keyFile;

  /** The key. */
  String key() throws IOException {
    String key = keyFile == null ? System.getenv("TANDEM_KEY") : Files.readString(keyFile);
    if (key == null || key.isBlank()) {
      throw new ParameterException(
          spec.commandLine(), "no key: set TANDEM_KEY, or name a file by --key-file");
    }
    return key.strip();
  }
}

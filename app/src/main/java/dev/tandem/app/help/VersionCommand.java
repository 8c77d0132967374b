package dev.tandem.app.help;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.output.Json;
import dev.tandem.app.output.MachineJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tandem version}. */
@Command(
    name = "version",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    description = "Prints the versions of Tandem, of Java and of the system.")
public final class VersionCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Prints a JSON object.")
  private boolean json;

  /** Gives the version to picocli. */
  public static final class Provider implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "tandem " + MachineJson.version(),
        "java " + Runtime.version() + " (" + System.getProperty("java.vm.name") + ")",
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.arch")
            + ", "
            + Runtime.getRuntime().availableProcessors()
            + " CPUs"
      };
    }
  }

  @Override
  public void run() {
    if (json) {
      ObjectNode object = Json.object();
      MachineJson.put(object);
      Json.print(spec.commandLine().getOut(), object);
      return;
    }
    for (String line : new Provider().getVersion()) {
      spec.commandLine().getOut().println(line);
    }
  }
}

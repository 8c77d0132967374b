package dev.tandem.app;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem completion}. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    description = {
      "Prints a script that lets the shell complete commands, options and values of tandem.",
      "The script completes the name tandem: put a link to ./tandem into a directory of the PATH."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  source <(tandem completion bash)                       in this shell",
      "  tandem completion bash > ~/.local/share/bash-completion/completions/tandem",
      "  source <(tandem completion zsh)                        in ~/.zshrc"
    })
final class CompletionCommand implements Callable<Integer> {

  /** The shells there are scripts for. */
  enum Shell {
    BASH,
    ZSH
  }

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "bash|zsh", description = "The shell.")
  @SuppressWarnings("UnusedVariable") // Read by nobody, but checked.
  private Shell shell;

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    // One script for both: it looks itself which shell reads it.
    spec.commandLine().getOut().print(AutoComplete.bash(spec.root().name(), root));
    return ExitCode.OK;
  }
}

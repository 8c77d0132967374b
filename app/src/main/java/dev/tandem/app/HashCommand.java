package dev.tandem.app;

import dev.tandem.app.checksum.Algorithm;
import dev.tandem.app.checksum.CheckList;
import dev.tandem.app.checksum.FileSum;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem hash}. */
@Command(
    name = "hash",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Prints or checks xxHash sums of files, in the form of xxhsum.",
      "Exits with 1 if a file cannot be read or differs from its sum."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tandem hash -a xxh3 day.csv.zst",
      "  tandem hash *.zst > sums && tandem hash --check sums",
    })
final class HashCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = {"-a", "--algorithm"},
      paramLabel = "NAME",
      defaultValue = "xxh64",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Algorithm algorithm;

  @Option(
      names = {"-c", "--check"},
      description = "Read sums from the files, and check them.")
  private boolean check;

  @Parameters(
      paramLabel = "FILE",
      defaultValue = FileSum.STANDARD_INPUT,
      description = "What to read; - is the standard input.")
  private List<String> files;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    FileSum sums = new FileSum(System.in);
    boolean well = true;
    for (String file : files) {
      try {
        if (check) {
          well &= new CheckList(sums, out, err).check(file);
        } else {
          out.println(sums.line(algorithm, file));
        }
      } catch (IOException e) {
        err.println("Error: Could not open '" + file + "': " + FileSum.reason(e) + ".");
        well = false;
      }
    }
    return well ? ExitCode.OK : ExitCode.MISMATCH;
  }
}

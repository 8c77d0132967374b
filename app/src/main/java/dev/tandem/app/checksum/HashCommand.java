package dev.tandem.app.checksum;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem hash}. */
@Command(
    name = HashCommand.NAME,
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
public final class HashCommand implements Callable<Integer> {

  public static final String NAME = "hash";

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

  @Option(names = "--tag", description = "Print the algorithm's name with every sum.")
  private boolean tag;

  @Option(
      names = "--little-endian",
      description = "Print sums, and read those without a tag, lowest byte first.")
  private boolean littleEndian;

  @Option(
      names = {"-q", "--quiet"},
      description = "With --check: print nothing for files that are as listed.")
  private boolean quiet;

  @Option(names = "--status", description = "With --check: print nothing, only exit.")
  private boolean status;

  @Option(
      names = "--strict",
      description = "With --check: exit with 1 also for lines that are no sums.")
  private boolean strict;

  @Option(
      names = {"-w", "--warn"},
      description = "With --check: report every line that is no sum.")
  private boolean warn;

  @Option(
      names = "--ignore-missing",
      description = "With --check: pass over files that are not there.")
  private boolean ignoreMissing;

  @Parameters(
      paramLabel = "FILE",
      defaultValue = Input.STANDARD,
      description = "What to read; - is the standard input, which lists call stdin.")
  private List<String> files;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    FileSum sums = new FileSum(System.in);
    return (check ? checks(sums, out, err) : prints(sums, out, err))
        ? ExitCode.OK
        : ExitCode.MISMATCH;
  }

  private boolean prints(FileSum sums, PrintWriter out, PrintWriter err) {
    boolean well = true;
    for (Iterator<Input> all = inputs(); all.hasNext() && !out.checkError(); ) {
      Input input = all.next();
      try {
        out.println(sums.line(algorithm, tag, littleEndian, input));
      } catch (IOException e) {
        err.println(FileSum.failure(input, e) + ".");
        well = false;
      }
    }
    return well;
  }

  private boolean checks(FileSum sums, PrintWriter out, PrintWriter err) {
    CheckList.Mode mode =
        new CheckList.Mode(quiet, status, strict, warn, ignoreMissing, littleEndian);
    boolean well = true;
    for (Iterator<Input> all = inputs(); all.hasNext() && !out.checkError(); ) {
      Input input = all.next();
      try {
        well &= new CheckList(sums, mode, out, err).check(input);
      } catch (IOException e) {
        err.println(FileSum.failure(input, e));
        well = false;
      }
    }
    return well;
  }

  private Iterator<Input> inputs() {
    return files.stream().map(Input::ofArgument).iterator();
  }
}

package dev.tandem.app.doctor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.Json;
import dev.tandem.app.output.MachineJson;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.FitnessWatch;
import dev.tandem.doctor.Interval;
import dev.tandem.flow.BadInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem diagnose}. */
@Command(
    name = "diagnose",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Runs a command and says what happened to the machine meanwhile: CPU time of the command, of"
          + " others and taken by the host, waiting for CPUs, I/O and memory, quotas, heat.",
      "It runs under perf stat where that is installed and may count, which costs next to nothing."
          + " It runs under strace only on request: strace stops a program at each system call, so"
          + " the other readings would be strace's more than the program's.",
      "The readings go to standard error, so the command's own output can be used. Its exit code is"
          + " this one's."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tandem diagnose -- tandem replay day.commands.csv.zst",
      "  tandem diagnose --no-perf -- tandem demo    not under perf",
      "  tandem diagnose --strace -- tandem demo     with the system calls it made"
    })
public final class DiagnoseCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "CMD", arity = "1..*", description = "The command and its arguments.")
  private List<String> command;

  @Option(
      names = "--perf",
      negatable = true,
      description =
          "Runs it under perf stat, which counts cycles and instructions, and refuses if that cannot"
              + " be (default: where it can be, but not with --strace).")
  private Boolean perf;

  @Option(
      names = "--strace",
      description =
          "Runs it under strace -c -f, which counts system calls and slows it down, and refuses if"
              + " that is not installed.")
  private boolean strace;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the readings there, too.")
  private Path json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path counts = Files.createTempDirectory("tandem-diagnose");
    try {
      Counters counters = new Counters(Counters.path(), counts);
      counters.choose(perf, strace);
      counters.check(command.get(0));
      FitnessReport report;
      int exit;
      try (FitnessWatch watch = FitnessWatch.begin()) {
        exit = counters.code(run(counters.words(command)));
        report = watch.report();
      }
      PrintWriter err = spec.commandLine().getErr();
      print(err, report);
      if (!counters.missing().isEmpty()) {
        err.println(counters.missing());
      }
      counters.lines().forEach(err::println);
      err.flush();
      if (json != null) {
        ObjectNode object = Json.object();
        MachineJson.put(object);
        object.put("command", String.join(" ", command));
        object.put("exitCode", exit);
        FitnessJson.put(object, report);
        Files.writeString(json, Json.text(object));
      }
      return exit;
    } finally {
      delete(counts);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  private int run(List<String> words) throws IOException, InterruptedException {
    try {
      return new ProcessBuilder(words).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new BadInputException(command.get(0) + " cannot be run: " + e.getMessage());
    }
  }

  private static void print(PrintWriter err, FitnessReport report) {
    Interval whole = report.whole();
    err.printf("%n%.1f s on %d CPUs%n", whole.seconds(), whole.cpus());
    err.printf("  %-34s %8.1f %%%n", "CPU time used by the command", whole.ownPercent());
    err.printf("  %-34s %8.1f %%%n", "CPU time used by others", whole.foreignPercent());
    err.printf("  %-34s %8.1f %%%n", "CPU time taken by the host", whole.stealPercent());
    if (!Double.isNaN(whole.cpuPressurePercent())) {
      err.printf("  %-34s %8.1f %%%n", "time someone waited for a CPU", whole.cpuPressurePercent());
      err.printf("  %-34s %8.1f %%%n", "time someone waited for I/O", whole.ioPressurePercent());
      err.printf(
          "  %-34s %8.1f %%%n", "time someone waited for memory", whole.memoryPressurePercent());
    }
    err.printf("  %-34s %8.1f %%%n", "time held back by a quota", whole.throttledPercent());
    err.printf("  %-34s %8.1f %%%n", "a spin took longer by", whole.slowedPercent());
    err.printf("  %-34s %8d%n", "slowed by heat, times", whole.hotEvents());
    ThreadLines.print(err, whole.threads());
    err.printf("%s%n%n", report);
  }
}

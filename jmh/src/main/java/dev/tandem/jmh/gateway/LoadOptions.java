package dev.tandem.jmh.gateway;

import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.FitnessWatch;
import dev.tandem.jmh.harness.Folders;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** What a load on {@code ./tandem serve} takes on its command line, and how it is run: a mixin. */
final class LoadOptions {

  @Option(names = "--tandem", description = "The launcher.")
  Path tandem = Path.of("tandem");

  @Option(names = "--durability", description = "Of the exchange: NONE, WRITTEN or SYNCED.")
  String durability = "WRITTEN";

  @Option(
      names = "--serve",
      split = ",",
      description = "Further options of tandem serve, as --serve=--loops=2.")
  List<String> serve = List.of();

  @Option(names = "--server-cpu", description = "Where servers run; -1 for anywhere.")
  int serverCpu;

  @Option(names = "--load-cpu", description = "Where the load runs; -1 for anywhere.")
  int loadCpu = 1;

  @Option(names = "--rounds", description = "Each case once a round.")
  int rounds = 3;

  @Option(names = "--warm-up", description = "Seconds of each load before the first round.")
  double warmUp;

  @Option(names = "--seconds", description = "Of each case in a round.")
  double seconds = 2;

  @Option(names = "--json", description = "Where the result is written.")
  private Path json;

  LoadOptions(double warmUp) {
    this.warmUp = warmUp;
  }

  /** What is measured, with a folder for the exchange and what the servers say. */
  interface Measurement {
    void in(Path directory) throws IOException;
  }

  /** Runs it on the CPU of the load, in a folder that is deleted; what the machine was like. */
  FitnessReport watch(Measurement measurement) throws IOException, InterruptedException {
    pinThisProcess();
    Path directory = Files.createTempDirectory("tandem-gateway");
    try (FitnessWatch watch = FitnessWatch.begin()) {
      measurement.in(directory);
      return watch.report();
    } finally {
      Folders.delete(directory);
    }
  }

  private void pinThisProcess() throws IOException, InterruptedException {
    if (loadCpu >= 0) {
      String pid = Long.toString(ProcessHandle.current().pid());
      int code =
          new ProcessBuilder("taskset", "-a", "-p", "-c", Integer.toString(loadCpu), pid)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor();
      if (code != 0) {
        throw new IOException("taskset cannot pin the load to CPU " + loadCpu);
      }
    }
  }

  /** Prints the result, and writes it to a file if one is given. */
  void report(Result.About about, FitnessReport fitness, List<Row> rows) throws IOException {
    Result.now(about, fitness, rows, List.of()).report(json);
  }
}

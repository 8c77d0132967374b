package dev.tandem.jmh.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.flow.generator.KernelFlows;
import dev.tandem.jmh.harness.TwinLibrary;
import dev.tandem.jmh.report.Row;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A paced run leaves its distributions whole, as HdrHistogram's own reader reads them. */
class DistributionsTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(
      value = KernelEntrant.class,
      names = {"STAGES", "FUSED", "CPP_FUSED"})
  void aPacedRunLeavesWhatItTells(KernelEntrant entrant) throws Exception {
    if (entrant.kind() == Row.Kind.CPP) {
      TwinLibrary.assume();
    }
    String request = "open STEADY 0 2000000.000000 0.001 3";
    KernelSession.Open open =
        (KernelSession.Open)
            new KernelProcess(entrant, folder.resolve("own")).answer(request.split(" ", -1));
    Distributions.collect(folder, folder.resolve("kept"));
    String name = "own-steady-2000000-3";
    List<Histogram> read = read(folder.resolve("kept").resolve(name + ".hlog"));
    assertThat(read).extracting(Histogram::getTag).containsExactly("latency", "lateness");
    // So few milliseconds are one pass.
    long size = KernelFlows.STEADY.make(KernelSession.SEED).size();
    assertThat(read).extracting(Histogram::getTotalCount).containsExactly(size, size);
    assertThat(percentiles(read.get(0))).isEqualTo(open.latency());
    assertThat(percentiles(read.get(1))).isEqualTo(open.lateness());
    for (Histogram histogram : read) {
      Path text = folder.resolve("kept").resolve(name + "." + histogram.getTag() + ".hgrm");
      assertThat(Files.readString(text))
          .contains("Total count    = " + String.format("%12d", histogram.getTotalCount()));
    }
  }

  @Test
  void timesAreKeptInNanosecondsAndPrintedInMicroseconds() throws Exception {
    Histogram latency = RunningKernel.distribution();
    latency.recordValueWithCount(1_500, 99);
    latency.recordValue(2_000_000);
    Histogram lateness = RunningKernel.distribution();
    lateness.recordValue(7);
    Distributions.write(
        folder,
        "run",
        new RunningKernel.Paced(1, latency, lateness, RunningKernel.Early.NONE),
        1_000_000,
        1_002_000);
    assertThat(read(folder.resolve("run.hlog"))).containsExactly(latency, lateness);
    assertThat(Files.readString(folder.resolve("run.latency.hgrm")))
        .contains("1.500 0.000000000000")
        .contains("Total count    =          100");
  }

  private static List<Long> percentiles(Histogram histogram) {
    List<Long> values = new ArrayList<>();
    KernelSession.PERCENTILES.forEach(p -> values.add(histogram.getValueAtPercentile(p)));
    values.add(histogram.getMaxValue());
    return values;
  }

  private static List<Histogram> read(Path file) throws Exception {
    List<Histogram> all = new ArrayList<>();
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      while (reader.hasNext()) {
        all.add((Histogram) reader.nextIntervalHistogram());
      }
    }
    return all;
  }
}

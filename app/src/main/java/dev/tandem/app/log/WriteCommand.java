package dev.tandem.app.log;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.Figures;
import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogMetrics;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.LogWriter;
import dev.tandem.logger.seal.KeyRing;
import dev.tandem.logger.seal.KeySealing;
import dev.tandem.logger.seal.SealMode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code tandem log write}: load. */
@Command(
    name = "write",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Writes records as fast as it can: N threads, M records each, in order.",
      "Prints how fast that was; exits with 1 if a record was dropped."
    })
final class WriteCommand implements Callable<Integer> {
  private static final Duration BOUND = Duration.ofSeconds(30);

  @Spec private CommandSpec spec;

  @Option(names = "--dir", required = true, paramLabel = "DIR", description = "Where to write.")
  private Path directory;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many threads, 1 to 1000 (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--records",
      paramLabel = "M",
      defaultValue = "1M",
      converter = Figures.Count.class,
      description = "How many records a thread (default: ${DEFAULT-VALUE}).")
  private long records;

  @Option(
      names = "--segment-size",
      paramLabel = "SIZE",
      defaultValue = "64m",
      converter = Size.class,
      description = "Bytes of a file: k, m, g (default: ${DEFAULT-VALUE}).")
  private long segmentSize;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = "Seal what is written with the key of this file.")
  private Path keyFile;

  @Option(names = "--audit", description = "Seal each record before it is visible.")
  private boolean audit;

  @Override
  public Integer call() throws IOException {
    if (threads < 1 || threads > 1000) {
      throw wrong("found '" + threads + "' for --threads, expected 1 to 1000");
    }
    if (audit && keyFile == null) {
      throw wrong("--audit needs --key-file");
    }
    LogStoreConfig.Builder config = LogStoreConfig.builder().blockBound(BOUND);
    try {
      config.segmentSize(segmentSize);
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
    if (keyFile == null) {
      return write(config.build());
    }
    try (KeyRing ring = KeyRing.ofFile(keyFile)) {
      SealMode mode = audit ? SealMode.RECORDS : SealMode.BLOCKS;
      return write(config.sealing(new KeySealing(ring, mode)).build());
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private int write(LogStoreConfig config) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    LogMetrics metrics;
    long nanos;
    try (LogStore store = LogStore.open(directory, config)) {
      nanos = write(store.writer("dev.tandem.load"));
      metrics = store.metrics();
    }
    out.println(
        String.format(
            Locale.ROOT,
            "%d records in %.3f s: %.2f M/s, %d dropped",
            metrics.records(),
            nanos / 1e9,
            metrics.records() * 1e3 / nanos,
            metrics.dropped()));
    return metrics.dropped() == 0 ? ExitCode.OK : ExitCode.MISMATCH;
  }

  private long write(LogWriter writer) {
    Thread[] running = new Thread[threads];
    long begin = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      int thread = i;
      running[i] =
          new Thread(
              () -> {
                for (long record = 0; record < records; record++) {
                  writer.log(LogLevel.INFO, "thread {} record {} of {}", thread, record, records);
                }
              },
              "load-" + i);
      running[i].start();
    }
    for (Thread thread : running) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return System.nanoTime() - begin;
  }

  /** Bytes, with a unit of 1024. */
  static final class Size implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      String text = value.toLowerCase(Locale.ROOT);
      if (!text.matches("[0-9]{1,12}[kmg]?")) {
        throw new TypeConversionException(
            "found '" + value + "', expected a size such as 8m (k, m, g)");
      }
      char unit = text.charAt(text.length() - 1);
      int shift = unit == 'k' ? 10 : unit == 'm' ? 20 : unit == 'g' ? 30 : 0;
      long number = Long.parseLong(shift == 0 ? text : text.substring(0, text.length() - 1));
      if (number > Long.MAX_VALUE >> shift) {
        throw new TypeConversionException("found '" + value + "', expected less than 2^63 bytes");
      }
      return number << shift;
    }
  }
}

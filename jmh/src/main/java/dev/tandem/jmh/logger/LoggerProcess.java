package dev.tandem.jmh.logger;

import dev.tandem.jmh.harness.Folders;
import dev.tandem.jmh.harness.RequestLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The process of one system. Its arguments are the system and a directory; each request is a {@link
 * Job}, whose files are deleted when they were counted.
 */
public final class LoggerProcess {
  private static final int EMPTY_CALLS = 200_000;
  private static final int TIMER_PAIRS = 10_000;

  private LoggerProcess() {}

  /** Answers requests until its input ends. */
  public static void main(String[] args) throws IOException {
    LoggerSystem system = LoggerSystem.valueOf(args[0]);
    Path home = Path.of(args[1]);
    RequestLoop.run(
        request -> run(system, home, Job.parse(request)),
        failure -> LoggerSample.failed(failure.toString()));
  }

  static LoggerSample run(LoggerSystem system, Path home, Job job) throws Exception {
    Path directory = Files.createTempDirectory(home, "run-");
    try {
      LoadCase load =
          system.make(new LoadCase.Settings(directory, home, job.threads(), job.records()));
      long bytes = Callers.BEAN.getTotalThreadAllocatedBytes();
      Callers.Outcome outcome;
      try {
        Thread.sleep(job.restMillis());
        outcome = new Callers(load, job).run();
      } finally {
        load.close();
      }
      long closed = System.nanoTime();
      bytes = Callers.BEAN.getTotalThreadAllocatedBytes() - bytes;
      return sample(job, outcome, closed, bytes, load.recorded());
    } finally {
      Folders.delete(directory);
    }
  }

  private static LoggerSample sample(
      Job job, Callers.Outcome outcome, long closed, long bytes, long recorded) {
    boolean paced = job.paced();
    // The first record of each thread was logged before the clock started.
    double timed = outcome.sent() - job.threads();
    return new LoggerSample(
        null,
        0,
        0,
        0,
        outcome.sent(),
        outcome.sent() - recorded,
        timed * 1e9 / (closed - outcome.begin()),
        timed * 1e9 / (outcome.end() - outcome.begin()),
        outcome.bytes() / timed,
        bytes / timed,
        100 * outcome.late() / timed,
        paced ? LoggerSample.Latency.of(outcome.call()) : null,
        paced ? LoggerSample.Latency.of(outcome.response()) : null,
        paced ? LoggerSample.Latency.of(Callers.emptyCalls(EMPTY_CALLS)) : null,
        paced ? Callers.timerPairNanos(TIMER_PAIRS) : 0,
        0,
        0,
        false,
        null);
  }
}

package dev.tandem.jmh.wal;

import dev.tandem.jmh.harness.RequestLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The process of one system. Its arguments are the system and a directory, in which each request
 * (workload, record length, milliseconds) gets a folder of its own. What a run has appended is read
 * back from the closed log and counted; a run of which a record is missing fails.
 */
public final class LogProcess {

  private static final long REPLAY_BYTES = 256L << 20;

  private LogProcess() {}

  /** A request as a line. */
  static String request(Workload workload, int recordBytes, long millis) {
    return workload + " " + recordBytes + " " + millis;
  }

  /** Answers requests until its input ends. */
  public static void main(String[] args) throws IOException {
    LogSystem system = LogSystem.valueOf(args[0]);
    Path parent = Path.of(args[1]);
    RequestLoop.run(
        request -> run(system, parent, request), failure -> Sample.failed(failure.toString()));
  }

  private static Sample run(LogSystem system, Path parent, String[] request) throws Exception {
    Workload workload = Workload.valueOf(request[0]);
    int bytes = Integer.parseInt(request[1]);
    long nanos = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(request[2]));
    Path directory = Files.createTempDirectory(parent, "run-");
    LogSettings settings =
        new LogSettings(directory, bytes, workload.waiting(), workload == Workload.REPLAY);
    return workload == Workload.REPLAY
        ? replay(system, settings)
        : drive(system, settings, workload, nanos);
  }

  private static Sample drive(LogSystem system, LogSettings settings, Workload workload, long nanos)
      throws Exception {
    int bytes = settings.recordBytes();
    Runs.Run run;
    long kept;
    try (DurableLog log = system.open(settings)) {
      kept = log.kept();
      run =
          switch (workload) {
            case ONE_WAITING, EIGHT_WAITING -> Runs.waiting(log, workload.waiting(), bytes, nanos);
            case OPEN_36K, OPEN_100K, OPEN_200K, OPEN_1M ->
                Runs.openLoop(log, workload.rate(), bytes, nanos);
            case SATURATION -> Runs.saturation(log, bytes, nanos);
            case REPLAY -> throw new IllegalArgumentException("a replay reads a closed log");
          };
    }
    long[] appended = run.appended();
    Readback readback = new Readback(appended.length);
    try (DurableLog.Reader reader = system.reader(settings)) {
      reader.readAll(readback::found);
    }
    readback.check(appended, kept);
    return run.sample();
  }

  private static Sample replay(LogSystem system, LogSettings settings) throws Exception {
    int records = (int) (REPLAY_BYTES / settings.recordBytes());
    try (DurableLog log = system.open(settings)) {
      Runs.fill(log, settings.recordBytes(), records);
    }
    try (DurableLog.Reader reader = system.reader(settings)) {
      Runs.replay(reader, records);
      return Runs.replay(reader, records);
    }
  }
}

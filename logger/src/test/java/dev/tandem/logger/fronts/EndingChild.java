package dev.tandem.logger.fronts;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.SinkRecord;
import dev.tandem.logger.config.LoggingConfig;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** A service whose shutdown hooks log for some hundred milliseconds. */
final class EndingChild {
  static final int HOOKS = 3;
  static final int RECORDS = 40;

  private EndingChild() {}

  public static void main(String[] args) throws InterruptedException {
    if (args[1].equals("sink")) {
      leaveSinkOpen(LoggingConfig.read(Path.of(args[0])));
      return;
    }
    for (int i = 0; i < HOOKS; i++) {
      addHook(i);
    }
    Logging logging = Logging.start(LoggingConfig.read(Path.of(args[0])));
    FrontLogger logger = logging.logger("main");
    logger.log(LogLevel.INFO, "begins");
    // Hooks on both sides of the log's own.
    for (int i = HOOKS; i < 2 * HOOKS; i++) {
      addHook(i);
    }
    System.out.println("ready");
    switch (args[1]) {
      case "exit" -> System.exit(3);
      case "wait" -> Thread.sleep(60_000);
      case "after" -> logAfterTheEnd(logging);
      default -> {
        // Returns.
      }
    }
  }

  /** As a framework does that nobody stops. */
  private static void leaveSinkOpen(LoggingConfig config) {
    RecordSink sink = RecordSink.open(config);
    write(sink, "begins");
    Thread hook =
        new Thread(
            () -> {
              LockSupport.parkNanos(100_000_000);
              write(sink, "ends");
            });
    Runtime.getRuntime().addShutdownHook(hook);
    System.out.println("ready");
  }

  private static void write(RecordSink sink, String text) {
    sink.write(
        "main",
        new SinkRecord(LogLevel.INFO, 1, null, text, null, null, Map.of(), List.of(), List.of()));
  }

  private static void addHook(int number) {
    Thread hook = new Thread(() -> logSlowly(number), "hook-" + number);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private static void logSlowly(int number) {
    FrontLogger logger = Logging.get().logger("hook." + number);
    try {
      // Waits for what the platform's last step waits for too.
      File.createTempFile("hook", ".tmp").deleteOnExit();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (int i = 0; i < RECORDS; i++) {
      logger.log(LogLevel.INFO, "last {}", i);
      LockSupport.parkNanos(number * 3_000_000L);
    }
  }

  /** As a thread does that continues while the process ends. */
  private static void logAfterTheEnd(Logging logging) {
    logging.processEnds();
    logging.logger("main").log(LogLevel.INFO, "after the end");
    Runtime.getRuntime().halt(0);
  }
}

package dev.tandem.logger;

import dev.tandem.logger.storage.Waits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What the tests of the store share. */
final class Logs {
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  /** What a directory holds. */
  record Content(
      List<LogRecord> records,
      long holes,
      boolean exact,
      List<LogHole> gaps,
      List<LogDamage> damage) {
    List<String> messages() {
      return records.stream().map(LogRecord::message).toList();
    }
  }

  private Logs() {}

  static Content read(Path path) throws IOException {
    return read(path, null);
  }

  static Content read(Path path, Unsealing unsealing) throws IOException {
    List<LogRecord> records = new ArrayList<>();
    try (LogReader reader = LogReader.open(List.of(path), unsealing)) {
      for (LogRecord record = reader.next(); record != null; record = reader.next()) {
        records.add(record);
      }
      return new Content(
          records, reader.holes(), reader.holesExact(), reader.gaps(), reader.damage());
    }
  }

  static LogStoreConfig.Builder small() {
    return LogStoreConfig.builder().segmentSize(1 << 16).blockBound(DEADLINE).onFailure(text -> {});
  }

  static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("never happened: " + what);
      }
      LockSupport.parkNanos(100_000);
    }
  }

  static void run(int threads, java.util.function.IntConsumer body) {
    List<Thread> started = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int index = i;
      Thread thread = new Thread(() -> body.accept(index), "writer-" + i);
      thread.setUncaughtExceptionHandler(
          (by, failure) -> {
            synchronized (failures) {
              failures.add(failure);
            }
          });
      thread.start();
      started.add(thread);
    }
    started.forEach(Waits::join);
    if (!failures.isEmpty()) {
      throw new AssertionError(failures.get(0));
    }
  }
}

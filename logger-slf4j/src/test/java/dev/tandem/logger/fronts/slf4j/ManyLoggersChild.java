package dev.tandem.logger.fronts.slf4j;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A service with a logger for each of its many things, as one that is made from a template. */
final class ManyLoggersChild {
  static final int LOGGERS = 50_000;

  private ManyLoggersChild() {}

  public static void main(String[] args) {
    String[] names = new String[LOGGERS];
    for (int i = 0; i < LOGGERS; i++) {
      names[i] = "many.loggers.Number" + i;
    }
    LoggerFactory.getLogger("first").info("first {}", 1);
    long before = used();
    for (String name : names) {
      LoggerFactory.getLogger(name).info("text");
    }
    long after = used();
    for (int i = 0; i < LOGGERS; i++) {
      Logger logger = LoggerFactory.getLogger(names[i]);
      logger.info("pattern {}", i);
    }
    System.out.println((after - before) / LOGGERS);
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    long used = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
    }
    return used;
  }
}

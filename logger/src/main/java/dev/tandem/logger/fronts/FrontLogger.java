package dev.tandem.logger.fronts;

import dev.tandem.logger.LogLevel;

/** One logger as the front ends see it: SLF4J, {@code System.Logger}, {@code java.util.logging}. */
public interface FrontLogger extends RecordWriter {
  /** The logger's name. */
  String name();

  /** Whether records of this level are wanted; the methods that write do not check. */
  boolean isEnabled(LogLevel level);
}

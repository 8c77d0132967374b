package dev.tandem.logger.append;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.format.RecordBuffer;
import dev.tandem.logger.format.RecordLayout;

/** The small records that name what the others refer to, so that a file can be read alone. */
public final class SegmentDefinitions {
  /** Bytes of a definition; longer names are cut. */
  static final int MOST = 1 << 13;

  /** Characters of a pattern that fits, whatever they are: each has three bytes at most. */
  static final int MOST_PATTERN = MOST / 4;

  private SegmentDefinitions() {}

  /** Names the thread whose record the context's buffer holds. */
  static String thread(RecordBuffer buffer, ThreadContext context) {
    DefinedName other = context.other;
    int id = other == null ? context.thread : other.id;
    String name = other == null ? context.name() : other.name;
    buffer.begin(RecordLayout.THREAD_NAME, 0, 0, id, 0, 0);
    buffer.text(name);
    return name;
  }

  static void logger(RecordBuffer buffer, ThreadContext context, DefinedName logger) {
    begin(buffer, RecordLayout.LOGGER_NAME, context, logger.id, 0);
    buffer.text(logger.name);
  }

  static void descriptor(RecordBuffer buffer, ThreadContext context, Descriptor descriptor) {
    begin(buffer, RecordLayout.DESCRIPTOR, context, 0, descriptor.id);
    buffer.word(descriptor.signature);
    buffer.string(descriptor.pattern);
  }

  /** Says how many records of each level were dropped since the last such record. */
  public static void drops(RecordBuffer buffer, ThreadContext context, long time, long[] byLevel) {
    buffer.begin(RecordLayout.DROPS, LogLevel.WARN.code(), time, context.thread, 0, byLevel.length);
    for (long count : byLevel) {
      buffer.word(count);
    }
  }

  private static void begin(
      RecordBuffer buffer, int kind, ThreadContext context, int logger, int aux) {
    buffer.begin(kind, 0, 0, context.thread, logger, aux);
  }
}

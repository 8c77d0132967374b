package dev.tandem.logger;

import dev.tandem.logger.append.DefinedName;
import dev.tandem.logger.append.Descriptor;
import dev.tandem.logger.append.DescriptorTable;
import dev.tandem.logger.append.ThreadContext;
import dev.tandem.logger.format.ArgumentType;
import dev.tandem.logger.format.Arguments;
import dev.tandem.logger.format.RecordBuffer;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.text.Patterns;
import dev.tandem.logger.text.StackTraces;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Writes records under one logger's name. Any thread may call it, also from within a call of it.
 * Made by {@link LogStore#writer}.
 *
 * <p>When a call returns true its record survives the death of the process. It returns false if the
 * level is not enabled, or if the record was dropped, which is counted by level ({@link
 * LogMetrics#drops}). It never throws because something is wrong with the log. It waits for a
 * segment at most as long as the configuration says. It allocates nothing for strings, numbers and
 * other types that have a method of their own here.
 *
 * <p>In patterns, <code>{}</code> stands for the next argument. Pattern and argument types are
 * written once for each file, and the reader of the file makes the text. If a {@code toString}
 * throws, the exception is in its place in the text.
 *
 * <p>A caller whose stack ends within a call gets its {@link StackOverflowError}; the record is
 * then written, or not begun, or counted as abandoned ({@link LogMetrics#abandoned}).
 *
 * <p>A file has the name that a thread had when it last used something new there: the file itself,
 * a logger, a pattern.
 */
public final class LogWriter {
  private static final VarHandle THRESHOLD;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      THRESHOLD = lookup.findVarHandle(LogWriter.class, "threshold", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final LogStore store;
  private final DefinedName name;
  private final DescriptorTable descriptors;

  @SuppressWarnings("unused") // through the handle
  private int threshold;

  LogWriter(LogStore store, String name, int id, AtomicInteger descriptorIds, LogLevel level) {
    this.store = store;
    this.name = new DefinedName(id, name);
    this.descriptors = new DescriptorTable(descriptorIds);
    setLevel(level);
  }

  public String name() {
    return name.name;
  }

  DefinedName definedName() {
    return name;
  }

  /** Whether records of this level are written; those of {@link LogLevel#OFF} never are. */
  public boolean isEnabled(LogLevel level) {
    return level.code() >= (int) THRESHOLD.getOpaque(this) && level != LogLevel.OFF;
  }

  /** Sets the least level that is written; other threads see it soon. */
  public void setLevel(LogLevel level) {
    THRESHOLD.setOpaque(this, level.code());
  }

  /** Writes a text as it is; null is "null". */
  public boolean log(LogLevel level, CharSequence message) {
    if (!isEnabled(level)) {
      return false;
    }
    CharSequence text =
        message instanceof String || message instanceof StringBuilder
            ? message
            : Patterns.text(message);
    return writeText(level, text, null, LogExtras.NONE);
  }

  /** Writes a text and a throwable with its stack trace. */
  public boolean log(LogLevel level, String message, Throwable thrown) {
    return logEvent(level, message, thrown, LogExtras.NONE);
  }

  /**
   * Writes a text with all that may be beside it.
   *
   * @param thrown null if there is none
   */
  public boolean logEvent(
      LogLevel level, CharSequence message, Throwable thrown, LogExtras extras) {
    if (!isEnabled(level)) {
      return false;
    }
    String trace = thrown == null ? null : StackTraces.text(thrown);
    return writeText(level, Patterns.text(message), trace, extras);
  }

  public boolean log(LogLevel level, String pattern, long a) {
    return isEnabled(level) && write(level, pattern, begin().add(ArgumentType.LONG, a));
  }

  public boolean log(LogLevel level, String pattern, int a) {
    return isEnabled(level) && write(level, pattern, begin().add(ArgumentType.INT, a));
  }

  public boolean log(LogLevel level, String pattern, double a) {
    return isEnabled(level)
        && write(level, pattern, begin().add(ArgumentType.DOUBLE, Double.doubleToRawLongBits(a)));
  }

  public boolean log(LogLevel level, String pattern, boolean a) {
    return isEnabled(level) && write(level, pattern, begin().add(ArgumentType.BOOLEAN, a ? 1 : 0));
  }

  public boolean log(LogLevel level, String pattern, char a) {
    return isEnabled(level) && write(level, pattern, begin().add(ArgumentType.CHAR, a));
  }

  public boolean log(LogLevel level, String pattern, Object a) {
    if (!isEnabled(level)) {
      return false;
    }
    Object first = Arguments.plain(a);
    return write(level, pattern, begin().add(first));
  }

  public boolean log(LogLevel level, String pattern, long a, long b) {
    return isEnabled(level)
        && write(level, pattern, begin().add(ArgumentType.LONG, a).add(ArgumentType.LONG, b));
  }

  public boolean log(LogLevel level, String pattern, long a, Object b) {
    if (!isEnabled(level)) {
      return false;
    }
    Object second = Arguments.plain(b);
    return write(level, pattern, begin().add(ArgumentType.LONG, a).add(second));
  }

  public boolean log(LogLevel level, String pattern, Object a, long b) {
    if (!isEnabled(level)) {
      return false;
    }
    Object first = Arguments.plain(a);
    return write(level, pattern, begin().add(first).add(ArgumentType.LONG, b));
  }

  public boolean log(LogLevel level, String pattern, Object a, Object b) {
    if (!isEnabled(level)) {
      return false;
    }
    Object first = Arguments.plain(a);
    Object second = Arguments.plain(b);
    return write(level, pattern, begin().add(first).add(second));
  }

  public boolean log(LogLevel level, String pattern, long a, long b, long c) {
    return isEnabled(level)
        && write(
            level,
            pattern,
            begin().add(ArgumentType.LONG, a).add(ArgumentType.LONG, b).add(ArgumentType.LONG, c));
  }

  public boolean log(LogLevel level, String pattern, Object a, Object b, Object c) {
    if (!isEnabled(level)) {
      return false;
    }
    Object first = Arguments.plain(a);
    Object second = Arguments.plain(b);
    Object third = Arguments.plain(c);
    return write(level, pattern, begin().add(first).add(second).add(third));
  }

  /** Any number of arguments; more than fifteen are put into the text at once. */
  public boolean log(LogLevel level, String pattern, Object... arguments) {
    return isEnabled(level) && logEvent(level, pattern, arguments, null, LogExtras.NONE);
  }

  /**
   * A pattern with all that may be beside it.
   *
   * @param arguments null if there are none and the pattern is the text
   * @param thrown null if there is none
   */
  public boolean logEvent(
      LogLevel level, String pattern, Object[] arguments, Throwable thrown, LogExtras extras) {
    if (!isEnabled(level)) {
      return false;
    }
    if (pattern == null || arguments == null || arguments.length > ArgumentType.MOST) {
      boolean bare = pattern == null || arguments == null;
      String text = bare ? Patterns.text(pattern) : Patterns.format(pattern, arguments);
      return logEvent(level, text, thrown, extras);
    }
    Object[] plain = Arrays.copyOf(arguments, arguments.length, Object[].class);
    plain(plain);
    String trace = thrown == null ? null : StackTraces.text(thrown);
    return write(level, pattern, begin(plain), trace, extras);
  }

  private static void plain(Object[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = Arguments.plain(values[i]);
    }
  }

  private Arguments begin(Object[] plain) {
    Arguments taken = begin();
    for (Object value : plain) {
      taken.add(value);
    }
    return taken;
  }

  /** Writes a record that brings its time and the name of its thread. */
  public boolean log(SinkRecord record) {
    if (!isEnabled(record.level())) {
      return false;
    }
    LogExtras extras = LogExtras.of(record);
    String pattern = record.text();
    if (pattern == null || record.arguments() == null) {
      return writeText(record, Patterns.text(pattern), extras);
    }
    Object[] plain = record.arguments().toArray();
    if (plain.length > ArgumentType.MOST) {
      return writeText(record, Patterns.format(pattern, plain), extras);
    }
    plain(plain);
    Arguments arguments = begin(plain);
    Descriptor descriptor = descriptors.find(pattern, arguments.signature());
    if (descriptor == null) {
      return writeText(record, arguments.format(pattern), extras);
    }
    ThreadContext context = begin(record, RecordLayout.STRUCTURED, descriptor.id);
    arguments.encode(context.buffer);
    return finish(context, record.level(), descriptor, record.trace(), extras);
  }

  private boolean writeText(SinkRecord record, String text, LogExtras extras) {
    ThreadContext context = begin(record, RecordLayout.TEXT, 0);
    context.buffer.text(text);
    return finish(context, record.level(), null, record.trace(), extras);
  }

  private ThreadContext begin(SinkRecord record, int kind, int aux) {
    ThreadContext context = store.context();
    int thread = context.speakFor(record.thread(), store.threadNames());
    context.buffer.begin(kind, record.level().code(), record.time(), thread, name.id, aux);
    return context;
  }

  /** Begins a record whose arguments are added one by one, of any type, without garbage. */
  public LogLine line(LogLevel level, String pattern) {
    ThreadContext context = store.context();
    LogLine line = (LogLine) context.line;
    if (line == null || !line.isFree()) {
      line = new LogLine();
      if (context.line == null) {
        context.line = line;
      }
    }
    return line.begin(this, level, pattern);
  }

  boolean write(LogLevel level, String pattern, Arguments arguments) {
    return write(level, pattern, arguments, null, LogExtras.NONE);
  }

  private Arguments begin() {
    return store.context().arguments.clear();
  }

  private boolean write(
      LogLevel level, String pattern, Arguments arguments, String trace, LogExtras extras) {
    if (!isEnabled(level)) {
      return false;
    }
    String safe = pattern == null ? "null" : pattern;
    Descriptor descriptor = descriptors.find(safe, arguments.signature());
    if (descriptor == null) {
      return writeText(level, arguments.format(safe), trace, extras);
    }
    ThreadContext context = store.context();
    context.other = null;
    RecordBuffer buffer = context.buffer;
    buffer.begin(
        RecordLayout.STRUCTURED,
        level.code(),
        store.nanos(),
        context.thread,
        name.id,
        descriptor.id);
    arguments.encode(buffer);
    return finish(context, level, descriptor, trace, extras);
  }

  private boolean writeText(LogLevel level, CharSequence text, String trace, LogExtras extras) {
    ThreadContext context = store.context();
    context.other = null;
    RecordBuffer buffer = context.buffer;
    buffer.begin(RecordLayout.TEXT, level.code(), store.nanos(), context.thread, name.id, 0);
    buffer.text(text);
    return finish(context, level, null, trace, extras);
  }

  private boolean finish(
      ThreadContext context,
      LogLevel level,
      Descriptor descriptor,
      String trace,
      LogExtras extras) {
    if (trace != null) {
      int start = context.buffer.beginBlock(RecordLayout.BLOCK_THROWABLE);
      context.buffer.string(trace);
      context.buffer.endBlock(start);
    }
    if (extras != LogExtras.NONE) {
      extras.encode(context.buffer);
    }
    return store.append(name, context, level, descriptor);
  }
}

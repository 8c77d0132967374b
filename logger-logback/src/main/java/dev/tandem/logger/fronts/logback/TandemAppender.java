package dev.tandem.logger.fronts.logback;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Layout;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.spi.FilterReply;
import dev.tandem.logger.config.LoggingConfig;
import dev.tandem.logger.fronts.RecordSink;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the events of Logback to a log of mapped, and if so configured sealed, files. Levels,
 * filters, other appenders and the end of logging are Logback's.
 *
 * <pre>{@code
 * <appender name="TANDEM" class="dev.tandem.logger.fronts.logback.TandemAppender">
 *   <setting>directory = logs</setting>
 *   <setting>retain.files = 20</setting>
 * </appender>
 * }</pre>
 *
 * <p>A {@code setting} is a line of {@code tandem-logger.properties}; those of levels and {@code
 * jul} are refused. A wrong one is an error in Logback's status, and the appender does not start;
 * Spring Boot then ends the service. A directory that cannot be written is reported on standard
 * error, and the service continues.
 *
 * <p>A record has the time, level, logger and thread of its event, pattern and arguments, the
 * throwable's stack trace, MDC, markers and keys with values. Any thread may call it; when a call
 * returns, its record survives the death of the process.
 */
public class TandemAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {
  private static final int MOST_NESTED = 8;

  private final List<String> settings = new ArrayList<>();
  private EventConverter converter = new EventConverter(null, false);
  private Layout<ILoggingEvent> layout;
  private boolean formatted;
  private volatile RecordSink sink;

  /** How many events of a thread are being written, each logged within the one before. */
  private final ThreadLocal<int[]> depth = ThreadLocal.withInitial(() -> new int[1]);

  /** Begins without settings: plain files in {@code logs}. */
  public TandemAppender() {}

  /** Adds a setting, {@code key = value}. */
  public void addSetting(String setting) {
    settings.add(setting);
  }

  /** Whether records have the message as text; else they have its pattern and arguments. */
  public void setFormatted(boolean on) {
    formatted = on;
  }

  /**
   * Makes the text of records, in place of pattern and arguments. What the record has anyway, such
   * as its time and its throwable, need not be in it.
   */
  public void setLayout(Layout<ILoggingEvent> value) {
    layout = value;
  }

  /** Opens the log. */
  @Override
  public void start() {
    if (isStarted()) {
      return;
    }
    try {
      converter = new EventConverter(layout, formatted);
      sink = RecordSink.open(LoggingConfig.ofAppender("appender " + getName(), settings));
    } catch (RuntimeException e) {
      addError("appender " + getName() + " is not started: " + e.getMessage(), e);
      return;
    }
    super.start();
  }

  /**
   * Takes an event, also one that an argument's {@code toString} logs while its own event is
   * written, up to eight within each other: so an argument that logs itself does not recurse for
   * ever.
   */
  @Override
  public void doAppend(ILoggingEvent event) {
    int within = depth.get()[0];
    if (within == 0) {
      super.doAppend(event);
    } else if (within <= MOST_NESTED
        && isStarted()
        && getFilterChainDecision(event) != FilterReply.DENY) {
      append(event);
    }
  }

  @Override
  protected void append(ILoggingEvent event) {
    int[] within = depth.get();
    within[0]++;
    try {
      sink.write(event.getLoggerName(), converter.of(event));
    } finally {
      within[0]--;
    }
  }

  /** Makes all records that were written before survive the machine. */
  public void flush() {
    RecordSink open = sink;
    if (open != null) {
      open.flush();
    }
  }

  /** Records that were dropped, by the log or because none was open; also after the stop. */
  public long dropped() {
    RecordSink open = sink;
    return open == null ? 0 : open.dropped();
  }

  /** Closes the log. */
  @Override
  public void stop() {
    if (isStarted()) {
      super.stop();
      sink.close();
    }
  }
}

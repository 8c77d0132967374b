package dev.tandem.logger.fronts.log4j2;

import dev.tandem.logger.config.LoggingConfig;
import dev.tandem.logger.fronts.RecordSink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderFactory;

/**
 * Writes the events of Log4j2 to a log of mapped, and if so configured sealed, files. Levels,
 * filters, other appenders and the end of logging are Log4j2's.
 *
 * <pre>{@code
 * <Tandem name="TANDEM">
 *   <Property name="directory" value="logs"/>
 *   <Property name="retain.files" value="20"/>
 * </Tandem>
 * }</pre>
 *
 * <p>A {@code Property} is a line of {@code tandem-logger.properties}; those of levels and {@code
 * jul} are refused. A wrong one is an error in Log4j2's status, and there is no such appender:
 * Log4j2 continues without it. A directory that cannot be written is reported on standard error.
 *
 * <p>A record has the time, level, logger and thread of its event, pattern and arguments, the
 * throwable's stack trace, the context map, the marker with its parents, and the entries of a map
 * message as keys with values. A level that is not one of the five is the next of them below in
 * severity, or the highest, and its name is the value of the key {@code level}. With a layout, the
 * text is the layout's, in place of pattern and arguments. Any thread may call it; when a call
 * returns, its record survives the death of the process.
 */
@Plugin(
    name = "Tandem",
    category = Core.CATEGORY_NAME,
    elementType = Appender.ELEMENT_TYPE,
    printObject = true)
public final class TandemAppender extends AbstractAppender {
  private final LoggingConfig config;
  private final EventConverter converter;
  private volatile RecordSink sink;

  private TandemAppender(Builder from, LoggingConfig config) {
    super(
        from.getName(),
        from.getFilter(),
        from.getLayout(),
        from.isIgnoreExceptions(),
        Property.EMPTY_ARRAY);
    this.config = config;
    this.converter = new EventConverter(from.getLayout(), from.formatted);
  }

  /** For Log4j2, which sets the builder's fields. */
  @PluginBuilderFactory
  public static Builder newBuilder() {
    return new Builder();
  }

  /** Opens the log. */
  @Override
  public void start() {
    try {
      sink = RecordSink.open(config);
      super.start();
    } catch (RuntimeException e) {
      error("appender " + getName() + " is not started: " + e.getMessage(), e);
    }
  }

  @Override
  public void append(LogEvent event) {
    sink.write(event.getLoggerName(), converter.of(event));
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
  public boolean stop(long timeout, TimeUnit unit) {
    setStopping();
    boolean stopped = super.stop(timeout, unit, false);
    RecordSink open = sink;
    if (open != null) {
      open.close();
    }
    setStopped();
    return stopped;
  }

  /** Collects what the configuration says. */
  public static final class Builder extends AbstractAppender.Builder<Builder>
      implements org.apache.logging.log4j.core.util.Builder<TandemAppender> {
    @PluginBuilderAttribute private boolean formatted;

    private Builder() {}

    /** Whether records have the message as text; else they have its pattern and arguments. */
    public Builder setFormatted(boolean on) {
      formatted = on;
      return this;
    }

    /** The appender; throws if a setting is wrong. */
    @Override
    public TandemAppender build() {
      List<String> settings = new ArrayList<>();
      for (Property property : getPropertyArray()) {
        settings.add(property.getName() + " = " + property.getValue());
      }
      return new TandemAppender(this, LoggingConfig.ofAppender("appender " + getName(), settings));
    }
  }
}

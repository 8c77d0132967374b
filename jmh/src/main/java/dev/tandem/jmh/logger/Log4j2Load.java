package dev.tandem.jmh.logger;

import com.lmax.disruptor.RingBuffer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.async.AsyncLoggerContext;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;
import org.apache.logging.log4j.util.Unbox;

/**
 * Log4j2 with all loggers asynchronous, and a random-access file that is flushed at the end of a
 * batch; a full ring blocks. Its process has a ring of 256 K and the wait strategy that by its
 * manual burdens the caller least, Sleep. Numbers are passed without boxing.
 */
final class Log4j2Load implements LoadCase {
  private static final String DISRUPTOR = "disruptor-3.4.4.jar";

  private final Path file;
  private final AsyncLoggerContext context;
  private final Logger logger;

  Log4j2Load(Settings settings) {
    String from = RingBuffer.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    if (!from.endsWith(DISRUPTOR)) {
      throw new IllegalStateException("runs on " + from + ", expected " + DISRUPTOR);
    }
    file = settings.directory().resolve("log4j2.log");
    ConfigurationBuilder<BuiltConfiguration> builder =
        ConfigurationBuilderFactory.newConfigurationBuilder();
    builder
        .setStatusLevel(Level.WARN)
        .setShutdownHook("disable")
        .add(
            builder
                .newAppender("file", "RandomAccessFile")
                .addAttribute("fileName", file.toString())
                .addAttribute("append", false)
                .addAttribute("immediateFlush", false)
                .add(
                    builder
                        .newLayout("PatternLayout")
                        .addAttribute("pattern", "%d %p [%t] %c - %m%n")))
        .add(
            builder
                .newRootLogger(Level.INFO)
                .addAttribute("includeLocation", false)
                .add(builder.newAppenderRef("file")));
    context = new AsyncLoggerContext("bench");
    context.start(builder.build());
    logger = context.getLogger(Message.LOGGER);
  }

  @Override
  public void log(long number) {
    logger.info(Message.PATTERN, Unbox.box(Message.id(number)), Message.INSTRUMENT);
  }

  @Override
  public void close() throws IOException {
    if (!context.stop(5, TimeUnit.MINUTES)) {
      throw new IOException("Log4j2 did not stop");
    }
  }

  @Override
  public long recorded() throws IOException {
    return TextLines.whole(file);
  }
}

package dev.tandem.jmh.logger;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.FileAppender;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Logback with an asynchronous appender (queue of 512, as its manual's example; nothing discarded,
 * a full queue blocks) before a file that is not flushed after each event.
 */
final class LogbackLoad implements LoadCase {
  private static final int QUEUE = 512;

  private final Path file;
  private final LoggerContext context = new LoggerContext();
  private final Logger logger;

  LogbackLoad(Settings settings) {
    file = settings.directory().resolve("logback.log");
    context.setName("bench");
    context.setMDCAdapter(new LogbackMDCAdapter());
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern("%d %-5level [%thread] %logger - %msg%n");
    encoder.start();
    FileAppender<ILoggingEvent> files = new FileAppender<>();
    files.setContext(context);
    files.setFile(file.toString());
    files.setAppend(false);
    files.setImmediateFlush(false);
    files.setEncoder(encoder);
    files.start();
    AsyncAppender async = new AsyncAppender();
    async.setContext(context);
    async.setQueueSize(QUEUE);
    async.setDiscardingThreshold(0);
    async.setNeverBlock(false);
    async.setIncludeCallerData(false);
    // However long: the default gives up after a second, and loses what is queued.
    async.setMaxFlushTime(0);
    async.addAppender(files);
    async.start();
    logger = context.getLogger(Message.LOGGER);
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    logger.addAppender(async);
    context.start();
  }

  @Override
  public void log(long number) {
    logger.info(Message.PATTERN, Message.id(number), Message.INSTRUMENT);
  }

  @Override
  public void close() {
    context.stop();
  }

  @Override
  public long recorded() throws IOException {
    return TextLines.whole(file);
  }
}

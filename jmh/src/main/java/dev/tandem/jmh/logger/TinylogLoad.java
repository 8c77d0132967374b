package dev.tandem.jmh.logger;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.tinylog.Level;
import org.tinylog.configuration.Configuration;
import org.tinylog.core.TinylogLoggingProvider;
import org.tinylog.format.AdvancedMessageFormatter;
import org.tinylog.format.MessageFormatter;

/**
 * tinylog with its writing thread and a buffered file. Its queue has no bound: what the thread does
 * not keep up with waits on the heap. The static front end can be configured only once in a
 * process, so each run calls a provider of its own, as that front end does.
 */
final class TinylogLoad implements LoadCase {
  private final Path file;
  private final TinylogLoggingProvider provider;
  private final MessageFormatter formatter;

  TinylogLoad(Settings settings) {
    // The same for every run, because the configuration cannot change.
    file = settings.home().resolve("tinylog.log");
    if (!Configuration.isFrozen()) {
      Configuration.replace(
          Map.of(
              "writingthread", "true",
              "autoshutdown", "false",
              "level", "info",
              "writer", "file",
              "writer.file", file.toString(),
              "writer.append", "false",
              "writer.buffered", "true",
              "writer.format",
                  "{date: yyyy-MM-dd HH:mm:ss.SSS} {level} [{thread}] {tag} {message}"));
    }
    provider = new TinylogLoggingProvider();
    formatter =
        new AdvancedMessageFormatter(Configuration.getLocale(), Configuration.isEscapingEnabled());
  }

  @Override
  public void log(long number) {
    provider.log(
        Message.LOGGER,
        Message.LOGGER,
        Level.INFO,
        null,
        formatter,
        Message.PATTERN,
        Message.id(number),
        Message.INSTRUMENT);
  }

  @Override
  public void close() throws IOException {
    try {
      provider.shutdown();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Override
  public long recorded() throws IOException {
    return TextLines.whole(file);
  }
}

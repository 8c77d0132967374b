package dev.tandem.jmh.logger;

import com.epam.deltix.gflog.api.Log;
import com.epam.deltix.gflog.api.LogFactory;
import com.epam.deltix.gflog.api.LogLevel;
import com.epam.deltix.gflog.core.LogConfig;
import com.epam.deltix.gflog.core.LogConfigurator;
import com.epam.deltix.gflog.core.Logger;
import com.epam.deltix.gflog.core.appender.Appender;
import com.epam.deltix.gflog.core.appender.FileAppenderFactory;
import com.epam.deltix.gflog.core.layout.TemplateLayoutFactory;
import com.epam.deltix.gflog.core.service.AsyncLogServiceFactory;
import com.epam.deltix.gflog.core.service.OverflowStrategy;
import java.io.IOException;
import java.nio.file.Path;

/** GFLog with its asynchronous service, its default buffers, and callers that wait when full. */
final class GflogLoad implements LoadCase {
  private static final String PATTERN = Message.PATTERN.replace("{}", "%s");

  private final Path file;
  private final Log log;

  GflogLoad(Settings settings) {
    file = settings.directory().resolve("gflog.log");
    TemplateLayoutFactory layout = new TemplateLayoutFactory();
    layout.setTemplate("%d %p [%t] %c - %m%n");
    FileAppenderFactory files = new FileAppenderFactory();
    files.setName("file");
    files.setFile(file.toString());
    files.setAppend(false);
    files.setLayout(layout.create());
    Appender appender = files.create();
    AsyncLogServiceFactory service = new AsyncLogServiceFactory();
    service.setOverflowStrategy(OverflowStrategy.WAIT);
    LogConfig config = new LogConfig();
    config.setService(service);
    config.addAppender(appender);
    config.addLogger(new Logger(LogLevel.INFO, appender));
    LogConfigurator.configure(config);
    log = LogFactory.getLog(Message.LOGGER);
  }

  @Override
  public void log(long number) {
    log.info(PATTERN).with(Message.id(number)).with(Message.INSTRUMENT);
  }

  @Override
  public void close() {
    LogConfigurator.unconfigure();
  }

  @Override
  public long recorded() throws IOException {
    return TextLines.whole(file);
  }
}

package dev.tandem.logger.fronts.logback;

import jakarta.annotation.PreDestroy;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.logging.LoggersEndpoint;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerGroups;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A service on Spring Boot that logs, is told another level, and then waits for its end. */
@Configuration(proxyBeanMethods = false)
public class BootChild {
  private static final Logger LOG = LoggerFactory.getLogger("boot.Main");

  /** Says something as the service ends. */
  public static final class Engine {
    @PreDestroy
    void stop() {
      LoggerFactory.getLogger("boot.Engine").info("engine stops");
      LoggerFactory.getLogger("boot.Engine").debug("engine stopped {}", true);
    }
  }

  @Bean
  Engine engine() {
    return new Engine();
  }

  @Bean
  LoggersEndpoint loggersEndpoint(LoggingSystem system, LoggerGroups groups) {
    return new LoggersEndpoint(system, groups);
  }

  public static void main(String[] args) throws InterruptedException {
    SpringApplication application = new SpringApplication(BootChild.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setDefaultProperties(Map.of("logging.level.quiet", "error"));
    ConfigurableApplicationContext context = application.run(args);
    LOG.debug("not yet");
    LoggerFactory.getLogger("quiet").warn("too quiet");
    context.getBean(LoggersEndpoint.class).configureLogLevel("boot", LogLevel.DEBUG);
    MDC.put("user", "7");
    LOG.debug("order {} of {}", 4711L, "alice");
    MDC.clear();
    java.util.logging.Logger.getLogger("boot.Jul").warning("by the platform's logger");
    System.getLogger("boot.System").log(System.Logger.Level.INFO, "by the system's logger");
    System.out.println("ready");
    Thread.sleep(60_000);
  }
}

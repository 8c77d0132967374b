package dev.tandem.logger.fronts;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogMetrics;
import dev.tandem.logger.SinkRecord;
import dev.tandem.logger.config.ConfigException;
import dev.tandem.logger.config.LevelGate;
import dev.tandem.logger.config.Levels;
import dev.tandem.logger.config.LoggingConfig;
import dev.tandem.logger.seal.SealException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * The logging of a process: what SLF4J, {@code System.Logger} and {@code java.util.logging} write
 * to. {@link #get()} starts it by the properties file, the first time that one of them is used;
 * {@link #start} starts it by a builder instead. Where there is neither, records of level info and
 * above are lines of text on standard error, and no file is made. It is closed when the process
 * ends, after the process's shutdown hooks: what they log is written.
 *
 * <p>A wrong configuration or key is an error: {@link #get()} throws it, because a service must not
 * run with logs that are, for instance, not encrypted though they should be. A directory that
 * cannot be written is not: standard error reports it once, the service continues, its records are
 * dropped and counted, and records that come after the retry interval try again.
 *
 * <p>Any thread may use all methods.
 */
public final class Logging implements AutoCloseable {
  private static final AtomicReference<Logging> CURRENT = new AtomicReference<>();

  /** True in the thread that opens the log, and in those that it starts, until the log is open. */
  private static final InheritableThreadLocal<AtomicBoolean> OPENING =
      new InheritableThreadLocal<>();

  private volatile LoggingConfig config;
  private volatile Output.Opener opener;
  private final PrintStream errors;
  private final Levels levels;
  private final Map<String, Front> fronts = new ConcurrentHashMap<>();
  private final LongAdder dropped = new LongAdder();
  private final AtomicBoolean reported = new AtomicBoolean();
  private final List<Output> outputs = new ArrayList<>();
  private Output output;
  private boolean refused;
  private boolean failing;
  private long lastTry;
  private boolean closed;
  private boolean ending;

  private Logging(LoggingConfig config, Output.Opener opener, PrintStream errors) {
    this.config = config;
    this.opener = opener;
    this.errors = errors;
    this.levels = config.newLevels();
  }

  /**
   * The logging of this process; started by the properties file if it was not started before.
   *
   * @throws ConfigException if the file is wrong
   */
  public static Logging get() {
    Logging current = CURRENT.get();
    return current != null ? current : startOnce(null);
  }

  /**
   * Starts the logging of this process with this configuration. If something has logged before, and
   * no configuration was found then, loggers that exist go over to this one.
   *
   * @throws IllegalStateException if it has been started with a configuration, or closed
   * @throws ConfigException if the log cannot be encrypted
   */
  public static Logging start(LoggingConfig config) {
    Logging started = startOnce(config);
    if (started.config != config) {
      started.replaceDefault(config, StoreOutput::open);
    }
    return started;
  }

  /**
   * Takes a configuration in place of the default one, which writes to standard error. If its log
   * cannot be opened, everything stays as it was.
   */
  void replaceDefault(LoggingConfig chosen, Output.Opener chosenOpener) {
    synchronized (this) {
      if (config.isChosen() || closed) {
        throw new IllegalStateException("the logging of this process has been started before");
      }
      LoggingConfig before = config;
      Output.Opener openerBefore = opener;
      Output lines = output;
      config = chosen;
      opener = chosenOpener;
      output = null;
      try {
        open();
      } catch (RuntimeException e) {
        config = before;
        opener = openerBefore;
        output = lines;
        refused = false;
        throw e;
      }
      unbindAll();
      if (lines != null) {
        closeQuietly(lines);
      }
    }
    // Listeners are called, which may wait for a thread that logs.
    chosen.newLevels().settings().forEach(levels::set);
  }

  private static Logging startOnce(LoggingConfig given) {
    Logging started;
    synchronized (CURRENT) {
      Logging current = CURRENT.get();
      if (current != null) {
        return current;
      }
      LoggingConfig config = given == null ? LoggingConfig.find() : given;
      Output.Opener opener =
          config.isChosen() ? StoreOutput::open : ignored -> new ConsoleOutput(System.err);
      started = new Logging(config, opener, System.err);
      // Set before the log is opened: what the platform logs meanwhile comes back here.
      CURRENT.set(started);
    }
    try {
      if (started.config.isChosen()) {
        started.open();
      }
    } catch (RuntimeException e) {
      CURRENT.compareAndSet(started, null);
      throw e;
    }
    ProcessEnd.await(started::processEnds);
    return started;
  }

  /** One that is not the process's, for tests. */
  static Logging of(LoggingConfig config, Output.Opener opener, PrintStream errors) {
    Logging logging = new Logging(config, opener, errors);
    logging.open();
    return logging;
  }

  /** The logger of this name, always the same one. */
  public FrontLogger logger(String name) {
    return fronts.computeIfAbsent(name, n -> new Front(n, levels.gate(n)));
  }

  /** How this was started. */
  public LoggingConfig config() {
    return config;
  }

  /** The thresholds, which may be changed at any time. */
  public Levels levels() {
    return levels;
  }

  /** Records that were dropped, by the log or because none was open. */
  public synchronized long dropped() {
    long all = dropped.sum();
    for (Output each : outputs) {
      all += each.dropped();
    }
    return all;
  }

  /** The figures of the log that is open; empty if none is, or it writes to standard error. */
  public Optional<LogMetrics> metrics() {
    // A store takes its time: nothing that logs may wait for that.
    return Optional.ofNullable(opened()).flatMap(Output::metrics);
  }

  /**
   * Makes all records that were written before survive the process, and the machine if so
   * configured.
   */
  public void flush() {
    Output open = opened();
    if (open != null) {
      try {
        open.flush();
      } catch (IOException e) {
        report("the log in " + config.directory() + " was not forced", e);
      }
    }
  }

  /** Writes what is left and closes the log; what is logged afterwards is dropped. */
  @Override
  public void close() {
    close(true);
  }

  /**
   * Closes the log as the process ends. Threads that still log then get another one, a small one,
   * which nothing closes: the next process on the directory tidies up after it.
   */
  void processEnds() {
    close(false);
  }

  private void close(boolean forGood) {
    Output open;
    synchronized (this) {
      open = output;
      output = null;
      closed |= forGood;
      ending = true;
      unbindAll();
    }
    if (open != null) {
      closeQuietly(open);
    }
    if (dropped.sum() > 0) {
      errors.println(
          "tandem-logger: " + dropped.sum() + " records were dropped, for no log was open");
    }
  }

  private void unbindAll() {
    fronts.values().forEach(Front::unbind);
  }

  private void closeQuietly(Output open) {
    try {
      open.close();
    } catch (IOException e) {
      report("the log in " + config.directory() + " was not closed cleanly", e);
    }
  }

  /**
   * Opens the log, or tries again after the retry interval if it could not be written.
   *
   * @throws ConfigException if it cannot be encrypted, the first time
   */
  private synchronized void open() {
    long now = System.nanoTime();
    boolean tooSoon = failing && now - lastTry < config.store().retryInterval().toNanos();
    if (output != null || refused || closed || tooSoon) {
      return;
    }
    lastTry = now;
    AtomicBoolean opening = new AtomicBoolean(true);
    OPENING.set(opening);
    try {
      output = opener.open(ending ? config.forLastRecords() : config);
      outputs.add(output);
      if (failing) {
        errors.println("tandem-logger: logging begins, " + config.directory() + " can be written");
      }
    } catch (IOException | RuntimeException e) {
      boolean wrong = e instanceof RuntimeException || e instanceof SealException;
      if (wrong && !failing) {
        refused = true;
        throw refusal(e);
      }
      // Once the service runs, none of this is reported to it.
      failing = true;
      report("nothing is logged, " + config.directory() + " cannot be written", e);
    } finally {
      opening.set(false);
      OPENING.remove();
    }
  }

  private static RuntimeException refusal(Exception cause) {
    return cause instanceof RuntimeException failure
        ? failure
        : new ConfigException("the log cannot be encrypted: " + cause.getMessage(), cause);
  }

  private static boolean isOpening() {
    AtomicBoolean opening = OPENING.get();
    return opening != null && opening.get();
  }

  private synchronized Output opened() {
    return output;
  }

  /** The writer of a logger, opened and bound in one step; null if there is no log to write to. */
  private synchronized RecordWriter bind(Front front) {
    open();
    return output == null ? null : front.bind(output);
  }

  private void report(String what, Throwable cause) {
    if (reported.compareAndSet(false, true)) {
      errors.println("tandem-logger: " + what + ": " + cause);
    }
  }

  /** A logger that finds its writer when it first has something to write. */
  private final class Front implements FrontLogger {
    private final String name;
    private final LevelGate gate;
    private final AtomicReference<RecordWriter> writer = new AtomicReference<>();

    Front(String name, LevelGate gate) {
      this.name = name;
      this.gate = gate;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public boolean isEnabled(LogLevel level) {
      return gate.passes(level);
    }

    @Override
    public void log(LogLevel level, String text) {
      RecordWriter to = writer();
      if (to != null) {
        to.log(level, text);
      }
    }

    @Override
    public void log(LogLevel level, String pattern, Object argument) {
      RecordWriter to = writer();
      if (to != null) {
        to.log(level, pattern, argument);
      }
    }

    @Override
    public void log(LogLevel level, String pattern, Object first, Object second) {
      RecordWriter to = writer();
      if (to != null) {
        to.log(level, pattern, first, second);
      }
    }

    @Override
    public void log(LogLevel level, String pattern, Object[] arguments) {
      RecordWriter to = writer();
      if (to != null) {
        to.log(level, pattern, arguments);
      }
    }

    @Override
    public void log(
        LogLevel level,
        String text,
        Object[] arguments,
        Throwable thrown,
        Map<String, String> context,
        String[] markers,
        Object[] keysAndValues) {
      RecordWriter to = writer();
      if (to != null) {
        to.log(level, text, arguments, thrown, context, markers, keysAndValues);
      }
    }

    @Override
    public void log(SinkRecord record) {
      RecordWriter to = writer();
      if (to != null) {
        to.log(record);
      }
    }

    /** Null if there is no log to write to; the record is counted as dropped then. */
    private RecordWriter writer() {
      RecordWriter bound = writer.getAcquire();
      if (bound == null) {
        bound = isOpening() ? null : Logging.this.bind(this);
        if (bound == null) {
          dropped.increment();
        }
      }
      return bound;
    }

    RecordWriter bind(Output open) {
      RecordWriter bound = open.writer(name);
      writer.setRelease(bound);
      return bound;
    }

    void unbind() {
      writer.setRelease(null);
    }
  }
}

package dev.tandem.logger.config;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.seal.KeyRing;
import dev.tandem.logger.seal.KeySealing;
import dev.tandem.logger.seal.SealMode;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * How a process logs. Made by {@link #builder()} or from a properties file. Immutable, but the
 * thresholds it begins with may be changed afterwards through {@code Logging.levels()}.
 */
public final class LoggingConfig {
  /** The file that is looked for on the class path. */
  public static final String FILE = "tandem-logger.properties";

  /** The system property that names another file. */
  public static final String PROPERTY = "tandem.logger.config";

  private final Path directory;
  private final boolean chosen;
  private final boolean bridgeJul;
  private final LogStoreConfig store;
  private final Map<String, LogLevel> levels;

  private LoggingConfig(LoggingConfig from, LogStoreConfig store) {
    this.chosen = from.chosen;
    this.directory = from.directory;
    this.bridgeJul = from.bridgeJul;
    this.store = store;
    this.levels = from.levels;
  }

  private LoggingConfig(Builder values, boolean chosen) {
    this.chosen = chosen;
    directory = values.directory;
    bridgeJul = values.bridgeJul;
    store = values.store.build();
    levels = Map.copyOf(values.levels);
  }

  /** Begins with plain files in {@code logs}, level info. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The configuration of this process: the file that the system property {@value #PROPERTY} or the
   * environment variable {@code TANDEM_LOGGER_CONFIG} names, else {@value #FILE} on the class path;
   * over it what the environment sets, {@code TANDEM_LOGGER_RETAIN_FILES} for {@code retain.files}.
   * Where there is nothing of all this, level info and no files, see {@code Logging}.
   *
   * @throws ConfigException if the file cannot be read, or a setting is unknown or wrong
   */
  public static LoggingConfig find() {
    return find(System.getenv());
  }

  static LoggingConfig find(Map<String, String> environment) {
    UnaryOperator<String> lookup =
        name -> System.getProperty(name) != null ? System.getProperty(name) : environment.get(name);
    String named = System.getProperty(PROPERTY, environment.get(EnvironmentSettings.FILE));
    List<Setting> ofFile = named != null ? settings(Path.of(named), lookup) : found(lookup);
    List<Setting> ofProcess = EnvironmentSettings.of(environment, lookup);
    if (ofFile == null && ofProcess.isEmpty()) {
      return new LoggingConfig(builder(), false);
    }
    return of(EnvironmentSettings.over(ofFile == null ? List.of() : ofFile, ofProcess));
  }

  /** Null if there is no such file on the class path. */
  private static List<Setting> found(UnaryOperator<String> lookup) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    URL found = loader == null ? null : loader.getResource(FILE);
    if (found == null) {
      found = LoggingConfig.class.getClassLoader().getResource(FILE);
    }
    if (found == null) {
      return null;
    }
    try (InputStream in = found.openStream()) {
      return Setting.parse(FILE, new InputStreamReader(in, StandardCharsets.UTF_8), lookup);
    } catch (IOException e) {
      throw new ConfigException(found + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static List<Setting> settings(Path file, UnaryOperator<String> lookup) {
    try (Reader text = Files.newBufferedReader(file)) {
      return Setting.parse(file.toString(), text, lookup);
    } catch (IOException e) {
      throw new ConfigException(file + " cannot be read: " + e, e);
    }
  }

  /**
   * Reads a properties file; what the environment sets does not count.
   *
   * @throws ConfigException as {@link #find()}
   */
  public static LoggingConfig read(Path file) {
    return of(settings(file, Placeholders::lookup));
  }

  /**
   * The configuration of a {@code RecordSink}, from settings as they stand in a properties file.
   * Those of levels and of the bridge from {@code java.util.logging} are refused: they are the
   * framework's.
   *
   * @param name of the appender, for messages
   * @param settings one a line
   * @throws ConfigException if one is unknown, wrong or not an appender's
   */
  public static LoggingConfig ofAppender(String name, List<String> settings) {
    try {
      List<Setting> parsed = Setting.parse(name, new StringReader(String.join("\n", settings)));
      for (Setting setting : parsed) {
        if (setting.key().matches("jul|level(\\..*)?")) {
          throw new ConfigException(
              setting.where(),
              "the key '" + setting.key() + "'",
              "levels and bridges to be set at the framework");
        }
      }
      return of(parsed);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static LoggingConfig parse(String name, Reader text) throws IOException {
    return of(Setting.parse(name, text));
  }

  private static LoggingConfig of(List<Setting> settings) {
    Builder builder = builder();
    SettingKeys.apply(settings, builder);
    return builder.build();
  }

  /** Where the files are. */
  public Path directory() {
    return directory;
  }

  /** How they are written. */
  public LogStoreConfig store() {
    return store;
  }

  /** Whether {@code java.util.logging} is handed on from the start. */
  public boolean bridgeJul() {
    return bridgeJul;
  }

  /** The same for a few records: with files that are quickly made. */
  public LoggingConfig forLastRecords() {
    return new LoggingConfig(this, store.forLastRecords());
  }

  /** Whether this configuration was chosen by somebody; otherwise no file may be created. */
  public boolean isChosen() {
    return chosen;
  }

  /** The thresholds it begins with, to be changed by the caller. */
  public Levels newLevels() {
    Levels fresh = new Levels(LogLevel.INFO);
    levels.forEach(fresh::set);
    return fresh;
  }

  /** Collects the values; for one thread. */
  public static final class Builder {
    private Path directory = Path.of("logs");
    private boolean bridgeJul;
    private final LogStoreConfig.Builder store = LogStoreConfig.builder();
    private final Map<String, LogLevel> levels = new TreeMap<>();

    private Builder() {}

    /** Where the files are; created if it does not exist. */
    public Builder directory(Path path) {
      directory = Objects.requireNonNull(path, "path");
      return this;
    }

    /** The threshold of loggers whose name begins with this prefix; the empty prefix is all. */
    public Builder level(String prefix, LogLevel threshold) {
      levels.put(
          Objects.requireNonNull(prefix, "prefix"), Objects.requireNonNull(threshold, "threshold"));
      return this;
    }

    /** Encrypts with the sealing key of this ring, which must stay open. */
    public Builder seal(SealMode mode, KeyRing ring) {
      store.sealing(new KeySealing(ring, mode));
      return this;
    }

    /** Hands {@code java.util.logging} on from the start. */
    public Builder bridgeJul(boolean on) {
      bridgeJul = on;
      return this;
    }

    /** Everything else: sizes, rotation, retention, what happens when the disk is full. */
    public LogStoreConfig.Builder store() {
      return store;
    }

    /** The configuration. */
    public LoggingConfig build() {
      return new LoggingConfig(this, true);
    }
  }
}

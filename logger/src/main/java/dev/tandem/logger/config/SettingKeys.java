package dev.tandem.logger.config;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.OverflowPolicy;
import dev.tandem.logger.RetentionPolicy;
import dev.tandem.logger.SyncPolicy;
import dev.tandem.logger.seal.KeyRing;
import dev.tandem.logger.seal.SealMode;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The settings, and what each means. */
final class SettingKeys {
  private enum Truth {
    TRUE,
    FALSE
  }

  private enum Compression {
    NONE,
    ZSTD
  }

  private enum Seal {
    OFF,
    BLOCKS,
    RECORDS
  }

  private static final String SIZE = "size";
  private static final String TIME = "time";
  private static final String LEVELS = "`trace`, `debug`, `info`, `warn`, `error`, `off`";

  private static final List<SettingKey> ALL =
      List.of(
          new SettingKey(
              "directory",
              "path",
              "logs",
              "where the files are; created if it does not exist",
              (b, s) -> b.directory(path(s))),
          new SettingKey(
              "name",
              "up to 64 letters, digits, `.`, `_`, `-`",
              "log",
              "first part of the files' names",
              (b, s) -> b.store().name(s.value())),
          new SettingKey(
              "level",
              LEVELS,
              "info",
              "records below it are not written",
              (b, s) -> b.level("", s.oneOf(LogLevel.class))),
          new SettingKey(
              "level.PREFIX",
              "as `level`",
              "",
              "the same for the logger PREFIX and those whose names continue after it with a dot",
              null),
          new SettingKey(
              "jul",
              "`true`, `false`",
              "false",
              "whether `java.util.logging` is brought from the start",
              (b, s) -> b.bridgeJul(s.oneOf(Truth.class) == Truth.TRUE)),
          new SettingKey(
              "segment.size",
              "size from 64k to 4g, a multiple of 4k",
              "64m",
              "bytes of a file",
              (b, s) -> b.store().segmentSize(s.bytes(0))),
          new SettingKey(
              "segments.ahead",
              "1 to 64",
              "2",
              "files that are kept ready beside the one in use",
              (b, s) -> b.store().segmentsAhead(s.number(1, 64))),
          new SettingKey(
              "rotate.every",
              TIME,
              "",
              "a file with records is closed after this time; else only its size closes it",
              (b, s) -> b.store().rotateEvery(s.time())),
          new SettingKey(
              "retain.files",
              "0 to 1000000",
              "",
              "how many closed files are kept: the newest",
              (b, s) -> s.number(0, 1_000_000)),
          new SettingKey(
              "retain.size",
              SIZE,
              "",
              "how many bytes of closed files are kept: the newest",
              (b, s) -> s.bytes(0)),
          new SettingKey(
              "retain.age",
              TIME,
              "",
              "files that were closed longer ago are deleted",
              (b, s) -> s.time()),
          new SettingKey(
              "compress",
              "`none`, `zstd`",
              "none",
              "closed files are compressed, sealed ones are not; wants zstd-jni on the path",
              (b, s) -> b.store().compress(s.oneOf(Compression.class) == Compression.ZSTD)),
          new SettingKey(
              "full",
              "`block`, `drop`",
              "block",
              "while no file is ready, a call waits, or drops its record at once",
              (b, s) -> b.store().overflow(s.oneOf(OverflowPolicy.class))),
          new SettingKey(
              "full.wait",
              TIME,
              "100ms",
              "the longest wait of a call; then its record is dropped",
              (b, s) -> b.store().blockBound(s.time())),
          new SettingKey(
              "sync.interval",
              TIME,
              "",
              "how often the records are forced to the device",
              (b, s) -> s.time()),
          new SettingKey(
              "sync.level",
              LEVELS,
              "off",
              "a call of this level or above returns once its record is on the device",
              (b, s) -> s.oneOf(LogLevel.class)),
          new SettingKey(
              "seal",
              "`off`, `blocks`, `records`",
              "",
              "`blocks` seals after the calls, `records` within them; without this setting a key means"
                  + " `blocks`, no key `off`",
              (b, s) -> s.oneOf(Seal.class)),
          new SettingKey(
              "seal.interval",
              TIME,
              "200ms",
              "records are sealed after this time at the latest, while the sealer keeps up",
              (b, s) -> b.store().sealInterval(s.time())),
          new SettingKey(
              "seal.backlog",
              "1 to 1000000",
              "16",
              "closed files that may wait for the sealer; with more, `full` decides",
              (b, s) -> b.store().sealBacklog(s.number(1, 1_000_000))),
          new SettingKey(
              "key.file", "path", "", "the keys, one a line, see Keys", (b, s) -> path(s)),
          new SettingKey(
              "key.environment",
              "name",
              "",
              "the environment variable that has the keys, as such a file does",
              (b, s) -> name(s)));

  private static final Map<String, SettingKey> KEYS = new LinkedHashMap<>();

  static {
    for (SettingKey key : ALL) {
      if (key.taken() != null) {
        KEYS.put(key.name(), key);
      }
    }
  }

  private SettingKeys() {}

  /** All of them, in the order of the documents. */
  static List<SettingKey> all() {
    return ALL;
  }

  static void apply(List<Setting> settings, LoggingConfig.Builder builder) {
    Map<String, Setting> given = new HashMap<>();
    for (Setting setting : settings) {
      given.put(setting.key(), setting);
      if (setting.key().startsWith("level.") && setting.key().length() > 6) {
        builder.level(setting.key().substring(6), setting.oneOf(LogLevel.class));
        continue;
      }
      SettingKey meaning = KEYS.get(setting.key());
      if (meaning == null) {
        throw new ConfigException(
            setting.where(),
            "the key '" + setting.key() + "'",
            "one of " + String.join(", ", KEYS.keySet()) + ", level.PREFIX");
      }
      try {
        meaning.taken().accept(builder, setting);
      } catch (ConfigException e) {
        throw e;
      } catch (IllegalArgumentException e) {
        throw new ConfigException(
            setting.where()
                + ": "
                + setting.key()
                + " = "
                + setting.value()
                + ": "
                + e.getMessage(),
            e);
      }
    }
    builder.store().retention(retention(given)).sync(sync(given));
    applySeal(given, builder);
  }

  private static RetentionPolicy retention(Map<String, Setting> given) {
    Setting files = given.get("retain.files");
    Setting size = given.get("retain.size");
    Setting age = given.get("retain.age");
    return new RetentionPolicy(
        files == null ? RetentionPolicy.ALL.files() : files.number(0, 1_000_000),
        size == null ? RetentionPolicy.ALL.bytes() : size.bytes(0),
        age == null ? RetentionPolicy.ALL.age() : age.time());
  }

  private static SyncPolicy sync(Map<String, Setting> given) {
    Setting interval = given.get("sync.interval");
    Setting level = given.get("sync.level");
    Duration time = interval == null ? null : interval.time();
    if (time != null && time.isZero()) {
      throw interval.bad("a time of more than 0");
    }
    return new SyncPolicy(time, level == null ? LogLevel.OFF : level.oneOf(LogLevel.class));
  }

  // A key alone turns sealing on; sealing without a key is an error, never a plain file.
  private static void applySeal(Map<String, Setting> given, LoggingConfig.Builder builder) {
    Setting seal = given.get("seal");
    Setting key = given.getOrDefault("key.file", given.get("key.environment"));
    if (given.containsKey("key.file") && given.containsKey("key.environment")) {
      throw new ConfigException(
          given.get("key.environment").where(), "key.environment", "it or key.file, not both");
    }
    Seal wanted = seal != null ? seal.oneOf(Seal.class) : key != null ? Seal.BLOCKS : Seal.OFF;
    if (wanted == Seal.OFF) {
      return;
    }
    if (key == null) {
      throw new ConfigException(
          seal.where(), "seal = " + seal.value() + " and no key", "key.file or key.environment");
    }
    try {
      KeyRing ring =
          key.key().equals("key.file")
              ? KeyRing.ofFile(path(key))
              : KeyRing.ofEnvironment(key.value());
      builder.seal(wanted == Seal.BLOCKS ? SealMode.BLOCKS : SealMode.RECORDS, ring);
    } catch (IOException e) {
      throw new ConfigException(key.where() + ": the key cannot be had: " + e.getMessage(), e);
    }
  }

  private static Path path(Setting setting) {
    try {
      return Path.of(name(setting));
    } catch (InvalidPathException e) {
      throw setting.bad("a path");
    }
  }

  private static String name(Setting setting) {
    if (setting.value().isEmpty()) {
      throw setting.bad("a name");
    }
    return setting.value();
  }
}

package dev.tandem.logger.config;

import dev.tandem.logger.Backpressure;
import dev.tandem.logger.LogLevel;
import dev.tandem.logger.Retention;
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
import java.util.function.BiConsumer;

/** What each key of a properties file means. */
final class SettingKeys {
  private static final Map<String, BiConsumer<LoggingConfig.Builder, Setting>> KEYS =
      new LinkedHashMap<>();

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

  static {
    KEYS.put("directory", (b, s) -> b.directory(path(s)));
    KEYS.put("level", (b, s) -> b.level("", s.oneOf(LogLevel.class)));
    KEYS.put("name", (b, s) -> b.store().name(s.value()));
    KEYS.put("segment.size", (b, s) -> b.store().segmentSize(s.bytes(0)));
    KEYS.put("segments.ahead", (b, s) -> b.store().segmentsAhead(s.number(1, 64)));
    KEYS.put("rotate.every", (b, s) -> b.store().rotateEvery(s.time()));
    KEYS.put("retain.files", (b, s) -> s.number(0, 1_000_000));
    KEYS.put("retain.size", (b, s) -> s.bytes(0));
    KEYS.put("retain.age", (b, s) -> s.time());
    KEYS.put(
        "compress", (b, s) -> b.store().compress(s.oneOf(Compression.class) == Compression.ZSTD));
    KEYS.put("full", (b, s) -> b.store().backpressure(s.oneOf(Backpressure.class)));
    KEYS.put("full.wait", (b, s) -> b.store().blockBound(s.time()));
    KEYS.put("sync.interval", (b, s) -> s.time());
    KEYS.put("sync.level", (b, s) -> s.oneOf(LogLevel.class));
    KEYS.put("seal.interval", (b, s) -> b.store().sealInterval(s.time()));
    KEYS.put("seal.backlog", (b, s) -> b.store().sealBacklog(s.number(1, 1_000_000)));
    KEYS.put("jul", (b, s) -> b.bridgeJul(s.oneOf(Truth.class) == Truth.TRUE));
    KEYS.put("seal", (b, s) -> s.oneOf(Seal.class));
    KEYS.put("key.file", (b, s) -> path(s));
    KEYS.put("key.environment", (b, s) -> name(s));
  }

  private SettingKeys() {}

  static void apply(List<Setting> settings, LoggingConfig.Builder builder) {
    Map<String, Setting> given = new HashMap<>();
    for (Setting setting : settings) {
      given.put(setting.key(), setting);
      if (setting.key().startsWith("level.") && setting.key().length() > 6) {
        builder.level(setting.key().substring(6), setting.oneOf(LogLevel.class));
        continue;
      }
      BiConsumer<LoggingConfig.Builder, Setting> meaning = KEYS.get(setting.key());
      if (meaning == null) {
        throw new ConfigException(
            setting.where(),
            "the key '" + setting.key() + "'",
            "one of " + String.join(", ", KEYS.keySet()) + ", level.PREFIX");
      }
      try {
        meaning.accept(builder, setting);
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

  private static Retention retention(Map<String, Setting> given) {
    Setting files = given.get("retain.files");
    Setting size = given.get("retain.size");
    Setting age = given.get("retain.age");
    return new Retention(
        files == null ? Retention.ALL.files() : files.number(0, 1_000_000),
        size == null ? Retention.ALL.bytes() : size.bytes(0),
        age == null ? Retention.ALL.age() : age.time());
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

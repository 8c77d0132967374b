package dev.tandem.logger.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.OverflowPolicy;
import dev.tandem.logger.RetentionPolicy;
import dev.tandem.logger.SyncPolicy;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoggingConfigTest {
  @TempDir private Path dir;

  @Test
  void everySettingIsRead() throws IOException {
    LoggingConfig config =
        parse(
            "directory = /var/log/x",
            "name = svc",
            "level = warn",
            "level.dev.tandem = debug",
            "segment.size = 1m",
            "segments.ahead = 3",
            "rotate.every = 1h",
            "retain.files = 5",
            "retain.size = 1g",
            "retain.age = 7d",
            "compress = zstd",
            "full = drop",
            "full.wait = 20ms",
            "sync.interval = 1s",
            "sync.level = error",
            "seal.interval = 100ms",
            "seal.backlog = 9",
            "jul = true");
    assertThat(config.directory()).isEqualTo(Path.of("/var/log/x"));
    assertThat(config.bridgeJul()).isTrue();
    assertThat(config.newLevels().of("a")).isEqualTo(LogLevel.WARN);
    assertThat(config.newLevels().of("dev.tandem.X")).isEqualTo(LogLevel.DEBUG);
    assertThat(config.store().name()).isEqualTo("svc");
    assertThat(config.store().segmentSize()).isEqualTo(1 << 20);
    assertThat(config.store().segmentsAhead()).isEqualTo(3);
    assertThat(config.store().rotateEvery()).isEqualTo(Duration.ofHours(1));
    assertThat(config.store().retention())
        .isEqualTo(new RetentionPolicy(5, 1L << 30, Duration.ofDays(7)));
    assertThat(config.store().compress()).isTrue();
    assertThat(config.store().overflow()).isEqualTo(OverflowPolicy.DROP);
    assertThat(config.store().blockBound()).isEqualTo(Duration.ofMillis(20));
    assertThat(config.store().sync())
        .isEqualTo(new SyncPolicy(Duration.ofSeconds(1), LogLevel.ERROR));
    assertThat(config.store().sealInterval()).isEqualTo(Duration.ofMillis(100));
    assertThat(config.store().sealBacklog()).isEqualTo(9);
    assertThat(config.store().sealing()).isNull();
  }

  @Test
  void emptyFileIsTheDefaults() throws IOException {
    LoggingConfig config = parse("");
    assertThat(config.directory()).isEqualTo(Path.of("logs"));
    assertThat(config.store().retention()).isEqualTo(RetentionPolicy.ALL);
    assertThat(config.store().sync()).isEqualTo(SyncPolicy.NONE);
    assertThat(config.newLevels().of("a")).isEqualTo(LogLevel.INFO);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "directroy = x       | f:2: found the key 'directroy', expected one of directory, name, level",
        "level = loud        | f:2: found 'loud' for level, expected one of trace, debug, info,",
        "level. = info       | f:2: found the key 'level.'",
        "level.a = 3         | f:2: found '3' for level.a, expected one of",
        "segment.size = 8x   | f:2: found '8x' for segment.size, expected a size",
        "segment.size = 70000| f:2: segment.size = 70000: segment size must be a multiple",
        "segments.ahead = 0  | f:2: found '0' for segments.ahead, expected a number from 1 to 64",
        "rotate.every = 0s   | f:2: rotate.every = 0s: rotateEvery must be more than 0",
        "retain.age = long   | f:2: found 'long' for retain.age, expected a time",
        "full = wait         | f:2: found 'wait' for full, expected one of block, drop",
        "compress = gzip     | f:2: found 'gzip' for compress, expected one of none, zstd",
        "sync.interval = 0s  | f:2: found '0s' for sync.interval, expected a time of more than 0",
        "seal.backlog = 0    | f:2: found '0' for seal.backlog, expected a number from 1 to 1",
        "jul = maybe         | f:2: found 'maybe' for jul, expected one of true, false",
        "directory =         | f:2: found '' for directory, expected a name",
        "name = a/b          | f:2: name = a/b: name must be",
        "seal = blocks       | f:2: found seal = blocks and no key, expected key.file or",
        "seal = on           | f:2: found 'on' for seal, expected one of off, blocks, records",
        "key.file = /no/such | f:2: the key cannot be had",
      })
  void badSettingNamesFileLineFoundAndExpected(String line, String expected) {
    assertThatThrownBy(() -> parse("# first", line))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(expected);
  }

  @Test
  void keyTurnsSealingOn() throws IOException {
    Path keys = Files.writeString(dir.resolve("keys"), "k: " + "0f".repeat(32));
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
    assertThat(parse("key.file = " + keys).store().sealing().perRecord()).isFalse();
    assertThat(parse("seal = records", "key.file = " + keys).store().sealing().perRecord())
        .isTrue();
    assertThat(parse("seal = off", "key.file = " + keys).store().sealing()).isNull();
    assertThatThrownBy(() -> parse("key.file = " + keys, "key.environment = K"))
        .hasMessage("f:2: found key.environment, expected it or key.file, not both");
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> parse("key.file = " + keys))
        .hasMessageStartingWith("f:1: the key cannot be had: " + keys)
        .hasMessageContaining("chmod 600");
    assertThatThrownBy(() -> parse("key.environment = TANDEM_NO_SUCH"))
        .hasMessageContaining("TANDEM_NO_SUCH: found nothing");
  }

  @Test
  void systemPropertyNamesTheFile() throws IOException {
    Path file = Files.writeString(dir.resolve("my.properties"), "name = mine\nnonsense = 1");
    System.setProperty(LoggingConfig.PROPERTY, file.toString());
    try {
      assertThatThrownBy(LoggingConfig::find).hasMessageStartingWith(file + ":2: found the key");
      Files.writeString(file, "name = mine");
      assertThat(LoggingConfig.find().store().name()).isEqualTo("mine");
      Files.delete(file);
      assertThatThrownBy(LoggingConfig::find)
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(file + " cannot be read");
    } finally {
      System.clearProperty(LoggingConfig.PROPERTY);
    }
  }

  @Test
  void interruptedThreadReadsFileAndKey() throws IOException {
    Path keys = Files.writeString(dir.resolve("keys"), "k: " + "0f".repeat(32));
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
    Path file = Files.writeString(dir.resolve("my.properties"), "name = mine\nkey.file = " + keys);
    Thread.currentThread().interrupt();
    LoggingConfig config;
    boolean kept;
    try {
      config = LoggingConfig.read(file);
    } finally {
      kept = Thread.interrupted();
    }
    assertThat(kept).isTrue();
    assertThat(config.store().name()).isEqualTo("mine");
    assertThat(config.store().sealing()).isNotNull();
  }

  private static LoggingConfig parse(String... lines) throws IOException {
    return LoggingConfig.parse("f", new StringReader(String.join("\n", lines)));
  }
}

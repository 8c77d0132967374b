package dev.tandem.logger.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.Impatience;
import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogReader;
import dev.tandem.logger.LogRecord;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogStoreConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a sealing store could not seal does not stay plain for ever. */
class LeftPlainTest {
  private static final String SECRET = "the secret payload";

  @TempDir private Path temp;
  private boolean keysAreGone;

  private LogStoreConfig.Builder config() {
    return LogStoreConfig.builder().segmentSize(1 << 16).onFailure(text -> {});
  }

  private LogStoreConfig sealing(SealMode mode) {
    return config().sealing(new KeySealing(SealedFiles.ring(), mode)).build();
  }

  /** As a process that was killed before the first seal leaves the directory. */
  private void crash() throws IOException {
    Path live = Files.createDirectory(temp.resolve("live"));
    KeyRing failing =
        KeyRing.ofSource(
            "first",
            id -> {
              throw new IllegalStateException("the vault is away");
            });
    LogStoreConfig never =
        Impatience.of(config()).sealing(new KeySealing(failing, SealMode.BLOCKS)).build();
    LogStore store = LogStore.open(live, never);
    assertThat(store.writer("w").log(LogLevel.INFO, SECRET)).isTrue();
    Files.createDirectory(log());
    Path first;
    try (Stream<Path> files = Files.list(live)) {
      first = files.filter(file -> file.toString().endsWith("000001.tlog")).findFirst().get();
    }
    Files.copy(first, log().resolve(first.getFileName()));
    Files.createFile(
        log().resolve(first.getFileName().toString().replace("-000001.tlog", ".lock")));
    store.close();
  }

  private Path log() {
    return temp.resolve("log");
  }

  private boolean isPlainSomewhere() throws IOException {
    try (Stream<Path> files = Files.list(log())) {
      for (Path file : files.toList()) {
        if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(SECRET)) {
          return true;
        }
      }
    }
    return false;
  }

  private List<String> messages() throws IOException {
    List<String> messages = new ArrayList<>();
    try (LogReader reader = LogReader.open(List.of(log()), new KeyUnsealing(SealedFiles.ring()))) {
      for (LogRecord record = reader.next(); record != null; record = reader.next()) {
        messages.add(record.message());
      }
      assertThat(reader.damage()).isEmpty();
      assertThat(reader.holes()).isZero();
    }
    return messages;
  }

  @Test
  void theRestOfACrashIsSealedAlsoByAStoreThatSealsRecords() throws IOException {
    crash();
    assertThat(isPlainSomewhere()).isTrue();
    LogStore.open(log(), sealing(SealMode.RECORDS)).close();
    assertThat(isPlainSomewhere()).isFalse();
    assertThat(messages()).containsExactly(SECRET);
  }

  @Test
  void aRunWithoutKeyLeavesTheRestToOneWithAKey() throws IOException {
    crash();
    for (int i = 0; i < 2; i++) {
      LogStore.open(log(), config().build()).close();
      assertThat(messages()).containsExactly(SECRET);
    }
    LogStore.open(log(), sealing(SealMode.BLOCKS)).close();
    assertThat(isPlainSomewhere()).isFalse();
    assertThat(messages()).containsExactly(SECRET);
    try (Stream<Path> files = Files.list(log())) {
      assertThat(files.filter(file -> file.toString().endsWith(".lock"))).isEmpty();
    }
  }

  @Test
  void whatCouldNotBeSealedAtTheCloseIsSealedByTheNextStore() throws IOException {
    KeyRing ring = KeyRing.ofSource("first", this::key);
    LogStoreConfig.Builder config =
        config().sealing(new KeySealing(ring, SealMode.BLOCKS)).sealInterval(Duration.ofMillis(1));
    LogStoreConfig patient = config.build();
    LogStore store = LogStore.open(log(), Impatience.of(config).build());
    assertThat(store.writer("w").log(LogLevel.INFO, "before")).isTrue();
    store.flush();
    keysAreGone = true;
    store.rotate();
    assertThat(store.writer("w").log(LogLevel.INFO, SECRET)).isTrue();
    store.close();
    assertThat(isPlainSomewhere()).isTrue();
    assertThat(messages()).containsExactly("before", SECRET);
    keysAreGone = false;
    LogStore.open(log(), patient).close();
    assertThat(isPlainSomewhere()).isFalse();
    assertThat(messages()).containsExactly("before", SECRET);
  }

  private byte[] key(String id) {
    if (keysAreGone) {
      throw new IllegalStateException("the vault is away");
    }
    return SealedFiles.KEY;
  }
}

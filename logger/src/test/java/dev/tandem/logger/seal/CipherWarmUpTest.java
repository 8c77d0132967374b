package dev.tandem.logger.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogStoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ciphers are compiled before there is much to be sealed, and nothing of a file is used for it. */
class CipherWarmUpTest {
  @TempDir private Path directory;

  @Test
  void comesToAnEndStepByStep() throws SealException {
    CipherWarmUp warmUp = new CipherWarmUp();
    int before = 0;
    // Not even one block fits into no time.
    assertThat(warmUp.step(0)).isTrue();
    assertThat(warmUp.blocks()).isZero();
    while (warmUp.step(1_000_000)) {
      assertThat(warmUp.blocks()).isGreaterThanOrEqualTo(before).isLessThan(CipherWarmUp.BLOCKS);
      before = warmUp.blocks();
    }
    assertThat(warmUp.blocks()).isEqualTo(CipherWarmUp.BLOCKS);
    assertThat(warmUp.step(Long.MAX_VALUE)).isFalse();
    assertThat(warmUp.blocks()).isEqualTo(CipherWarmUp.BLOCKS);
  }

  @Test
  void goesOnWhereTheTimeIsOverAtOnce() throws SealException {
    CipherWarmUp warmUp = new CipherWarmUp();
    // A machine may need longer for the key alone; it is not derived again.
    assertThat(warmUp.step(0)).isTrue();
    assertThat(warmUp.step(0)).isTrue();
    assertThat(warmUp.blocks()).isEqualTo(1);
  }

  @Test
  void asksForNoKey() throws IOException {
    List<String> asked = new CopyOnWriteArrayList<>();
    KeyRing ring =
        KeyRing.ofSource(
            "first",
            id -> {
              asked.add(id);
              return SealedFiles.KEY;
            });
    KeySealing sealing = new KeySealing(ring, SealMode.BLOCKS);
    while (sealing.warmUp(1_000_000)) {
      // To the end.
    }
    assertThat(CipherWarmUp.SHARED.blocks()).isEqualTo(CipherWarmUp.BLOCKS);
    assertThat(asked).isEmpty();
  }

  @Test
  @Timeout(300)
  void theFirstBlockOfAFileHasTheFirstNumber() throws IOException {
    LogStoreConfig config =
        LogStoreConfig.builder()
            .segmentSize(1 << 16)
            .sealing(new KeySealing(SealedFiles.ring(), SealMode.BLOCKS))
            .build();
    try (LogStore store = LogStore.open(directory, config)) {
      assertThat(store.writer("w").log(LogLevel.INFO, "record")).isTrue();
      while (CipherWarmUp.SHARED.blocks() < CipherWarmUp.BLOCKS) {
        // The maintenance thread does it.
        LockSupport.parkNanos(1_000_000);
      }
    }
    try (var files = Files.list(directory)) {
      Path file = files.findFirst().orElseThrow();
      byte[] bytes = Files.readAllBytes(file);
      int first = SealedFiles.blockStarts(bytes).get(0);
      assertThat(SealFormat.getLong(bytes, first + SealFormat.BLOCK_NUMBER_AT)).isZero();
    }
  }
}

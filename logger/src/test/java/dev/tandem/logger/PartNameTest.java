package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.seal.KeySealing;
import dev.tandem.logger.seal.KeyUnsealing;
import dev.tandem.logger.seal.SealMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that have the name of a part of a segment, and are none of it. */
class PartNameTest {

  @TempDir private Path directory;

  private Path segment(SealMode mode) throws IOException {
    Sealing sealing = new KeySealing(AbandonedTest.ring(), mode);
    try (LogStore store =
        LogStore.open(directory, Logs.small().name("app").sealing(sealing).build())) {
      assertThat(store.writer("w").log(LogLevel.INFO, "one")).isTrue();
    }
    assertThat(LogReader.list(directory)).hasSize(1);
    return LogReader.list(directory).get(0);
  }

  private Logs.Content read() throws IOException {
    return Logs.read(directory, new KeyUnsealing(AbandonedTest.ring()));
  }

  /** Of as many bytes as a header has and more, so that no crash can have left it. */
  @ParameterizedTest
  @ValueSource(ints = {160, 4096})
  void oneOfOtherBytesIsDamage(int length) throws IOException {
    String sealed = segment(SealMode.BLOCKS).getFileName().toString();
    byte[] bytes = new byte[length];
    new Random(1).nextBytes(bytes);
    Path foreign = directory.resolve(sealed.replace(".sealed", ".1.sealed"));
    Files.write(foreign, bytes);
    assertThat(read().messages()).containsExactly("one");
    assertThat(read().damage()).singleElement().extracting(LogDamage::file).isEqualTo(foreign);
  }

  /** Killed before the header of the part was written. */
  @Test
  void oneWhoseHeaderIsCutIsWhatACrashLeaves() throws IOException {
    String sealed = segment(SealMode.BLOCKS).getFileName().toString();
    Files.write(directory.resolve(sealed.replace(".sealed", ".1.sealed")), new byte[100]);
    assertThat(read().messages()).containsExactly("one");
    assertThat(read().damage()).isEmpty();
  }

  /** Stores that began in one millisecond may have runs of the same name. */
  @ParameterizedTest
  @EnumSource(SealMode.class)
  void oneOfAnotherStoreIsDamage(SealMode mode) throws IOException {
    Path file = segment(mode);
    String other = file.getFileName().toString().replaceFirst("^app-", "audit-");
    Files.move(file, directory.resolve(other));
    assertThat(read().messages()).isEmpty();
    assertThat(read().damage()).isNotEmpty();
  }
}

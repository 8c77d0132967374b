package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.seal.KeyUnsealing;
import dev.tandem.logger.seal.SealMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a policy forces is forced, and stays so. */
class SyncTest {
  private static final SyncPolicy OFTEN = SyncPolicy.every(Duration.ofMillis(1));
  private static final SyncPolicy AT_CLOSE = SyncPolicy.every(Duration.ofHours(1));

  @TempDir private Path temp;

  private Path log;
  private SealingProbe sealing;
  private final List<String> reported = new CopyOnWriteArrayList<>();

  @BeforeEach
  void prepare() throws IOException {
    log = temp.resolve("log");
    sealing = new SealingProbe(SealMode.BLOCKS);
  }

  private LogStoreConfig.Builder sealed(SyncPolicy sync) {
    return Logs.small()
        .sealing(sealing)
        .sync(sync)
        .lastWriters(Duration.ofMillis(1))
        .onFailure(reported::add);
  }

  private List<String> messages() throws IOException {
    return Logs.read(log, new KeyUnsealing(AbandonedTest.ring())).messages();
  }

  private static void refuse(long offset) throws IOException {
    throw new IOException("the disk is full");
  }

  @Test
  void aPartThatIsGivenUpAtTheCloseIsForced() throws IOException {
    List<Long> forced = new CopyOnWriteArrayList<>();
    try (LogStore store = LogStore.open(log, sealed(AT_CLOSE).build())) {
      assertThat(store.writer("w").log(LogLevel.INFO, "one")).isTrue();
      store.flush();
      sealing.accepts = SyncTest::refuse;
      sealing.forces = forced::add;
      assertThat(store.writer("w").log(LogLevel.INFO, "two")).isTrue();
    }
    assertThat(forced).contains(0L);
    assertThat(messages()).containsExactly("one", "two");
  }

  @Test
  void aPartThatCannotBeEndedIsForcedWhenItIsGivenUp() throws IOException {
    List<Long> forced = new CopyOnWriteArrayList<>();
    try (LogStore store = LogStore.open(log, sealed(AT_CLOSE).build())) {
      assertThat(store.writer("w").log(LogLevel.INFO, "one")).isTrue();
      store.flush();
      sealing.ends = SyncTest::refuse;
      sealing.forces = forced::add;
    }
    assertThat(forced).contains(0L);
    assertThat(messages()).containsExactly("one");
  }

  @Test
  void aPartThatCannotBeForcedAtTheCloseIsReported() throws IOException {
    try (LogStore store = LogStore.open(log, sealed(AT_CLOSE).build())) {
      assertThat(store.writer("w").log(LogLevel.INFO, "one")).isTrue();
      store.flush();
      sealing.accepts = SyncTest::refuse;
      sealing.forces =
          start -> {
            throw new IOException("the disk is gone");
          };
      assertThat(store.writer("w").log(LogLevel.INFO, "two")).isTrue();
    }
    assertThat(reported).anyMatch(text -> text.contains("the disk is gone"));
  }

  @Test
  void theNamesOfFilesAreForcedAtTheClose() throws IOException {
    Path away = temp.resolve("away");
    LogStoreConfig config = Logs.small().sync(AT_CLOSE).onFailure(reported::add).build();
    LogStore store = LogStore.open(log, config);
    assertThat(store.writer("w").log(LogLevel.INFO, "one")).isTrue();
    Logs.await("the segments ahead", store::isAhead);
    Files.move(log, away);
    store.close();
    assertThat(reported).anyMatch(text -> text.contains("cannot force the log"));
    Files.move(away, log);
    assertThat(Logs.read(log).messages()).containsExactly("one");
  }

  @Test
  void anIntervalForcesAlsoWhatIsNotSealedYet() throws IOException {
    LogStoreConfig config = sealed(OFTEN).sealInterval(Duration.ofHours(1)).build();
    try (LogStore store = LogStore.open(log, config)) {
      assertThat(store.writer("w").log(LogLevel.INFO, "one")).isTrue();
      Logs.await("the seal", () -> store.metrics().sealerLag() == 0);
    }
    assertThat(messages()).containsExactly("one");
  }

  @Test
  void plainBytesThatWereForcedAreNotWipedBeforeTheirSealIs() throws IOException {
    sealing.opened =
        start -> {
          throw new IOException("the vault is away");
        };
    List<Boolean> plain = new CopyOnWriteArrayList<>();
    try (LogStore store = LogStore.open(log, sealed(OFTEN).build())) {
      assertThat(store.writer("w").log(LogLevel.INFO, "the record")).isTrue();
      Path file = store.active().currentAcquire().file().info().file();
      long before = store.metrics().failures();
      // A tick forces after it has tried to seal.
      Logs.await("a force", () -> store.metrics().failures() > before + 2);
      sealing.forces =
          start ->
              plain.add(Files.readString(file, StandardCharsets.ISO_8859_1).contains("the record"));
      sealing.opened = SealingProbe.Moment.NOTHING;
      Logs.await("the seal", () -> store.metrics().sealerLag() == 0);
      Logs.await("a force of the seal", () -> !plain.isEmpty());
    }
    assertThat(plain.get(0)).isTrue();
    assertThat(messages()).containsExactly("the record");
  }
}

package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.seal.KeyRing;
import dev.tandem.logger.seal.KeySealing;
import dev.tandem.logger.seal.KeySource;
import dev.tandem.logger.seal.KeyUnsealing;
import dev.tandem.logger.seal.SealMode;
import dev.tandem.logger.storage.Forcing;
import dev.tandem.logger.storage.SegmentFile;
import dev.tandem.logger.storage.SegmentTail;
import dev.tandem.logger.storage.StoreThreads;
import dev.tandem.logger.storage.Waits;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever an interrupted thread calls, the log works, and the thread stays interrupted. */
class InterruptTest {

  @TempDir private Path directory;

  @AfterEach
  void clear() {
    Thread.interrupted();
  }

  @Test
  void aSegmentFileWhoseChannelItClosedIsStillForcedCutAndWritten() throws IOException {
    MadeSegment made = new MadeSegment(directory);
    made.log("one");
    SegmentFile file = made.segment.file();
    Thread.currentThread().interrupt();
    assertThatThrownBy(file::force).isInstanceOf(ClosedByInterruptException.class);
    assertThat(Thread.interrupted()).isTrue();
    file.force();
    file.remap();
    file.unmap();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> file.cut(4096)).isInstanceOf(ClosedByInterruptException.class);
    assertThat(Thread.interrupted()).isTrue();
    file.cut(4096);
    file.write(MemorySegment.ofArray(new byte[SegmentLayout.HEADER_BYTES]));
    file.close();
    assertThat(Files.size(made.info.file())).isEqualTo(4096);
    assertThat(Files.readAllBytes(made.info.file())).startsWith(new byte[512]);
  }

  @Test
  void aSealedFileWhoseChannelItClosedContinues() throws IOException {
    MadeSegment made = new MadeSegment(directory);
    made.log("one");
    SegmentTail tail =
        new SegmentTail(
            made.segment, new KeySealing(AbandonedTest.ring(), SealMode.BLOCKS)::openSink, 0);
    tail.seal(true, 0);
    made.log("two");
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> tail.seal(true, 0)).isInstanceOf(ClosedByInterruptException.class);
    assertThat(Thread.interrupted()).isTrue();
    tail.seal(true, 0);
    made.log("three");
    made.close();
    tail.seal(true, 0);
    Thread.currentThread().interrupt();
    assertThatThrownBy(tail::end).isInstanceOf(ClosedByInterruptException.class);
    assertThat(Thread.interrupted()).isTrue();
    tail.end();
    made.file.delete();
    Logs.Content content = Logs.read(directory, new KeyUnsealing(AbandonedTest.ring()));
    assertThat(content.messages()).containsExactly("one", "two", "three");
    assertThat(content.damage()).isEmpty();
    assertThat(LogReader.list(directory)).hasSize(1);
  }

  @Test
  void aFileThatIsStillToBeForcedStaysSo() throws IOException {
    Path file = Files.createFile(directory.resolve("closed"));
    Forcing forcing = new Forcing(directory);
    forcing.finished(file);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> forcing.force(List.of()))
        .isInstanceOf(ClosedByInterruptException.class);
    // Again, for it is still known.
    assertThatThrownBy(() -> forcing.force(List.of()))
        .isInstanceOf(ClosedByInterruptException.class);
    assertThat(Thread.interrupted()).isTrue();
    forcing.force(List.of());
  }

  @ParameterizedTest
  @EnumSource(SealMode.class)
  void aKeySourceThatLeavesTheThreadInterrupted(SealMode mode) throws IOException {
    KeySource source =
        id -> {
          Thread.currentThread().interrupt();
          return key();
        };
    List<String> reported = new CopyOnWriteArrayList<>();
    LogStoreConfig config =
        Logs.small()
            .onFailure(reported::add)
            .sealing(new KeySealing(KeyRing.ofSource("k", source), mode))
            .build();
    try (LogStore store = LogStore.open(directory, config)) {
      assertThat(store.writer("w").log(LogLevel.INFO, "one")).isTrue();
      store.flush();
      store.rotate();
      assertThat(store.writer("w").log(LogLevel.INFO, "two")).isTrue();
      store.flush();
    }
    assertThat(reported).isEmpty();
    Logs.Content content = Logs.read(directory, new KeyUnsealing(KeyRing.of("k", key())));
    assertThat(content.messages()).containsExactly("one", "two");
    assertThat(content.damage()).isEmpty();
  }

  private static byte[] key() {
    byte[] key = new byte[32];
    key[0] = 1;
    return key;
  }

  @Test
  void aListenerLeavesNoThreadOfTheStoreInterrupted() {
    LogStoreConfig config =
        Logs.small().onFailure(text -> Thread.currentThread().interrupt()).build();
    AtomicBoolean left = new AtomicBoolean();
    Thread thread =
        StoreThreads.make(
            "store",
            () -> {
              StoreThreads.report(config, "trouble");
              left.set(Thread.currentThread().isInterrupted());
            });
    thread.start();
    Waits.join(thread);
    assertThat(left).isFalse();
    // Of any other thread, the interrupt may be anybody's.
    StoreThreads.report(config, "trouble");
    assertThat(Thread.interrupted()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PLAIN", "BLOCKS", "RECORDS"})
  void allThatAnInterruptedThreadMayCall(String mode) throws IOException {
    Sealing sealing =
        mode.equals("PLAIN") ? null : new KeySealing(AbandonedTest.ring(), SealMode.valueOf(mode));
    List<String> reported = new CopyOnWriteArrayList<>();
    LogStoreConfig config =
        Logs.small()
            .onFailure(reported::add)
            .sync(SyncPolicy.onLevel(LogLevel.ERROR))
            .sealing(sealing)
            .build();
    Thread.currentThread().interrupt();
    LogStore store = LogStore.open(directory, config);
    LogWriter writer = store.writer("w");
    assertThat(writer.log(LogLevel.INFO, "one")).isTrue();
    store.flush();
    assertThat(writer.log(LogLevel.ERROR, "two")).isTrue();
    store.rotate();
    assertThat(writer.log(LogLevel.ERROR, "three")).isTrue();
    store.flush();
    store.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(reported).isEmpty();
    Unsealing unsealing = sealing == null ? null : new KeyUnsealing(AbandonedTest.ring());
    Logs.Content content = Logs.read(directory, unsealing);
    assertThat(content.messages()).containsExactly("one", "two", "three");
    assertThat(content.damage()).isEmpty();
    assertThat(content.holes()).isZero();
  }
}

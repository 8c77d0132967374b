package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.format.RecordBuffer;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.seal.KeyUnsealing;
import dev.tandem.logger.seal.SealMode;
import dev.tandem.logger.storage.LogSegment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories that change while they are worked on, and names that survive the machine. */
class TidyTest {

  @TempDir private Path temp;

  private static void delete(Path file) throws IOException {
    Files.delete(file);
  }

  @Test
  void segmentsThatAnotherProcessDeletesMeanwhileAreNoFailure() throws IOException {
    Path live = Files.createDirectory(temp.resolve("live"));
    MadeSegment last = null;
    for (int number = 1; number <= 3; number++) {
      last = new MadeSegment(live, number);
      last.log("record " + number);
    }
    Path killed = temp.resolve("killed");
    last.kill(killed);
    SealingProbe sealing = new SealingProbe(SealMode.BLOCKS);
    AtomicBoolean first = new AtomicBoolean(true);
    sealing.opened =
        start -> {
          if (first.getAndSet(false)) {
            // All but the one that is being sealed, whichever that is.
            try (var files = Files.list(killed)) {
              for (Path file : files.filter(name -> name.toString().endsWith(".tlog")).toList()) {
                if (!Files.exists(Path.of(file + ".sealed"))) {
                  delete(file);
                }
              }
            }
          }
        };
    LogStore.open(killed, Logs.small().sealing(sealing).build()).close();
    assertThat(first).isFalse();
    Logs.Content content = Logs.read(killed, new KeyUnsealing(AbandonedTest.ring()));
    assertThat(content.messages()).hasSize(1);
  }

  @Test
  void theNameOfALatePartIsForced() throws IOException {
    Path log = temp.resolve("log");
    Path away = temp.resolve("away");
    SealingProbe sealing = new SealingProbe(SealMode.BLOCKS);
    // No segment is made, and none is looked for, while the directory is away.
    LogStoreConfig config =
        Logs.small()
            .segmentSize(1 << 20)
            .sealing(sealing)
            .lastWriters(Duration.ofMillis(1))
            .build();
    LogStore store = LogStore.open(log, config);
    LogWriter writer = store.writer("w");
    assertThat(writer.log(LogLevel.INFO, "one")).isTrue();
    Logs.await("the segments ahead", store::isAhead);
    LogSegment segment = store.active().currentAcquire();
    RecordBuffer buffer = new RecordBuffer(1 << 12);
    buffer.begin(RecordLayout.TEXT, 2, 1, 1, 1, 0);
    buffer.text("late");
    int length = buffer.finish();
    long offset = SegmentLayout.offsetOf(segment.claim(segment.stored(length)));
    assertThat(writer.log(LogLevel.INFO, "two")).isTrue();
    store.flush();
    store.flush();
    AtomicBoolean gone = new AtomicBoolean();
    sealing.opened =
        start -> {
          if (start == offset) {
            Files.move(log, away);
            gone.set(true);
          }
        };
    segment.write(offset, buffer.bytes(), length, null);
    Logs.await("the late part", gone::get);
    assertThatThrownBy(store::flush).isInstanceOf(IOException.class).hasMessageContaining("log");
    Files.move(away, log);
    store.flush();
    store.close();
    Logs.Content content = Logs.read(log, new KeyUnsealing(AbandonedTest.ring()));
    assertThat(content.messages()).containsExactly("one", "late", "two");
  }

  @Test
  void theNameOfAPartOfACrashIsForcedBeforeThePlainBytesAreWiped() throws IOException {
    Path live = Files.createDirectory(temp.resolve("live"));
    MadeSegment made = new MadeSegment(live);
    made.log("the record");
    Path killed = temp.resolve("killed");
    made.kill(killed);
    Path away = temp.resolve("away");
    SealingProbe sealing = new SealingProbe(SealMode.BLOCKS);
    sealing.opened = start -> Files.move(killed, away);
    assertThatThrownBy(() -> LogStore.open(killed, Logs.small().sealing(sealing).build()))
        .isInstanceOf(IOException.class);
    Path plain = away.resolve(made.info.file().getFileName());
    assertThat(Files.readString(plain, StandardCharsets.ISO_8859_1)).contains("the record");
  }
}

package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.format.RecordBuffer;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.seal.KeySealing;
import dev.tandem.logger.seal.KeyUnsealing;
import dev.tandem.logger.seal.SealMode;
import dev.tandem.logger.storage.LogSegment;
import dev.tandem.logger.storage.SegmentFile;
import dev.tandem.logger.storage.SegmentTail;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A claim that is not committed for long does not keep others from being sealed. */
class HoleSealingTest {

  @TempDir private Path directory;

  private final RecordBuffer buffer = new RecordBuffer(1 << 14);

  private int record(String text) {
    buffer.begin(RecordLayout.TEXT, 2, 1, 1, 1, 0);
    buffer.text(text);
    return buffer.finish();
  }

  private long claim(LogSegment segment, String text) {
    return SegmentLayout.offsetOf(segment.claim(segment.stored(record(text))));
  }

  private void write(LogSegment segment, long offset, String text) {
    segment.write(offset, buffer.bytes(), record(text), null);
  }

  @Test
  void aRecordThatComesLateIsSealedToo() throws IOException {
    Sealing sealing = new KeySealing(AbandonedTest.ring(), SealMode.BLOCKS);
    Path file = directory.resolve("log-20260101T000000000-1-1-000001.tlog");
    SegmentFile made =
        SegmentFile.create(new SegmentInfo(file, "20260101T000000000-1-1", 1, 1 << 16), 7, 1, 0);
    made.publish();
    LogSegment segment = new LogSegment(made.memory(), 7, null, made);
    write(segment, claim(segment, "first"), "first");
    final long gone = claim(segment, "gone");
    long late = claim(segment, "late");
    write(segment, claim(segment, "last"), "last");
    SegmentTail tail = new SegmentTail(segment, sealing::openSink, Long.MAX_VALUE);
    tail.seal(true, 0);
    assertThat(tail.takenTo()).isEqualTo(gone);
    tail.waitNoLonger();
    tail.seal(true, 0);
    assertThat(tail.takenTo()).isEqualTo(tail.claimed());
    assertThat(tail.hasHoles()).isTrue();
    assertThat(text(file)).doesNotContain("first").doesNotContain("last");
    segment.close(segment.claimsAcquire());
    segment.setRetired();
    assertThat(tail.isComplete()).isFalse();
    write(segment, late, "late");
    tail.seal(true, 0);
    assertThat(text(file)).doesNotContain("late");
    assertThat(tail.hasHoles()).isTrue();
    write(segment, gone, "gone");
    tail.seal(true, 0);
    assertThat(tail.isComplete()).isTrue();
    assertThat(tail.isSealed()).isTrue();
    tail.end();
    made.delete();
    Logs.Content content = Logs.read(directory, new KeyUnsealing(AbandonedTest.ring()));
    assertThat(content.messages()).containsExactly("first", "gone", "late", "last");
    assertThat(content.damage()).isEmpty();
    assertThat(content.holes()).isZero();
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PLAIN", "BLOCKS", "RECORDS"})
  void aHoleIsLeftWhereItIsWhenTheStoreIsClosed(String mode) throws IOException {
    Sealing sealing =
        mode.equals("PLAIN") ? null : new KeySealing(AbandonedTest.ring(), SealMode.valueOf(mode));
    Unsealing unsealing = sealing == null ? null : new KeyUnsealing(AbandonedTest.ring());
    LogStoreConfig config = Logs.small().sealing(sealing).lastWriters(Duration.ofMillis(1)).build();
    Path file;
    try (LogStore store = LogStore.open(directory, config)) {
      LogWriter writer = store.writer("w");
      assertThat(writer.log(LogLevel.INFO, "one")).isTrue();
      LogSegment segment = store.active().currentAcquire();
      file = segment.file().info().file();
      segment.claim(64);
      assertThat(writer.log(LogLevel.INFO, "two secrets")).isTrue();
      store.flush();
      assertThat(text(file).contains("two secrets")).isEqualTo(sealing == null);
    }
    Logs.Content content = Logs.read(directory, unsealing);
    assertThat(content.messages()).containsExactly("one", "two secrets");
    assertThat(content.holes()).isEqualTo(1);
    // How many claims are in it, the seal of blocks does not say.
    assertThat(content.exact()).isEqualTo(!mode.equals("BLOCKS"));
    assertThat(content.damage()).isEmpty();
    if (mode.equals("BLOCKS")) {
      assertThat(file).doesNotExist();
    } else {
      assertThat(Files.size(file)).isLessThan(1 << 16);
    }
  }

  @Test
  void theWaitForAHoleBeginsWhenItIsSeen() throws IOException {
    long patience = Duration.ofMillis(300).toNanos();
    SealingProbe sealing = new SealingProbe(SealMode.BLOCKS);
    // Nothing but the header is sealed before the flush.
    LogStoreConfig config =
        Logs.small()
            .sealing(sealing)
            .sealInterval(Duration.ofHours(1))
            .lastWriters(Duration.ofNanos(patience))
            .build();
    try (LogStore store = LogStore.open(directory, config)) {
      LogWriter writer = store.writer("w");
      assertThat(writer.log(LogLevel.INFO, "one")).isTrue();
      store.active().currentAcquire().claim(64);
      assertThat(writer.log(LogLevel.INFO, "two")).isTrue();
      sealing.accepts =
          offset -> {
            if (offset == 0) {
              return;
            }
            // What is before the hole takes longer than all the patience with it.
            sealing.accepts = SealingProbe.Moment.NOTHING;
            long began = System.nanoTime();
            while (System.nanoTime() - began < 3 * patience) {
              LockSupport.parkNanos(patience);
            }
          };
      store.flush();
    }
    Logs.Content content = Logs.read(directory, new KeyUnsealing(AbandonedTest.ring()));
    assertThat(content.messages()).containsExactly("one", "two");
    assertThat(content.holes()).isEqualTo(1);
  }
}

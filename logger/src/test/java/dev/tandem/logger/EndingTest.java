package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.seal.KeySealing;
import dev.tandem.logger.seal.KeyUnsealing;
import dev.tandem.logger.seal.SealMode;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of a segment that fails is told, and tried again where that can help. */
class EndingTest {

  @TempDir private Path directory;

  private final List<String> reported = new CopyOnWriteArrayList<>();

  private List<Path> files(String ending) throws IOException {
    try (var files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(ending)).toList();
    }
  }

  private List<SegmentProof> proofs() throws IOException {
    Unsealing unsealing = new KeyUnsealing(AbandonedTest.ring());
    try (LogReader reader = LogReader.open(List.of(directory), unsealing)) {
      List<String> messages = new ArrayList<>();
      for (LogRecord record = reader.next(); record != null; record = reader.next()) {
        messages.add(record.message());
      }
      assertThat(messages).containsExactly("one", "two");
      return reader.proofs();
    }
  }

  private LogStoreConfig.Builder config(Sealing sealing) {
    return Logs.small().sealing(sealing).onFailure(reported::add);
  }

  @Test
  void aFinalBlockIsTriedUntilItIsWritten() throws IOException {
    SealingProbe sealing = new SealingProbe(SealMode.BLOCKS);
    AtomicInteger failures = new AtomicInteger(Integer.MAX_VALUE);
    sealing.ends =
        start -> {
          if (failures.getAndDecrement() > 0) {
            throw new IOException("the disk is full");
          }
        };
    LogStoreConfig config = config(sealing).lastWriters(Duration.ofSeconds(60)).build();
    try (LogStore store = LogStore.open(directory, config)) {
      LogWriter writer = store.writer("w");
      assertThat(writer.log(LogLevel.INFO, "one")).isTrue();
      store.rotate();
      assertThat(writer.log(LogLevel.INFO, "two")).isTrue();
      Logs.await("the trouble", () -> reported.stream().anyMatch(text -> text.contains("is full")));
      // The segment counts as waiting for its seal, and once as closed.
      assertThat(store.metrics().sealerBacklog()).isEqualTo(1);
      assertThat(store.metrics().rotations()).isEqualTo(1);
      assertThat(store.metrics().records()).isEqualTo(2);
      failures.set(0);
      Logs.await("the end", () -> store.metrics().sealerBacklog() == 0);
      assertThat(store.metrics().rotations()).isEqualTo(1);
      failures.set(3);
    }
    assertThat(failures).hasValueLessThan(1);
    assertThat(files(".tlog")).isEmpty();
    assertThat(files(".lock")).isEmpty();
    assertThat(proofs()).hasSize(2).allMatch(proof -> proof.state() == SegmentProof.State.COMPLETE);
  }

  @Test
  void whatCannotBeEndedIsLeftToTheNextStore() throws IOException {
    SealingProbe sealing = new SealingProbe(SealMode.BLOCKS);
    sealing.ends =
        start -> {
          throw new IOException("the disk is full");
        };
    LogStoreConfig config = config(sealing).lastWriters(Duration.ofMillis(1)).build();
    try (LogStore store = LogStore.open(directory, config)) {
      assertThat(store.writer("w").log(LogLevel.INFO, "one")).isTrue();
      assertThat(store.writer("w").log(LogLevel.INFO, "two")).isTrue();
    }
    assertThat(reported).anyMatch(text -> text.contains("cannot finish"));
    assertThat(files(".lock")).hasSize(1);
    sealing.ends = SealingProbe.Moment.NOTHING;
    LogStore.open(directory, config).close();
    assertThat(files(".lock")).isEmpty();
    assertThat(proofs()).anyMatch(proof -> proof.state() == SegmentProof.State.UNFINISHED);
  }

  @Test
  void anEndMarkIsSealedOnceAndItsFailureEndsTheFileWithoutIt() throws IOException {
    KeySealing keys = new KeySealing(AbandonedTest.ring(), SealMode.RECORDS);
    AtomicInteger marks = new AtomicInteger();
    AtomicInteger closes = new AtomicInteger();
    Sealing sealing =
        new Sealing() {
          @Override
          public boolean perRecord() {
            return true;
          }

          @Override
          public SegmentSink openSink(SegmentInfo segment, long start, PartOrigin origin)
              throws IOException {
            return keys.openSink(segment, start, origin);
          }

          @Override
          public RecordSeal openRecords(SegmentInfo segment, MemorySegment area)
              throws IOException {
            return new Markless(keys.openRecords(segment, area), marks, closes);
          }
        };
    try (LogStore store = LogStore.open(directory, config(sealing).build())) {
      assertThat(store.writer("w").log(LogLevel.INFO, "one")).isTrue();
      assertThat(store.writer("w").log(LogLevel.INFO, "two")).isTrue();
      store.rotate();
      Logs.await(
          "the trouble", () -> reported.stream().anyMatch(text -> text.contains("no cipher")));
    }
    assertThat(marks).hasValue(1);
    for (Path file : files(".tlog")) {
      assertThat(Files.size(file)).isLessThan(1 << 16);
    }
    assertThat(proofs().get(0).state()).isNotEqualTo(SegmentProof.State.COMPLETE);
    assertThat(closes.get()).isGreaterThanOrEqualTo(1);
  }

  /** Cannot seal the end. */
  private record Markless(RecordSeal seal, AtomicInteger marks, AtomicInteger closes)
      implements RecordSeal {
    @Override
    public int overhead() {
      return seal.overhead();
    }

    @Override
    public void seal(
        long offset, int clear, byte[] plain, int from, int length, byte[] sealed, int to) {
      seal.seal(offset, clear, plain, from, length, sealed, to);
    }

    @Override
    public void end(MemorySegment header, long end, long claims) {
      if (claims > 0) {
        marks.incrementAndGet();
        throw new IllegalStateException("no cipher");
      }
    }

    @Override
    public void close() {
      closes.incrementAndGet();
      seal.close();
    }
  }

  @Test
  void aBrokenSinkIsReplaced() throws IOException {
    SealingProbe sealing = new SealingProbe(SealMode.BLOCKS);
    try (LogStore store = LogStore.open(directory, config(sealing).build())) {
      assertThat(store.writer("w").log(LogLevel.INFO, "one")).isTrue();
      store.flush();
      sealing.breakSinks();
      assertThat(store.writer("w").log(LogLevel.INFO, "two")).isTrue();
      Logs.await(
          "the trouble", () -> reported.stream().anyMatch(text -> text.contains("is broken")));
      Logs.await("the seal", () -> store.metrics().sealerLag() == 0);
    }
    assertThat(files(".tlog")).isEmpty();
    assertThat(proofs())
        .singleElement()
        .extracting(SegmentProof::state)
        .isEqualTo(SegmentProof.State.COMPLETE);
  }

  @Test
  void aSinkThatBreaksAtItsEndIsReplaced() throws IOException {
    SealingProbe sealing = new SealingProbe(SealMode.BLOCKS);
    try (LogStore store = LogStore.open(directory, config(sealing).build())) {
      assertThat(store.writer("w").log(LogLevel.INFO, "one")).isTrue();
      assertThat(store.writer("w").log(LogLevel.INFO, "two")).isTrue();
      store.flush();
      sealing.breakSinks();
    }
    assertThat(reported).anyMatch(text -> text.contains("is broken"));
    assertThat(files(".tlog")).isEmpty();
    assertThat(proofs())
        .singleElement()
        .extracting(SegmentProof::state)
        .isEqualTo(SegmentProof.State.COMPLETE);
  }
}

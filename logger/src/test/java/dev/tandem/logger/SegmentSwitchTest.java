package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.append.LostClaims;
import dev.tandem.logger.append.SegmentAppender;
import dev.tandem.logger.append.ThreadContext;
import dev.tandem.logger.format.RecordBuffer;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.ActiveSegment;
import dev.tandem.logger.storage.FailureReporter;
import dev.tandem.logger.storage.LogSegment;
import dev.tandem.logger.storage.StoreThreads;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The change of segments, when a thread that has a part in it is away for long. */
class SegmentSwitchTest {
  private static final int CAPACITY = 1 << 16;
  private static final int SIZE = 1024;

  private final ActiveSegment active = new ActiveSegment(() -> {});

  @TempDir private Path directory;

  private static LogSegment segment() {
    MemorySegment memory = MemorySegment.ofArray(new long[CAPACITY / 8]);
    SegmentLayout.putLong(memory, SegmentLayout.CLAIM_AT, SegmentLayout.UNCLAIMED);
    return new LogSegment(memory, 7, null, null);
  }

  /** Claims until the segment is over; returns the claim that must close it. */
  private static long fill(LogSegment segment) {
    while (true) {
      long word = segment.claim(SIZE);
      if (!segment.holds(word, SIZE)) {
        return word;
      }
      segment.write(SegmentLayout.offsetOf(word), new byte[SIZE], SIZE, null);
    }
  }

  @Test
  void manyWhoCloseASegmentDoNotWrapItsClaims() {
    LogSegment segment = segment();
    active.offer(segment);
    long closing = fill(segment);
    long after = segment.claimsAcquire();
    // The closer is away; 36 bits of offset would wrap after a million of these.
    for (int i = 0; i < 5_000; i++) {
      active.roll(segment);
    }
    assertThat(segment.claimsAcquire()).isEqualTo(after);
    assertThat(segment.closedAcquire()).isZero();
    active.passed(segment, closing);
    assertThat(segment.closedAcquire()).isEqualTo(closing);
    active.end();
    assertThat(active.takeRetired()).isSameAs(segment);
    assertThat(active.takeRetired()).isNull();
    assertThat(segment.committedEnd(SegmentLayout.HEADER_BYTES, CAPACITY))
        .isEqualTo(SegmentLayout.offsetOf(closing));
  }

  @Test
  void callersDoNotClaimInASegmentThatIsOver() {
    AtomicLong clock = new AtomicLong();
    ActiveSegment slow = new ActiveSegment(() -> {}, () -> clock.getAndAdd(1_000_000));
    LogSegment segment = segment();
    slow.offer(segment);
    fill(segment);
    SegmentAppender appender = new SegmentAppender(slow, new LostClaims(slow), false, 1_000_000);
    ThreadContext context = new ThreadContext(1 << 14);
    assertThat(append(appender, context)).isFalse();
    long after = segment.claimsAcquire();
    for (int i = 0; i < 1_000; i++) {
      assertThat(append(appender, context)).isFalse();
    }
    assertThat(segment.claimsAcquire()).isEqualTo(after);
  }

  @Test
  void aCallHasOneBoundHoweverManySegmentsAreFullWhenItGetsThere() {
    AtomicInteger looks = new AtomicInteger();
    ActiveSegment[] full = new ActiveSegment[1];
    full[0] =
        new ActiveSegment(
            () -> {},
            () -> {
              // Others fill each segment before this call gets to it.
              LogSegment segment = segment();
              SegmentLayout.putLong(
                  segment.memory(), SegmentLayout.CLAIM_AT, CAPACITY - (long) Long.BYTES);
              full[0].offer(segment);
              return looks.getAndIncrement() * 1_000_000L;
            });
    SegmentAppender appender =
        new SegmentAppender(full[0], new LostClaims(full[0]), true, 20_000_000);
    assertThat(append(appender, new ThreadContext(1 << 14))).isFalse();
    assertThat(looks.get()).isBetween(20, 23);
    assertThat(full[0].isStarved()).isTrue();
  }

  private static boolean append(SegmentAppender appender, ThreadContext context) {
    context.buffer.begin(RecordLayout.TEXT, 2, 0, 1, 1, 0);
    context.buffer.text("text");
    LogWriter writer = new LogWriter(null, "w", 1, new AtomicInteger(), LogLevel.TRACE);
    return appender.append(writer.definedName(), context, null);
  }

  @Test
  void theMaintenanceThreadOutlivesACloserThatIsAwayInTheMiddleOfTheChange() throws IOException {
    LogStoreConfig config = Logs.small().rotateEvery(Duration.ofDays(1)).build();
    try (LogStore store = LogStore.open(directory, config)) {
      LogWriter writer = store.writer("w");
      writer.log(LogLevel.INFO, "one");
      ActiveSegment changing = store.active();
      LogSegment segment = changing.currentAcquire();
      long word = segment.claimRest();
      changing.retire(segment, word);
      Logs.await("the segment to be unmapped", () -> !segment.memory().scope().isAlive());
      // One more round of the maintenance thread at least: it looks at the age of the segment in
      // use.
      store.flush();
      store.flush();
      changing.succeed();
      assertThat(writer.log(LogLevel.INFO, "two")).isTrue();
      store.flush();
      assertThat(store.metrics().failures()).isZero();
    }
    assertThat(Logs.read(directory).messages()).containsExactly("one", "two");
  }

  /** The end is seen in memory before its writer is back from the call that wrote it. */
  @Test
  void aSegmentStaysMappedUntilWhoClosedItIsDone() throws IOException {
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      LogWriter writer = store.writer("w");
      writer.log(LogLevel.INFO, "one");
      ActiveSegment changing = store.active();
      LogSegment segment = changing.currentAcquire();
      long word = segment.claimRest();
      segment.close(word);
      // Two rounds of the maintenance thread at least.
      store.flush();
      store.flush();
      assertThat(segment.memory().scope().isAlive()).isTrue();
      changing.retire(segment, word);
      changing.succeed();
      assertThat(writer.log(LogLevel.INFO, "two")).isTrue();
      Logs.await("the segment to be unmapped", () -> !segment.memory().scope().isAlive());
    }
    assertThat(Logs.read(directory).messages()).containsExactly("one", "two");
  }

  /** The maintenance thread makes the room; a wait of its own would be one without end. */
  @Test
  void aThreadOfTheStoreDoesNotWaitForRoom() {
    active.offer(segment());
    fill(active.currentAcquire());
    SegmentAppender appender =
        new SegmentAppender(active, new LostClaims(active), true, Long.MAX_VALUE);
    assertThat(append(appender, new ThreadContext(1 << 14, true))).isFalse();
    ThreadContext report = new ThreadContext(1 << 14);
    report.buffer.begin(RecordLayout.TEXT, 2, 0, 1, 1, 0);
    report.buffer.text("text");
    LogWriter writer = new LogWriter(null, "w", 1, new AtomicInteger(), LogLevel.TRACE);
    assertThat(appender.tryAppend(writer.definedName(), report)).isFalse();
    assertThat(active.isStarved()).isFalse();
    // What is there is taken, though the segment has to be changed for it.
    ActiveSegment next = new ActiveSegment(() -> {});
    next.offer(segment());
    next.offer(segment());
    SegmentLayout.putLong(
        next.currentAcquire().memory(), SegmentLayout.CLAIM_AT, CAPACITY - (long) Long.BYTES);
    SegmentAppender changing =
        new SegmentAppender(next, new LostClaims(next), true, Long.MAX_VALUE);
    assertThat(append(changing, new ThreadContext(1 << 14, true))).isTrue();
  }

  @Test
  void aSegmentStaysMappedUntilItsLastWriterHasLeft() throws IOException {
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      LogWriter writer = store.writer("w");
      writer.log(LogLevel.INFO, "first");
      LogSegment segment = store.active().currentAcquire();
      RecordBuffer buffer = new RecordBuffer(1 << 14);
      buffer.begin(
          RecordLayout.TEXT, LogLevel.INFO.code(), store.nanos(), 1, writer.definedName().id, 0);
      buffer.text("slow");
      int length = buffer.finish();
      long word = segment.claim(segment.stored(length));
      // Preempted here, while others continue over many segments.
      for (int i = 0; i < 5; i++) {
        store.rotate();
        assertThat(writer.log(LogLevel.INFO, "after {}", i)).isTrue();
      }
      Logs.await("four other segments to be finished", () -> store.metrics().rotations() == 4);
      assertThat(segment.memory().scope().isAlive()).isTrue();
      assertThat(Files.size(segment.file().info().file())).isEqualTo(CAPACITY);
      segment.write(SegmentLayout.offsetOf(word), buffer.bytes(), length, null);
      Logs.await("the old segment to be unmapped", () -> !segment.memory().scope().isAlive());
    }
    Logs.Content content = Logs.read(directory);
    assertThat(content.messages())
        .containsExactlyInAnyOrder(
            "first", "slow", "after 0", "after 1", "after 2", "after 3", "after 4");
    assertThat(content.holes()).isZero();
  }

  @Test
  void aListenerThatThrowsDoesNotStopTheStore() throws IOException {
    LogStoreConfig config =
        Logs.small()
            .onFailure(
                text -> {
                  throw new IllegalStateException("listener");
                })
            .build();
    try (LogStore store = LogStore.open(directory, config)) {
      Path gone = store.active().currentAcquire().file().info().file();
      StoreThreads.report(config, "trouble");
      new FailureReporter(text -> StoreThreads.report(config, text))
          .during(
              "work",
              () -> {
                throw new IOException("failed");
              });
      store.writer("w").log(LogLevel.INFO, "one");
      store.flush();
      assertThat(gone).exists();
    }
    assertThat(Logs.read(directory).messages()).containsExactly("one");
  }
}

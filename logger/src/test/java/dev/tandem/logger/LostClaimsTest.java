package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.append.LostClaims;
import dev.tandem.logger.append.SegmentAppender;
import dev.tandem.logger.append.ThreadContext;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.ActiveSegment;
import dev.tandem.logger.storage.LogSegment;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.security.ProviderException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Claims of threads that failed, in segments that are gone or cannot be sealed. */
class LostClaimsTest {
  private static final int SIZE = 1 << 16;

  private final ActiveSegment active = new ActiveSegment(() -> {});
  private final LostClaims lost = new LostClaims(active);

  private static LogSegment segment(Arena arena, RecordSeal seal) {
    MemorySegment memory = arena.allocate(SIZE, 8);
    SegmentLayout.putLong(memory, SegmentLayout.CLAIM_AT, SegmentLayout.UNCLAIMED);
    return new LogSegment(memory, 7, seal, null);
  }

  private ThreadContext lose(LogSegment segment, long word, int size) {
    ThreadContext context = new ThreadContext(1 << 14);
    context.lostSize = size;
    context.lostWord = word;
    context.lostSegment = segment;
    int place = 0;
    while (lost.places[place] != null) {
      place++;
    }
    lost.places[place] = context;
    return context;
  }

  @Test
  void aSegmentThatWasClosedAndUnmappedIsFollowedByTheNext() {
    Arena arena = Arena.ofShared();
    LogSegment first = segment(arena, null);
    LogSegment second = segment(Arena.ofAuto(), null);
    active.offer(first);
    active.offer(second);
    long place = SegmentLayout.offsetOf(second.claim(64));
    ThreadContext other = lose(second, place | SegmentLayout.ONE_CLAIM, 64);
    long word = first.claim(SIZE);
    // The thread got as far as this, and the maintenance thread was quick.
    active.retire(first, word);
    assertThat(active.takeRetired()).isSameAs(first);
    arena.close();
    ThreadContext context = lose(first, word, SIZE);
    lost.settle();
    assertThat(active.currentAcquire()).isSameAs(second);
    assertThat(active.takeRetired()).isNull();
    assertThat(context.lostSegment).isNull();
    assertThat(other.lostSegment).isNull();
    assertThat(lost.abandoned()).isEqualTo(1);
  }

  /** Of a cipher that fails by another exception than most. */
  private static final class Failing implements RecordSeal {
    @Override
    public int overhead() {
      return 16;
    }

    @Override
    public void seal(
        long offset, int clear, byte[] plain, int from, int length, byte[] sealed, int to) {
      throw new ProviderException("the token was removed");
    }

    @Override
    public void end(MemorySegment header, long end, long claims) {}

    @Override
    public void close() {}
  }

  @Test
  void aPlaceThatCannotBeSealedStaysAHole() {
    LogSegment segment = segment(Arena.ofAuto(), new Failing());
    active.offer(segment);
    ThreadContext context = lose(segment, segment.claim(64), 64);
    lost.settle();
    assertThat(context.lostSegment).isNull();
    assertThat(lost.places).containsOnlyNulls();
    assertThat(lost.abandoned()).isZero();
  }

  @Test
  void oneClaimThatFailsDoesNotHoldUpOthers() {
    LogSegment segment = segment(Arena.ofAuto(), null);
    active.offer(segment);
    ThreadContext good = lose(segment, segment.claim(64), 64);
    Arena arena = Arena.ofShared();
    LogSegment dead = segment(arena, null);
    active.offer(dead);
    arena.close();
    // The change to the next segment fails, for that one is dead.
    long word = segment.claim(SIZE);
    ThreadContext bad = lose(segment, word, SIZE);
    assertThatThrownBy(lost::settle).isInstanceOf(IllegalStateException.class);
    assertThat(good.lostSegment).isNull();
    assertThat(lost.places).containsOnlyOnce(bad);
    lost.settle();
    assertThat(lost.places).containsOnlyNulls();
    assertThat(active.currentAcquire()).isNull();
  }

  @Test
  void aCloseWhoseChangeFailedIsDoneByTheEnd() {
    LogSegment segment = segment(Arena.ofAuto(), null);
    active.offer(segment);
    Arena arena = Arena.ofShared();
    active.offer(segment(arena, null));
    arena.close();
    assertThatThrownBy(() -> active.roll(segment)).isInstanceOf(IllegalStateException.class);
    Thread ending = new Thread(active::end);
    ending.setDaemon(true);
    ending.start();
    Logs.await("the end", () -> !ending.isAlive());
    assertThat(active.currentAcquire()).isNull();
    assertThat(active.takeRetired()).isSameAs(segment);
    assertThat(active.takeRetired()).isNull();
  }

  @Test
  void aCallDoesNotMeetTheFailureOfAnEarlierOne() {
    LogSegment segment = segment(Arena.ofAuto(), null);
    active.offer(segment);
    Arena arena = Arena.ofShared();
    active.offer(segment(arena, null));
    arena.close();
    ThreadContext context = lose(segment, segment.claim(SIZE), SIZE);
    SegmentAppender appender = new SegmentAppender(active, lost, false, 0);
    context.buffer.begin(RecordLayout.TEXT, 2, 0, 1, 1, 0);
    context.buffer.text("record");
    assertThat(appender.append(null, context, null)).isFalse();
  }

  /** Where the stack ends, a lock cannot be counted on: interpreted code checks for stack there. */
  @Test
  void aClaimIsLeftWithoutALock() throws InterruptedException {
    LogSegment segment = segment(Arena.ofAuto(), new Failing());
    active.offer(segment);
    SegmentAppender appender = new SegmentAppender(active, lost, false, 0);
    LogWriter writer = new LogWriter(null, "w", 1, new AtomicInteger(), LogLevel.TRACE);
    AtomicReference<ThreadContext> context = new AtomicReference<>();
    Thread thread =
        new Thread(
            () -> {
              context.set(new ThreadContext(1 << 14));
              context.get().buffer.begin(RecordLayout.TEXT, 2, 0, 1, 1, 0);
              context.get().buffer.text("record");
              appender.append(writer.definedName(), context.get(), null);
            });
    synchronized (lost) {
      thread.start();
      thread.join(Duration.ofSeconds(60));
      assertThat(thread.isAlive()).isFalse();
      assertThat(lost.places).containsOnlyOnce(context.get());
    }
    lost.settle();
    assertThat(lost.places).containsOnlyNulls();
  }
}

package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.LogSegment;
import dev.tandem.logger.storage.PagePretoucher;
import dev.tandem.logger.storage.SegmentFile;
import dev.tandem.logger.storage.SegmentTail;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which pages are written to before callers come to them, when, and that no byte changes. */
class PagePretoucherTest {
  private static final long PAGE = SegmentFile.PAGE;
  private static final long CAPACITY = 16 << 20;
  private static final long LOOK = PagePretoucher.LOOK_NANOS;
  private static final long AGAIN = PagePretoucher.AGAIN_NANOS;

  @TempDir private Path directory;
  private final Arena arena = Arena.ofShared();
  private final List<Long> touched = new ArrayList<>();
  private final PagePretoucher ahead = new PagePretoucher((segment, offset) -> touched.add(offset));
  private LogSegment segment;
  private SegmentTail tail;

  PagePretoucherTest() {
    install(CAPACITY);
  }

  @AfterEach
  void unmap() {
    arena.close();
  }

  private void install(long capacity) {
    MemorySegment memory = arena.allocate(capacity, PAGE);
    SegmentLayout.putLong(memory, SegmentLayout.CLAIM_AT, SegmentLayout.UNCLAIMED);
    segment = new LogSegment(memory, 1, null, null);
    tail = new SegmentTail(segment, null, 0);
  }

  /** What a look at this time touches. */
  private List<Long> look(long now) {
    touched.clear();
    ahead.look(tail, now);
    return List.copyOf(touched);
  }

  private void claimTo(long offset) {
    segment.claim(offset - SegmentLayout.offsetOf(segment.claimsAcquire()));
  }

  /** The word of the claim itself, and the first of each page up to an offset. */
  private static List<Long> from(long claim, long to) {
    List<Long> words = new ArrayList<>(List.of(claim));
    words.addAll(pages(claim / PAGE * PAGE + PAGE, to));
    return words;
  }

  private static List<Long> pages(long from, long to) {
    return LongStream.iterate(from, at -> at < to, at -> at + PAGE).boxed().toList();
  }

  @Test
  void nothingIsTouchedBeforeTheFirstClaim() {
    assertThat(look(0)).isEmpty();
    assertThat(look(100 * AGAIN)).isEmpty();
    ahead.look(null, 200 * AGAIN);
    assertThat(touched).isEmpty();
  }

  @Test
  void aStretchBehindTheClaimIsTouchedAndThenItsEndAlone() {
    claimTo(1_000);
    assertThat(look(0)).isEqualTo(from(1_000, 1_000 + PagePretoucher.LEAST));
    claimTo(1_008);
    assertThat(look(LOOK)).isEmpty();
    claimTo(1_000 + 2 * PAGE);
    long end = (1_000 + PagePretoucher.LEAST) / PAGE * PAGE + PAGE;
    assertThat(look(2 * LOOK)).containsExactly(end, end + PAGE);
  }

  @Test
  void looksThatFollowEachOtherAtOnceAreOne() {
    claimTo(1_000);
    look(0);
    claimTo(1_000 + 4 * PAGE);
    assertThat(look(LOOK - 1)).isEmpty();
    assertThat(look(LOOK)).hasSize(4);
  }

  @Test
  void theStretchFollowsTheRateUpToABound() {
    claimTo(1_024);
    look(0);
    claimTo(1_024 + 100 * PAGE);
    assertThat(look(LOOK)).isEqualTo(from(1_024 + 100 * PAGE, 1_024 + 500 * PAGE));
    claimTo(8 << 20);
    assertThat(look(2 * LOOK)).isEqualTo(pages(8 << 20, (8 << 20) + PagePretoucher.MOST));
  }

  @Test
  void theWholeStretchIsTouchedAgainWhenItIsOld() {
    claimTo(1_000);
    look(0);
    claimTo(1_008);
    assertThat(look(AGAIN - 1)).isEmpty();
    claimTo(1_016);
    assertThat(look(AGAIN + LOOK)).isEqualTo(from(1_016, 1_016 + PagePretoucher.LEAST));
    claimTo(1_024);
    assertThat(look(2 * AGAIN)).isEmpty();
  }

  @Test
  void anIdleStoreLeavesTheDiskAlone() {
    claimTo(1_000);
    look(0);
    for (int i = 1; i < 1_000; i++) {
      assertThat(look(i * AGAIN)).isEmpty();
    }
    claimTo(1_008);
    assertThat(look(1_000 * AGAIN)).isEqualTo(from(1_008, 1_008 + PagePretoucher.LEAST));
  }

  @Test
  void nothingBeyondTheSegmentIsTouched() {
    install(4 * PAGE);
    claimTo(2 * PAGE + 8);
    assertThat(look(0)).containsExactly(2 * PAGE + 8, 3 * PAGE);
    claimTo(4 * PAGE - 8);
    assertThat(look(AGAIN)).containsExactly(4 * PAGE - 8);
    claimTo(4 * PAGE);
    assertThat(look(2 * AGAIN)).isEmpty();
    claimTo(5 * PAGE);
    assertThat(look(3 * AGAIN)).isEmpty();
  }

  @Test
  void aClosedSegmentIsLeftAloneAndTheNextOneIsNew() {
    claimTo(1_000);
    segment.close(segment.claimsAcquire());
    assertThat(look(0)).isEmpty();
    install(CAPACITY);
    claimTo(600);
    assertThat(look(1)).isEqualTo(from(600, 600 + PagePretoucher.LEAST));
    install(CAPACITY);
    claimTo(608);
    assertThat(look(2)).isEqualTo(from(608, 608 + PagePretoucher.LEAST));
  }

  /** Both write to the same words all the time; a write that is lost stays lost. */
  @Test
  void whatIsBeingWrittenIsNotChanged() {
    int rounds = 20_000;
    MemorySegment memory = segment.memory();
    PagePretoucher real = new PagePretoucher();
    claimTo(PAGE);
    AtomicBoolean over = new AtomicBoolean();
    Logs.run(
        2,
        index -> {
          if (index == 0) {
            for (long now = 0; !over.get(); now += AGAIN) {
              // Forth and back: what goes forth is touched.
              SegmentLayout.putLong(memory, SegmentLayout.CLAIM_AT, PAGE + now / AGAIN % 2 * 8);
              real.look(tail, now);
            }
            return;
          }
          try {
            for (int i = 1; i <= rounds; i++) {
              for (long at = 2 * PAGE; at < PagePretoucher.LEAST; at += PAGE) {
                write(memory, at, i);
              }
              for (long at = 2 * PAGE; at < PagePretoucher.LEAST; at += PAGE) {
                check(memory, at, i);
              }
            }
          } finally {
            over.set(true);
          }
        });
  }

  /** In pieces, as a record is: the touch is one of all eight bytes. */
  private static void write(MemorySegment memory, long at, int value) {
    for (int i = 0; i < 4; i++) {
      memory.set(ValueLayout.JAVA_BYTE, at + i, (byte) (value + i));
    }
    SegmentLayout.putIntRelease(memory, at + 4, value);
  }

  private static void check(MemorySegment memory, long at, int value) {
    if (SegmentLayout.getInt(memory, at + 4) != value) {
      throw new AssertionError("lost at " + at + ": " + value);
    }
    for (int i = 0; i < 4; i++) {
      if (memory.get(ValueLayout.JAVA_BYTE, at + i) != (byte) (value + i)) {
        throw new AssertionError("lost at " + (at + i) + ": " + value);
      }
    }
  }

  @Test
  void aStoreTouchesThePagesBehindItsFirstRecord() throws IOException {
    LogStoreConfig config = Logs.small().segmentSize(1 << 20).segmentsAhead(1).build();
    try (LogStore store = LogStore.open(directory, config)) {
      store.writer("w").log(LogLevel.INFO, "x");
      Logs.await(
          "pages that were touched",
          () -> store.maintenance().ahead().touched() > PagePretoucher.LEAST);
    }
    assertThat(Logs.read(directory).messages()).containsExactly("x");
  }
}

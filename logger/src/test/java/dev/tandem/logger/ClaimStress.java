package dev.tandem.logger;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.ActiveSegment;
import dev.tandem.logger.storage.LogSegment;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIJ_Result;
import org.openjdk.jcstress.infra.results.IJ_Result;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** What threads that claim, commit and change segments may see of each other. */
public final class ClaimStress {
  private static final int SIZE = 64;

  private ClaimStress() {}

  /** A segment with room for so many records. */
  private static LogSegment segment(int records) {
    long[] words = new long[(SegmentLayout.HEADER_BYTES + records * SIZE) / 8];
    MemorySegment memory = MemorySegment.ofArray(words);
    SegmentLayout.putLong(memory, SegmentLayout.CLAIM_AT, SegmentLayout.UNCLAIMED);
    return new LogSegment(memory, 7, null, null);
  }

  private static void write(LogSegment segment, long word) {
    byte[] record = new byte[SIZE];
    Arrays.fill(record, (byte) 9);
    segment.write(SegmentLayout.offsetOf(word), record, SIZE, null);
  }

  /** Two claims of one place: one gets it, the other closes the segment. */
  @JCStressTest
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "the first has it")
  @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "the second has it")
  @Outcome(expect = FORBIDDEN, desc = "both, or neither, or closed twice")
  @State
  public static class OnePlace {
    private final LogSegment segment = segment(1);
    private int closers;

    @Actor
    public void first(IIJ_Result result) {
      result.r1 = claim() ? 1 : 0;
    }

    @Actor
    public void second(IIJ_Result result) {
      result.r2 = claim() ? 1 : 0;
    }

    private boolean claim() {
      long word = segment.claim(SIZE);
      if (segment.holds(word, SIZE)) {
        return true;
      }
      if (segment.closes(word)) {
        closers++;
      }
      return false;
    }

    @Arbiter
    public void closers(IIJ_Result result) {
      result.r3 = closers;
    }
  }

  /** Who sees a record's length sees all of the record. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "not yet")
  @Outcome(id = "64, 651061555542690057", expect = ACCEPTABLE, desc = "whole")
  @Outcome(expect = FORBIDDEN, desc = "committed before it was written")
  @State
  public static class Commit {
    private final LogSegment segment = segment(1);

    @Actor
    public void writer() {
      write(segment, segment.claim(SIZE));
    }

    @Actor
    public void reader(IJ_Result result) {
      result.r1 = segment.lengthAcquire(SegmentLayout.HEADER_BYTES);
      result.r2 =
          result.r1 == 0
              ? 0
              : SegmentLayout.getLong(segment.memory(), SegmentLayout.HEADER_BYTES + SIZE - 8);
    }
  }

  /** Two threads fill a segment of one record, one of them offers the next: nothing is lost. */
  @JCStressTest
  @Outcome(id = "1, 1, 2", expect = ACCEPTABLE, desc = "each has a place, the first is retired")
  @Outcome(expect = FORBIDDEN, desc = "a lost record, or a segment that was not retired once")
  @State
  public static class Switch {
    private final LogSegment first = segment(1);
    private final LogSegment second = segment(1);
    private final ActiveSegment active = new ActiveSegment(() -> {});

    public Switch() {
      active.offer(first);
    }

    @Actor
    public void one(JJJ_Result result) {
      result.r1 = log();
    }

    @Actor
    public void two(JJJ_Result result) {
      active.offer(second);
      result.r2 = log();
    }

    private long log() {
      LogSegment segment = active.currentAcquire();
      while (true) {
        if (segment != null) {
          long word = segment.claim(SIZE);
          if (segment.holds(word, SIZE)) {
            write(segment, word);
            return 1;
          }
          active.passed(segment, word);
        }
        segment = active.await(segment, true, Long.MAX_VALUE);
      }
    }

    @Arbiter
    public void end(JJJ_Result result) {
      LogSegment old = active.takeRetired();
      boolean once = old == first && active.takeRetired() == null;
      boolean all =
          first.committedEnd(SegmentLayout.HEADER_BYTES, first.capacity()) == first.capacity()
              && second.committedEnd(SegmentLayout.HEADER_BYTES, second.capacity())
                  == second.capacity();
      result.r3 = (once ? 1L : 10) + (all ? 1 : 100);
    }
  }

  /** A claim that races with the end of the store is committed before the end, or refused. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "claimed, and seen by the end")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused, and not waited for")
  @Outcome(expect = FORBIDDEN, desc = "the two disagree")
  @State
  public static class End {
    private final LogSegment segment = segment(4);
    private final ActiveSegment active = new ActiveSegment(() -> {});

    public End() {
      active.offer(segment);
    }

    @Actor
    public void writer(IJ_Result result) {
      LogSegment current = active.currentAcquire();
      if (current == null) {
        return;
      }
      long word = current.claim(SIZE);
      if (current.holds(word, SIZE)) {
        write(current, word);
        result.r1 = 1;
      }
    }

    @Actor
    public void end(IJ_Result result) {
      active.end();
      result.r2 = SegmentLayout.claimsOf(segment.closedAcquire());
    }
  }

  /** A closer that is preempted between its claim and the change, beside a rotation and the end. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "closed once, at the end of its record")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "closed before the record was claimed")
  @Outcome(expect = FORBIDDEN, desc = "closed twice, or at a place that is not the end")
  @State
  public static class CloserBesideEnd {
    private final LogSegment segment = segment(1);
    private final ActiveSegment active = new ActiveSegment(() -> {});

    public CloserBesideEnd() {
      active.offer(segment);
    }

    @Actor
    @SuppressWarnings("ThreadPriorityCheck") // plays the preemption
    public void closer(IJ_Result result) {
      long word = segment.claim(SIZE);
      if (segment.holds(word, SIZE)) {
        write(segment, word);
        result.r1 = 1;
        word = segment.claim(SIZE);
      }
      Thread.yield();
      active.passed(segment, word);
    }

    @Actor
    public void end() {
      active.roll(segment);
      active.end();
    }

    @Arbiter
    public void closed(IJ_Result result) {
      long closed = segment.closedAcquire();
      boolean once = active.takeRetired() == segment && active.takeRetired() == null;
      boolean place =
          SegmentLayout.claimsOf(closed) == result.r1
              && SegmentLayout.offsetOf(closed) == SegmentLayout.HEADER_BYTES + SIZE * result.r1;
      result.r2 = once && place ? 1 : 0;
    }
  }
}

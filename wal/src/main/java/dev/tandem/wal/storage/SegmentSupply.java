package dev.tandem.wal.storage;

import dev.tandem.wal.WalConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Has segments made ahead of their use, on a thread of its own. So the writer never grows a file,
 * and a full disk is known while a reserve is left.
 */
public final class SegmentSupply implements Runnable {

  /** How long it waits before it looks for room again. */
  private static final long ROOM_RETRY_MS = 50;

  private final SegmentMaker maker;
  private final int ahead;
  private final int inReserve;

  /**
   * With fewer ready, new files are filled, and then as many as are wanted. Above that only retired
   * ones are prepared: filling costs the device as much as the records do, and where retention
   * keeps up, a used segment comes back before it is missed.
   */
  private final int low;

  private final Consumer<Throwable> onFailure;
  private final Runnable onReady;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition wanted = lock.newCondition();
  private final Condition tried = lock.newCondition();
  private final ArrayDeque<Segment> ready = new ArrayDeque<>();

  /** Those given out, until they are closed: some may never be written, if the log ends before. */
  private final ArrayDeque<Segment> given = new ArrayDeque<>();

  private final ArrayDeque<Path> retired = new ArrayDeque<>();
  private final ArrayDeque<Runnable> chores = new ArrayDeque<>();
  private long nextNumber;
  private boolean stopped;

  /** The last one could not be made. */
  private boolean starved;

  /** There were fewer than {@link #low}, and are not as many as wanted yet. */
  private boolean filling = true;

  private long made;
  private long recycled;

  private final AtomicBoolean outOfRoom = new AtomicBoolean();

  public SegmentSupply(
      WalConfig config,
      SegmentMaker maker,
      long firstNumber,
      Consumer<Throwable> onFailure,
      Runnable onReady) {
    this.maker = maker;
    ahead = config.segmentsAhead();
    inReserve = config.segmentsInReserve();
    low = Math.min(ahead, Math.max(inReserve + 2, (ahead + 1) / 2));
    this.onFailure = onFailure;
    this.onReady = onReady;
    nextNumber = firstNumber;
  }

  /**
   * The next segment; null if none is ready. The reserve is given only when the disk was found
   * full: a writer that is faster than this thread would else have used it up before anybody knew.
   */
  public Segment poll() {
    lock.lock();
    try {
      if (ready.size() <= inReserve && !outOfRoom.getAcquire()) {
        return null;
      }
      Segment segment = ready.poll();
      if (segment != null) {
        give(segment);
      }
      wanted.signal();
      return segment;
    } finally {
      lock.unlock();
    }
  }

  /** Whether the disk had no room for a segment, and the reserve is not whole again since then. */
  public boolean isOutOfRoom() {
    return outOfRoom.getAcquire();
  }

  /** Whether it is out of room, and has given the reserve, too. */
  public boolean isExhausted() {
    lock.lock();
    try {
      return outOfRoom.getAcquire() && ready.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the reserve is there, or known not to fit on the disk, or it is over. */
  public void awaitReserve() {
    lock.lock();
    try {
      while (!stopped && ready.size() < inReserve && !outOfRoom.getAcquire()) {
        tried.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Gives a segment file that nobody reads any more, to be made into a new one. */
  public void recycle(Path path) {
    lock.lock();
    try {
      retired.add(path);
      wanted.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Whether a retired file would be of use. */
  public boolean wantsRetired() {
    lock.lock();
    try {
      return !stopped && retired.size() < ahead;
    } finally {
      lock.unlock();
    }
  }

  /** Has something done on this thread, before the next segment is made. */
  public void submit(Runnable chore) {
    lock.lock();
    try {
      chores.add(chore);
      wanted.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Makes the first segment, on the caller's thread, before {@link #run} begins. */
  public Segment first() throws IOException {
    Segment first = make();
    give(first);
    return first;
  }

  private void give(Segment segment) {
    lock.lock();
    try {
      given.removeIf(Segment::isClosedAcquire);
      given.add(segment);
    } finally {
      lock.unlock();
    }
  }

  /** The last segment that was given out; null if they are all closed. */
  public Segment newest() {
    lock.lock();
    try {
      Segment newest = given.peekLast();
      return newest == null || newest.isClosedAcquire() ? null : newest;
    } finally {
      lock.unlock();
    }
  }

  /** Closes, as they are, the segments that were given out; nobody may write to them any more. */
  public void abandonGiven() throws IOException {
    Segment segment;
    while ((segment = pollGiven()) != null) {
      segment.abandon();
    }
  }

  private Segment pollGiven() {
    lock.lock();
    try {
      return given.poll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void run() {
    try {
      while (true) {
        Runnable chore = awaitChore();
        if (chore != null) {
          chore.run();
        } else if (!fill()) {
          return;
        }
      }
    } catch (Throwable e) {
      onFailure.accept(e);
    } finally {
      abandonReady();
    }
  }

  /** A chore, or null if segments are wanted or it is over. */
  private Runnable awaitChore() {
    lock.lock();
    try {
      while (true) {
        Runnable chore = chores.poll();
        boolean wants = wantsOne();
        if (chore != null || stopped || (wants && !starved)) {
          return chore;
        }
        if (wants) {
          if (wanted.await(ROOM_RETRY_MS, TimeUnit.MILLISECONDS)) {
            continue;
          }
          return chores.poll();
        }
        wanted.await();
      }
    } catch (InterruptedException e) {
      throw new AssertionError("this thread cannot be interrupted", e);
    } finally {
      lock.unlock();
    }
  }

  /** With the lock held. */
  private boolean wantsOne() {
    int count = ready.size();
    filling = count < ahead && (filling || count < low);
    return count < ahead && (filling || !retired.isEmpty());
  }

  /** Makes one segment; returns false if it is over. */
  private boolean fill() throws IOException {
    lock.lock();
    try {
      if (stopped) {
        return false;
      }
      if (!wantsOne()) {
        return true;
      }
    } finally {
      lock.unlock();
    }
    Segment segment = null;
    try {
      segment = make();
    } catch (IOException e) {
      if (!maker.isFull(e)) {
        throw e;
      }
    }
    lock.lock();
    try {
      starved = segment == null;
      if (segment != null) {
        ready.add(segment);
      }
      // One segment alone is no reason to take records for which there is no reserve.
      outOfRoom.setRelease(starved || (outOfRoom.getAcquire() && ready.size() < inReserve));
      tried.signalAll();
    } finally {
      lock.unlock();
    }
    onReady.run();
    return true;
  }

  private Segment make() throws IOException {
    Path old = pollRetired();
    Segment segment = maker.make(nextNumber, old);
    lock.lock();
    try {
      nextNumber++;
      if (old != null) {
        recycled++;
      } else {
        made++;
      }
    } finally {
      lock.unlock();
    }
    return segment;
  }

  private Path pollRetired() {
    lock.lock();
    try {
      return retired.poll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the thread after what it is doing. */
  public void stop() {
    lock.lock();
    try {
      stopped = true;
      wanted.signal();
      tried.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void abandonReady() {
    Segment segment;
    while ((segment = takeAny()) != null) {
      try {
        segment.abandon();
      } catch (IOException e) {
        onFailure.accept(e);
      }
    }
  }

  private Segment takeAny() {
    lock.lock();
    try {
      return ready.poll();
    } finally {
      lock.unlock();
    }
  }

  public int readyCount() {
    lock.lock();
    try {
      return ready.size();
    } finally {
      lock.unlock();
    }
  }

  /** Counts of segments zero-filled, and of those made of retired ones. */
  public long[] counts() {
    lock.lock();
    try {
      return new long[] {made, recycled};
    } finally {
      lock.unlock();
    }
  }
}

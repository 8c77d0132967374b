package dev.tandem.wal.append;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tandem.wal.ConfirmListener;
import dev.tandem.wal.ConfirmTimeoutException;
import dev.tandem.wal.Durability;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalPoisonedException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** What waiters and listeners are told by a writer that publishes, fails or ends. */
public final class ConfirmStress {

  /** Never reached by a waiter that is woken. */
  private static final long LIMIT_NS = 30_000_000_000L;

  private static final int CONFIRMED = 1;
  private static final int POISONED = 10;
  private static final int CLOSED = 100;
  private static final int TIMED_OUT = 1_000;

  private static final int MOST_PAUSES = 64;

  /** Of the one thread of a process that pauses. */
  private static int turn;

  private ConfirmStress() {}

  /**
   * Begins each time a little later, so that it meets the other thread at every point of its way.
   */
  static void pause() {
    turn = (turn + 1) % MOST_PAUSES;
    for (int i = 0; i < turn; i++) {
      Thread.onSpinWait();
    }
  }

  /** The parts of a log that confirm. */
  static final class Log {
    final LogFailure failure = new LogFailure();
    final ConfirmationTracker confirmations;

    Log(Durability level, WriterSleep sleep) {
      // Whoever waits is parked at once: a lone one would else always spin first.
      WalConfig config = WalConfig.builder().durability(level).spinningWaiters(0).build();
      confirmations = new ConfirmationTracker(config, new Positions(-1), sleep, () -> 2, failure);
    }

    static Log synced() {
      return new Log(Durability.SYNCED, new WriterSleep());
    }

    /** As the log does, whatever thread finds the failure. */
    void fail() {
      failure.fail(new IOException("the disk is gone"));
      confirmations.end();
    }

    /** As the writer does when it has ended. */
    void finish() {
      failure.finishVolatile();
      confirmations.end();
    }

    int await(long sequence, Durability level) {
      return code(() -> confirmations.awaitNanos(sequence, level, LIMIT_NS));
    }

    private static int code(Runnable wait) {
      try {
        wait.run();
        return CONFIRMED;
      } catch (WalPoisonedException e) {
        return POISONED;
      } catch (IllegalStateException e) {
        return CLOSED;
      } catch (ConfirmTimeoutException e) {
        return TIMED_OUT;
      }
    }
  }

  /** Counts what a listener is told, each kind by a digit. */
  static final class Reported implements ConfirmListener {
    private final AtomicInteger count = new AtomicInteger();

    @Override
    public void confirmed(long sequence, Durability level) {
      count.addAndGet(CONFIRMED);
    }

    @Override
    public void failed(long sequence, Durability level, Throwable cause) {
      count.addAndGet(cause instanceof WalPoisonedException ? POISONED : CLOSED);
    }

    int code() {
      return count.get();
    }
  }

  /** Listeners that come as their records reach the level. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "each told once")
  @Outcome(expect = FORBIDDEN, desc = "not told, or twice")
  @State
  public static class ListenerBesidePublish {
    private final Log log = Log.synced();
    private final Reported written = new Reported();
    private final Reported synced = new Reported();

    @Actor
    public void listener() {
      log.confirmations.whenConfirmed(0, Durability.WRITTEN, written);
      log.confirmations.whenConfirmed(0, Durability.SYNCED, synced);
    }

    @Actor
    public void writer() {
      pause();
      log.confirmations.publishWritten(0);
      log.confirmations.publishSynced(0);
    }

    @Arbiter
    public void reported(II_Result result) {
      result.r1 = written.code();
      result.r2 = synced.code();
    }
  }

  /**
   * Listeners that come as the log fails, of a record written before that and of one that never is.
   */
  @JCStressTest
  @Outcome(id = "1, 10", expect = ACCEPTABLE, desc = "each told once, as it is")
  @Outcome(expect = FORBIDDEN, desc = "not told, or twice, or what is not so")
  @State
  public static class ListenerBesideFailure {
    private final Log log = Log.synced();
    private final Reported before = new Reported();
    private final Reported behind = new Reported();

    @Actor
    public void listener() {
      log.confirmations.whenConfirmed(0, Durability.WRITTEN, before);
      log.confirmations.whenConfirmed(1, Durability.WRITTEN, behind);
    }

    @Actor
    public void writer() {
      pause();
      log.confirmations.publishWritten(0);
      log.fail();
    }

    @Arbiter
    public void reported(II_Result result) {
      result.r1 = before.code();
      result.r2 = behind.code();
    }
  }

  /**
   * A thread parks as its record is synced; a wake-up that is lost would let it run into its limit.
   */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "confirmed")
  @Outcome(expect = FORBIDDEN, desc = "not woken")
  @State
  public static class AwaitBesidePublish {
    private final Log log = Log.synced();

    @Actor
    public void waiter(I_Result result) {
      result.r1 = log.await(0, Durability.SYNCED);
    }

    @Actor
    public void writer() {
      pause();
      log.confirmations.publishWritten(0);
      log.confirmations.publishSynced(0);
    }
  }

  /**
   * A thread parks as the log fails behind its record, and once more for one that is never written.
   */
  @JCStressTest
  @Outcome(id = "1, 10", expect = ACCEPTABLE, desc = "confirmed, and failed")
  @Outcome(expect = FORBIDDEN, desc = "not woken, or told what is not so")
  @State
  public static class AwaitBesideFailure {
    private final Log log = Log.synced();

    @Actor
    public void waiter(II_Result result) {
      result.r1 = log.await(0, Durability.WRITTEN);
      result.r2 = log.await(1, Durability.WRITTEN);
    }

    @Actor
    public void writer() {
      pause();
      log.confirmations.publishWritten(0);
      log.fail();
    }
  }

  /** A thread parks as the log is closed, with its record or without it. */
  @JCStressTest
  @Outcome(id = "1, 100", expect = ACCEPTABLE, desc = "confirmed, and never to come")
  @Outcome(expect = FORBIDDEN, desc = "not woken, or told what is not so")
  @State
  public static class AwaitBesideClose {
    private final Log log = Log.synced();

    @Actor
    public void waiter(II_Result result) {
      result.r1 = log.await(0, Durability.SYNCED);
      result.r2 = log.await(1, Durability.SYNCED);
    }

    @Actor
    public void writer() {
      pause();
      log.confirmations.publishWritten(0);
      log.confirmations.publishSynced(0);
      log.finish();
    }
  }
}

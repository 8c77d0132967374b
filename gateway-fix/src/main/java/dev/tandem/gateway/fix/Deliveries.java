package dev.tandem.gateway.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * Takes executions from the gateway's event loop to the thread of FIX, which writes them for their
 * sessions. Where that thread falls behind, sessions that wait for more than their share miss
 * executions, and their connections end with a Logout that says so; others miss nothing.
 */
final class Deliveries {

  /** How many executions a session waits for. */
  static final class Waiting {
    private final AtomicInteger count = new AtomicInteger();

    int count() {
      return count.get();
    }
  }

  private final int most;
  private final Executor thread;
  private final BiConsumer<Execution, List<FixSession>> deliver;
  private final AtomicInteger queued = new AtomicInteger();
  private final AtomicInteger sessions = new AtomicInteger();

  /**
   * @param most reports that may wait before anybody's are dropped; never twice as many wait
   * @param thread that of FIX
   * @param deliver writes an execution for these sessions, on that thread
   */
  Deliveries(int most, Executor thread, BiConsumer<Execution, List<FixSession>> deliver) {
    this.most = most;
    this.thread = thread;
    this.deliver = deliver;
  }

  /** On the gateway's event loop. */
  void send(Execution execution, List<FixSession> to) {
    List<FixSession> receivers = to;
    int waiting = queued.get();
    if (waiting >= most) {
      int share = waiting >= 2 * most ? -1 : most / Math.max(1, sessions.get());
      receivers = new ArrayList<>(to.size());
      for (FixSession session : to) {
        if (session.waiting().count() > share) {
          session.missed().add();
        } else {
          receivers.add(session);
        }
      }
      if (share < 0) {
        return;
      }
    }
    queue(execution, receivers);
  }

  private void queue(Execution execution, List<FixSession> to) {
    for (FixSession session : to) {
      if (session.waiting().count.getAndIncrement() == 0) {
        sessions.incrementAndGet();
      }
    }
    queued.addAndGet(to.size() + 1);
    thread.execute(
        () -> {
          queued.addAndGet(-1 - to.size());
          for (FixSession session : to) {
            if (session.waiting().count.decrementAndGet() == 0) {
              sessions.decrementAndGet();
            }
          }
          deliver.accept(execution, to);
        });
  }
}

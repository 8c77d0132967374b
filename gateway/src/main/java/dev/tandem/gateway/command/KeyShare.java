package dev.tandem.gateway.command;

import dev.tandem.gateway.access.Faults;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;

/**
 * How many commands of one key are in flight, and how many may be: so no key fills the kernel's
 * ring, however much its connections send at once, and another key's command waits behind that many
 * at most. What is above that is not refused, it waits for its turn. On the event loop.
 */
public final class KeyShare {

  private final int most;
  private final Executor loop;
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private int inFlight;
  private boolean called;

  /**
   * @param most at once; 0: any number
   * @param loop on which waiting connections continue
   */
  KeyShare(int most, Executor loop) {
    this.most = most;
    this.loop = loop;
  }

  /** Whether one more may be in flight. */
  public boolean hasRoom() {
    return most == 0 || inFlight < most;
  }

  /** Whether nobody else of the key has waited longer for that. */
  public boolean isNext() {
    return waiting.isEmpty() && hasRoom();
  }

  /** Continues when there is room, behind who waits already; it looks again how much that is. */
  public void await(Runnable proceed) {
    waiting.add(proceed);
  }

  /** Counts one more command in flight. */
  public void taken() {
    inFlight++;
  }

  /** Counts one command less in flight, and lets who waits continue. */
  public void answered() {
    inFlight--;
    // From half on: one at a time would turn a socket's reading on and off for each command.
    if (!waiting.isEmpty() && inFlight <= most / 2 && !called) {
      called = true;
      // Not within an answer: what waits is another visit's work.
      loop.execute(this::proceed);
    }
  }

  private void proceed() {
    called = false;
    // Who waits again is behind all others.
    for (int left = waiting.size(); left > 0 && hasRoom(); left--) {
      Faults.run("what has waited for its key's turn has failed", waiting.poll());
    }
  }
}

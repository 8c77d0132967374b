package dev.tandem.logger;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Does work that may fail, and tells of each kind of failure once until it works again. */
final class Trouble {
  /** Work that may fail. */
  interface Work {
    void run() throws IOException;
  }

  private final Consumer<String> listener;
  private final Set<String> told = new HashSet<>();
  private long count;

  Trouble(Consumer<String> listener) {
    this.listener = listener;
  }

  /** Whether the work was done. */
  boolean during(String what, Work work) {
    try {
      work.run();
      over(what);
      return true;
    } catch (IOException | RuntimeException | Error e) {
      failed(what, e);
      return false;
    }
  }

  private synchronized void over(String what) {
    if (!told.isEmpty()) {
      told.remove(what);
    }
  }

  /** Tells of work that failed elsewhere. */
  void failed(String what, Throwable cause) {
    // Outside the monitor: the listener may log, flush or close, which waits for other threads.
    if (isNews(what)) {
      listener.accept(what + ": " + cause);
    }
  }

  private synchronized boolean isNews(String what) {
    count++;
    return told.add(what);
  }

  /** How many times work failed. */
  synchronized long count() {
    return count;
  }
}

package dev.tandem.logger;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Does work that may fail, and tells of each kind of failure once until it works again, or fails
 * otherwise.
 */
final class Trouble {
  /** Work that may fail. */
  interface Work {
    void run() throws IOException;
  }

  private final Consumer<String> listener;

  /** What has failed, and of each class of causes the first: the words may differ each time. */
  private final Map<Kind, List<Throwable>> failing = new HashMap<>();

  private long count;

  /** Work on one file is of the same kind as the same work on another. */
  private record Kind(String what, Object file) {}

  Trouble(Consumer<String> listener) {
    this.listener = listener;
  }

  /** Whether the work was done. */
  boolean during(String what, Work work) {
    return during(what, null, null, work);
  }

  /**
   * Does work on one of many files. What has the same cause for several of them is told once.
   *
   * @param pause is told how the work ends; null if it is tried again without one
   * @return whether the work was done
   */
  boolean during(String what, Path file, RetryPause pause, Work work) {
    try {
      work.run();
      over(what, file);
      if (pause != null) {
        pause.end();
      }
      return true;
    } catch (IOException | RuntimeException | Error e) {
      if (pause != null) {
        pause.failed(System.nanoTime());
      }
      failed(new Kind(what, file), e);
      return false;
    }
  }

  /** Work that failed elsewhere is done. */
  void over(String what) {
    over(what, null);
  }

  private synchronized void over(String what, Path file) {
    if (!failing.isEmpty()) {
      failing.remove(new Kind(what, file));
    }
  }

  /** Tells of work that failed elsewhere. */
  void failed(String what, Throwable cause) {
    failed(new Kind(what, null), cause);
  }

  private void failed(Kind kind, Throwable cause) {
    // Outside the monitor: the listener may log, flush or close, which waits for other threads.
    if (isNews(kind, cause)) {
      String on = kind.file() == null ? "" : " " + kind.file();
      listener.accept(kind.what() + on + ": " + cause);
    }
  }

  private synchronized boolean isNews(Kind kind, Throwable cause) {
    count++;
    boolean knownElsewhere =
        failing.entrySet().stream()
            .filter(other -> other.getKey().what().equals(kind.what()))
            .flatMap(other -> other.getValue().stream())
            .anyMatch(other -> other.toString().equals(cause.toString()));
    List<Throwable> causes = failing.computeIfAbsent(kind, key -> new ArrayList<>());
    boolean known = causes.stream().anyMatch(other -> other.getClass().equals(cause.getClass()));
    if (!known) {
      causes.add(cause);
    }
    return !known && !knownElsewhere;
  }

  /** How many times work failed. */
  synchronized long count() {
    return count;
  }
}

package dev.tandem.logger.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * Does work that may fail, and reports each cause of a failure once until it works again. Causes
 * are the same if they have one class and one text but for the numbers in it, which often differ
 * from attempt to attempt and from segment to segment: else a full disk would be reported many
 * times a second, with another offset each time. A suppressed exception is a cause, too. A cause
 * that comes and goes is reported at most once a minute.
 */
public final class FailureReporter {
  /** Work that may fail. */
  public interface Work {
    void run() throws IOException;
  }

  private final Consumer<String> listener;

  /** Causes of one kind of work that are reported; the next are taken for one of them. */
  static final int MOST_CAUSES = 32;

  /** Kinds of work that are remembered; the eldest is forgotten, and may be reported again. */
  static final int MOST_KINDS = 256;

  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  /** What has failed, and why. */
  private final Map<Kind, Set<String>> failing = new LinkedHashMap<>();

  /** When a cause was reported, in nanoseconds; the eldest is forgotten. */
  private final Map<String, Long> reported = new LinkedHashMap<>();

  private final LongSupplier nanoTime;
  private long count;

  /** Work on one file is of the same kind as the same work on another. */
  private record Kind(String what, Object file) {}

  public FailureReporter(Consumer<String> listener) {
    this(listener, System::nanoTime);
  }

  FailureReporter(Consumer<String> listener, LongSupplier nanoTime) {
    this.listener = listener;
    this.nanoTime = nanoTime;
  }

  /** Whether the work was done. */
  public boolean during(String what, Work work) {
    return during(what, null, null, work);
  }

  /**
   * Does work on one of many files. A cause that is the same for several of them is reported once.
   *
   * @param pause learns how the work ends; null if it is tried again without one
   * @return whether the work was done
   */
  public boolean during(String what, Path file, RetryPause pause, Work work) {
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
  public void over(String what) {
    over(what, null);
  }

  private synchronized void over(String what, Path file) {
    if (!failing.isEmpty()) {
      failing.remove(new Kind(what, file));
    }
  }

  /** Reports work that failed elsewhere. */
  public void failed(String what, Throwable cause) {
    failed(new Kind(what, null), cause);
  }

  private void failed(Kind kind, Throwable cause) {
    // Outside the monitor: the listener may log, flush or close, which waits for other threads.
    String news = news(kind, cause);
    if (!news.isEmpty()) {
      String on = kind.file() == null ? "" : " " + kind.file();
      listener.accept(kind.what() + on + ": " + news);
    }
  }

  /** What was not reported yet; empty if there is nothing. */
  private synchronized String news(Kind kind, Throwable cause) {
    count++;
    StringJoiner news = new StringJoiner("; ");
    addIfNew(kind, cause, news);
    for (Throwable other : cause.getSuppressed()) {
      addIfNew(kind, other, news);
    }
    return news.toString();
  }

  private void addIfNew(Kind kind, Throwable cause, StringJoiner news) {
    String text = cause.toString();
    String same = NUMBER.matcher(text).replaceAll("0");
    boolean known =
        failing.entrySet().stream()
            .anyMatch(
                other ->
                    other.getKey().what().equals(kind.what()) && other.getValue().contains(same));
    Set<String> causes = failing.computeIfAbsent(kind, key -> new HashSet<>());
    if (failing.size() > MOST_KINDS) {
      failing.remove(failing.keySet().iterator().next());
    }
    if (known) {
      if (causes.size() < MOST_CAUSES) {
        causes.add(same);
      }
    } else if (causes.size() < MOST_CAUSES && isDue(kind.what() + ": " + same)) {
      causes.add(same);
      news.add(text);
    }
  }

  /** Not within a minute of the last time; what lasts is reported then. */
  private boolean isDue(String cause) {
    long now = nanoTime.getAsLong();
    Long last = reported.get(cause);
    if (last != null && now - last < StateNews.MINUTE_NANOS) {
      return false;
    }
    reported.remove(cause);
    reported.put(cause, now);
    if (reported.size() > MOST_KINDS) {
      reported.remove(reported.keySet().iterator().next());
    }
    return true;
  }

  /** How many kinds of work have failed and not worked since, as far as that is remembered. */
  synchronized int remembered() {
    return failing.size();
  }

  /** How many times work failed. */
  public synchronized long count() {
    return count;
  }
}

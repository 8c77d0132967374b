package dev.tandem.gateway.reports;

import dev.tandem.gateway.reports.FeedPlaces.Place;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Has each user's reports begin where an earlier start has left a mark, while the log's commands
 * are applied again. Of a user's marks it takes the earliest behind which all commands come again.
 */
final class FeedRestore {

  private final Map<Long, List<Place>> found;
  private final Consumer<Place> begin;
  private ArrayDeque<Place> due;
  private boolean complete = true;

  /**
   * @param begin has the reports of a user begin
   */
  FeedRestore(Map<Long, List<Place>> found, Consumer<Place> begin) {
    this.found = found;
    this.begin = begin;
  }

  /** The command of this number is next. */
  void before(long command) {
    if (due == null) {
      due = new ArrayDeque<>(chosen(command));
    }
    while (!due.isEmpty() && due.peek().command() < command) {
      begin.accept(due.poll());
    }
  }

  private List<Place> chosen(long first) {
    List<Place> chosen = new ArrayList<>();
    for (List<Place> ofUser : found.values()) {
      ofUser.stream()
          .filter(place -> place.command() >= first - 1)
          .findFirst()
          .ifPresentOrElse(chosen::add, () -> complete = false);
    }
    chosen.sort(Comparator.comparingLong(Place::command));
    return chosen;
  }

  /** Whether all users' reports continue. */
  boolean isComplete() {
    return complete;
  }

  /** Whether there are marks behind the end of the log: then it has lost what was reported. */
  boolean isBehind() {
    return !due.isEmpty();
  }
}

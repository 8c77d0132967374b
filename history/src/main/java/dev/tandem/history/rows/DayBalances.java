package dev.tandem.history.rows;

import dev.tandem.core.api.UserState;
import java.time.LocalDate;
import java.util.List;

/**
 * What everybody owned when a day ended, in UTC.
 *
 * @param nextEvent number of the first event record behind it; below 0 if the day may go on: see
 *     {@link #unfinished}
 */
public record DayBalances(LocalDate day, long nextEvent, List<UserState> users) {

  /** Says of a day that it may go on behind this event. */
  public static long unfinished(long nextEvent) {
    return -1 - nextEvent;
  }
}

package dev.tandem.app.replay;

import java.util.ArrayList;
import java.util.List;

/** Where a replay differs from what its input says must come of it; the first ones in words. */
public final class Mismatches {

  private static final int KEPT = 10;

  private final List<String> first = new ArrayList<>();
  private long count;

  void add(String place, String what, String got, String expected) {
    if (first.size() < KEPT) {
      first.add(place + ": " + what + " is " + got + ", expected " + expected);
    }
    count++;
  }

  /** Number of mismatches, also of those that are not kept as text. */
  public long count() {
    return count;
  }

  /** The first ones, in the order they were found: {@code file:line: what is got, expected}. */
  public List<String> first() {
    return List.copyOf(first);
  }
}

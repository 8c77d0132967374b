package dev.tandem.logger.append;

import dev.tandem.logger.LogLevel;
import java.util.Arrays;
import java.util.StringJoiner;
import java.util.concurrent.atomic.LongAdder;

/** Counts the records that callers were promised by the level and did not get, by level. */
public final class Drops {
  private final LongAdder[] counts = new LongAdder[LogLevel.RECORD_LEVELS];
  private final long[] reported = new long[LogLevel.RECORD_LEVELS];

  public Drops() {
    for (int i = 0; i < counts.length; i++) {
      counts[i] = new LongAdder();
    }
  }

  public void count(int level) {
    counts[level].increment();
  }

  public long[] byLevel() {
    long[] sums = new long[counts.length];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = counts[i].sum();
    }
    return sums;
  }

  public long sum() {
    return Arrays.stream(byLevel()).sum();
  }

  /** What was counted, in words. */
  public String text() {
    StringJoiner levels = new StringJoiner(", ", "", " records were dropped");
    long[] sums = byLevel();
    for (int i = 0; i < sums.length; i++) {
      if (sums[i] != 0) {
        levels.add(sums[i] + " " + LogLevel.ofCode(i));
      }
    }
    return levels.toString();
  }

  /** What was counted since the last report; null if nothing was. For one thread at a time. */
  public long[] unreported() {
    long[] news = byLevel();
    long all = 0;
    for (int i = 0; i < news.length; i++) {
      news[i] -= reported[i];
      all += news[i];
    }
    return all == 0 ? null : news;
  }

  /** After a record of what {@link #unreported} gave was written. */
  public void reported(long[] news) {
    for (int i = 0; i < news.length; i++) {
      reported[i] += news[i];
    }
  }
}

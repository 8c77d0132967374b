package dev.tandem.jmh.logger;

/**
 * What one run is.
 *
 * @param threads that log
 * @param rate scheduled records per second of all threads together; 0 if they log as fast as they
 *     can
 * @param records in all
 * @param restMillis between the opening and the first call
 */
record Job(int threads, int rate, long records, long restMillis) {

  /** The largest log of one run stays below a gigabyte, its reserve included. */
  static final long MOST_RECORDS = 5_000_000;

  Job {
    if (threads < 1 || rate < 0 || records < threads || records > MOST_RECORDS || restMillis < 0) {
      throw new IllegalArgumentException(
          threads + " threads, " + rate + "/s, " + records + " records of at most " + MOST_RECORDS);
    }
  }

  static Job parse(String[] words) {
    return new Job(
        Integer.parseInt(words[0]),
        Integer.parseInt(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]));
  }

  /** Back by {@link #parse}. */
  String words() {
    return threads + " " + rate + " " + records + " " + restMillis;
  }

  boolean paced() {
    return rate > 0;
  }

  long recordsPerThread() {
    return records / threads;
  }
}

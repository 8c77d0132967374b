package dev.tandem.jmh.wal;

/** What is done to a log. */
enum Workload {
  /** One producer that waits until each of its records is durable. */
  ONE_WAITING,
  /** Eight producers, each of which waits for its confirmation. */
  EIGHT_WAITING,
  /** One producer on a fixed schedule of 35,800 records/s, from the intended time. */
  OPEN_36K,
  /** The same at 100,000. */
  OPEN_100K,
  /** The same at 200,000. */
  OPEN_200K,
  /** The same at 1,000,000. */
  OPEN_1M,
  /** One producer, as fast as the log takes it; the last record durable. */
  SATURATION,
  /** A closed log is read from its beginning, in the page cache. */
  REPLAY;

  /** Scheduled records per second; 0 where there is no schedule. */
  int rate() {
    return switch (this) {
      case OPEN_36K -> 35_800;
      case OPEN_100K -> 100_000;
      case OPEN_200K -> 200_000;
      case OPEN_1M -> 1_000_000;
      default -> 0;
    };
  }

  /** How many producers wait for each of their records; 0 if none does. */
  int waiting() {
    return this == ONE_WAITING ? 1 : this == EIGHT_WAITING ? 8 : 0;
  }
}

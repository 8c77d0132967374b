package dev.tandem.gateway;

/**
 * How long one try of a fuzzed property runs: a number of rounds, or with {@code
 * -Dtandem.fuzz.seconds=600} its share of so many seconds.
 */
public final class FuzzTime {

  private static final long SECONDS = Long.getLong("tandem.fuzz.seconds", 0);

  private final int rounds;
  private final long end;
  private int round;

  /**
   * Begins a try.
   *
   * @param rounds where no time is given
   * @param tries that share the seconds
   */
  public FuzzTime(int rounds, int tries) {
    this.rounds = rounds;
    end = System.nanoTime() + SECONDS * 1_000_000_000L / tries;
  }

  /** Whether there is another round. */
  public boolean next() {
    return SECONDS == 0 ? round++ < rounds : System.nanoTime() - end < 0;
  }
}

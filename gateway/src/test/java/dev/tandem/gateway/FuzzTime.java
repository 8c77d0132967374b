package dev.tandem.gateway;

/**
 * How long one try of a fuzzed property goes on: a number of rounds, or with {@code
 * -Dtandem.fuzz.seconds=600} its share of so many seconds.
 */
public final class FuzzTime {

  private static final long SECONDS = Long.getLong("tandem.fuzz.seconds", 0);
  private static final int SCALE = Integer.getInteger("tandem.crash.scale", 1);

  private final long rounds;
  private final long end;
  private long round;

  /**
   * Begins a try.
   *
   * @param rounds where no time is given, times the scale of the crash tests
   * @param tries that share the seconds
   */
  public FuzzTime(int rounds, int tries) {
    this.rounds = (long) rounds * SCALE;
    end = System.nanoTime() + SECONDS * 1_000_000_000L / tries;
  }

  /** Whether there is another round. */
  public boolean next() {
    return SECONDS == 0 ? round++ < rounds : System.nanoTime() - end < 0;
  }
}

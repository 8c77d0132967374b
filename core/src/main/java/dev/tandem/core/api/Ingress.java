package dev.tandem.core.api;

/**
 * How producers and the kernel meet. The choice changes how fast commands come in and how commands
 * of several producers are interleaved, never what a sequence of commands does.
 *
 * <ul>
 *   <li>{@link #shared()}: all producers claim slots of one ring. The order of all commands is that
 *       of their claims.
 *   <li>{@link #lanes()}: each producer has a lane of its own, which nobody else writes. The
 *       kernel's first thread visits the lanes in rotation, takes at most {@link #visit()} commands
 *       of each, and gives commands their order and time. The commands of one lane keep their
 *       order; those of different lanes are ordered by when they are taken. A lane that is full, or
 *       a slot that is claimed and never published, holds up its own producer alone.
 * </ul>
 *
 * @param maxLanes most lanes that are claimed at once; 0 if shared
 * @param slots commands that a lane holds, a power of two; 0 if shared
 * @param visit most commands taken of a lane before the others had their turn; 0 if shared
 */
public record Ingress(int maxLanes, int slots, int visit) {

  /** The most producer lanes that an exchange can have. */
  public static final int MAX_LANES = 1_024;

  /** Most slots of a lane. */
  public static final int MAX_SLOTS = 1 << 20;

  private static final int DEFAULT_LANES = 64;
  private static final int DEFAULT_SLOTS = 1_024;
  private static final int DEFAULT_VISIT = 64;

  private static final Ingress SHARED = new Ingress(0, 0, 0);

  /**
   * @throws IllegalArgumentException if a number is out of its limits
   */
  public Ingress {
    boolean shared = maxLanes == 0 && slots == 0 && visit == 0;
    if (!shared) {
      check("lanes", maxLanes, 1, MAX_LANES);
      check("slots of a lane", slots, 2, MAX_SLOTS);
      if (Integer.bitCount(slots) != 1) {
        throw new IllegalArgumentException(
            "slots of a lane: " + slots + ", expected a power of two");
      }
      check("commands in a visit", visit, 1, slots);
    }
  }

  private static void check(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s: %d, expected %d to %d".formatted(what, value, least, most));
    }
  }

  /** All producers share one ring; each claim is an atomic addition. */
  public static Ingress shared() {
    return SHARED;
  }

  /** Up to 64 lanes of 1,024 slots, 64 commands in a visit. A lane takes memory once claimed. */
  public static Ingress lanes() {
    return new Ingress(DEFAULT_LANES, DEFAULT_SLOTS, DEFAULT_VISIT);
  }

  /** Up to {@code lanes} lanes of {@code slots} slots, at most 64 commands in a visit. */
  public static Ingress lanes(int lanes, int slots) {
    return new Ingress(lanes, slots, Math.min(DEFAULT_VISIT, slots));
  }

  /** The same with another bound on a visit. */
  public Ingress withVisit(int commands) {
    return new Ingress(maxLanes, slots, commands);
  }

  /** Whether all producers use one ring. */
  public boolean isShared() {
    return maxLanes == 0;
  }

  @Override
  public String toString() {
    return isShared() ? "SHARED" : "LANES(" + maxLanes + "," + slots + "," + visit + ")";
  }
}

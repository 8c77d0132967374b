package dev.tandem.jmh.exchange;

import java.util.List;

/** What a reader must know of exchanges that have more threads than the machine has CPUs. */
final class SharedCpus {

  /** Four of stages, and a producer. */
  private static final int THREADS = 5;

  private SharedCpus() {}

  /**
   * A note for some exchanges on this machine; empty if there are none.
   *
   * @param paced whether there were open loops
   */
  static String note(List<String> exchanges, boolean paced) {
    return note(exchanges, paced, Runtime.getRuntime().availableProcessors());
  }

  static String note(List<String> exchanges, boolean paced, int cpus) {
    if (exchanges.isEmpty()) {
      return "";
    }
    boolean one = exchanges.size() == 1;
    boolean shares = cpus < THREADS;
    return String.join(", ", exchanges)
        + (one ? " has" : " have")
        + " four threads"
        + (one ? "" : " each")
        + " and a producer"
        + (paced ? ", which in an open loop spins until a command is due" : "")
        + "; this machine has "
        + cpus
        + " CPUs"
        + (shares
            ? ": they share them, so these figures tell of turns as much as of the exchange."
            : ".");
  }
}

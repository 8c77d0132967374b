package dev.tandem.wal.format;

/**
 * An interrupt closes a channel that is in use. It is for the caller, not for the file: so it is
 * taken before work on files and given back afterwards.
 */
public final class Interrupts {
  private Interrupts() {}

  /**
   * Takes the thread's interrupt.
   *
   * @return what {@link #giveBack} needs
   */
  public static boolean take() {
    return Thread.interrupted();
  }

  /** Interrupts the thread again, if it was interrupted before. */
  public static void giveBack(boolean taken) {
    if (taken) {
      Thread.currentThread().interrupt();
    }
  }
}

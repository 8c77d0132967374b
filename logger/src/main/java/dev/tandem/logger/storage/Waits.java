package dev.tandem.logger.storage;

/** Waiting that an interrupt does not end; the interrupt is kept for the caller. */
public final class Waits {
  private Waits() {}

  public static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

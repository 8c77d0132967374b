package dev.tandem.logger;

/** Waiting that an interrupt does not end; the interrupt is kept for the caller. */
final class Waits {
  private Waits() {}

  static void join(Thread thread) {
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

package dev.tandem.wal.append;

/**
 * A thread of the log's own. It cannot be interrupted, because an interrupt closes the file that
 * its thread is writing.
 */
final class LogThread extends Thread {

  LogThread(Runnable body, String name) {
    super(body, name);
    setDaemon(true);
  }

  /** Does nothing. */
  @Override
  public void interrupt() {}
}

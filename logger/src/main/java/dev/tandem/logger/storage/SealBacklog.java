package dev.tandem.logger.storage;

/** Whether too many segments wait for being sealed, and whether that is news. For one thread. */
public final class SealBacklog {
  private final int most;
  private boolean reported;

  public SealBacklog(int most) {
    this.most = most;
  }

  public boolean isOver(long unfinished) {
    return unfinished > most;
  }

  /** Whether it is to be reported: not again before half of them are sealed. */
  public boolean isNews(long unfinished) {
    boolean news = isOver(unfinished) && !reported;
    // The one in use is among them, and waits for nothing.
    reported = news || (reported && unfinished - 1 > most / 2);
    return news;
  }
}

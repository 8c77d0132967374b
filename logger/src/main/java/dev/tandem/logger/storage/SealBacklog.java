package dev.tandem.logger.storage;

/** Whether too many segments wait for being sealed, and whether that is news. For one thread. */
public final class SealBacklog {
  private final int most;
  private boolean told;

  public SealBacklog(int most) {
    this.most = most;
  }

  public boolean isOver(long unfinished) {
    return unfinished > most;
  }

  /** Whether it is to be reported: not again before half of them are sealed. */
  public boolean isNews(long unfinished) {
    boolean news = isOver(unfinished) && !told;
    // The one in use is among them, and waits for nothing.
    told = news || (told && unfinished - 1 > most / 2);
    return news;
  }
}

package dev.tandem.gateway.reports;

/** One session's subscription to one user. On the event loop. */
public final class ReportReader {

  final ReportSession session;
  final ReportFeed feed;

  /** All reports up to this number were sent to it, or were before its time. */
  long reported;

  ReportReader(ReportSession session, ReportFeed feed) {
    this.session = session;
    this.feed = feed;
    reported = feed.last();
  }

  /** The user's reports. */
  public ReportFeed feed() {
    return feed;
  }

  /** All reports up to this number were sent to it, or were before its time. */
  public long reported() {
    return reported;
  }

  /** The session got the next report in another way. */
  public void reportedNext() {
    reported++;
  }

  /** Whether some reports are still to be sent. */
  public boolean isOwed() {
    return reported < feed.last();
  }

  /**
   * Continues where it was, if that is kept.
   *
   * @param run the start whose numbers it counts by; 0 if it has no report yet
   * @param from number of the last report that it has of that start
   * @return what it has missed for good
   */
  public Missed resume(long run, long from, ReportFeeds feeds) {
    if (run == 0) {
      return Missed.NEW;
    }
    if (!feeds.continuesFrom(run)) {
      return Missed.RESTARTED;
    }
    if (!feed.goesBackTo(from)) {
      return Missed.REPORTS_GONE;
    }
    reported = from;
    return Missed.NOTHING;
  }
}

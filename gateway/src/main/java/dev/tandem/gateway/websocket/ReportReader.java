package dev.tandem.gateway.websocket;

/** One session that hears of one user. On the event loop. */
final class ReportReader {

  final StreamSession session;
  final ReportFeed feed;

  /** All reports up to this number were sent to it, or were before its time. */
  long told;

  ReportReader(StreamSession session, ReportFeed feed) {
    this.session = session;
    this.feed = feed;
    told = feed.last();
  }
}

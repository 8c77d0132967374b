package dev.tandem.gateway.fix;

/** Counts a session's messages ahead of a missing one: each waits for it. On the thread of FIX. */
final class MessagesAhead {

  private static final int MOST = 1_024;
  private static final int LEAST = 64;

  /** Of all sessions. */
  private static final int ALL = 64 << 10;

  private final FixServer server;
  private int count;

  MessagesAhead(FixServer server) {
    this.server = server;
  }

  /** Another connection begins. */
  void none() {
    count = 0;
  }

  /**
   * A message was received.
   *
   * @param oneMore whether it is ahead; if not, no message is any more
   * @return whether more are ahead than the session's share
   */
  boolean areTooMany(boolean oneMore) {
    count = oneMore ? count + 1 : 0;
    return count > server.share(ALL, LEAST, MOST);
  }

  /** A message that is none was passed over; returns whether there are too many. */
  boolean passedOver() {
    return ++count > MOST;
  }
}

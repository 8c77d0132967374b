package dev.tandem.gateway.binary;

import dev.tandem.core.command.Command;
import dev.tandem.gateway.reports.Missed;
import dev.tandem.gateway.reports.ReportReader;
import dev.tandem.gateway.reports.ReportSession;
import io.netty.buffer.ByteBuf;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The users whose numbered reports one session gets. Its own commands are reported by their
 * answers, or, if the answer goes to an earlier connection of the session, by a report. On the
 * event loop.
 */
final class SubscribedUsers implements ReportSession {

  private static final int FOLLOWS = 0;
  private static final int NEXT_ANSWER = 1;
  private static final int WAS_ANSWERED = 2;

  private record Own(long user, long number) {}

  private final BinarySession session;
  private final BinarySessions sessions;
  private final Map<Long, ReportReader> readers = new HashMap<>();

  /** Own commands that were answered here before their turn among the reports. */
  private final Set<Own> answered = new HashSet<>();

  SubscribedUsers(BinarySession session, BinarySessions sessions) {
    this.session = session;
    this.sessions = sessions;
  }

  int size() {
    return readers.size();
  }

  boolean has(long user) {
    return readers.containsKey(user);
  }

  /** Subscribes to a user from now on, or from the last report that it has. */
  void receive(long user, long run, long from) {
    ReportReader reader = sessions.numbered.feeds.add(user, this);
    readers.put(user, reader);
    Missed missed = reader.resume(run, from, sessions.numbered.feeds);
    if (missed != Missed.NEW) {
      sessions.counts.resumed(missed == Missed.NOTHING ? "resumed" : missed.reason());
    }
    sessions.messages.userSubscribed(
        user, sessions.numbered.feeds.run(), reader.reported(), outcome(missed), session.out());
    reader.feed().proceed(reader);
  }

  private static int outcome(Missed missed) {
    return switch (missed) {
      case NEW -> 0;
      case NOTHING -> 1;
      case REPORTS_GONE -> 2;
      case RESTARTED -> 3;
    };
  }

  @Override
  public boolean takesReports() {
    return session.takesReports();
  }

  @Override
  public boolean push(ReportReader reader, long number, ByteBuf report, boolean live) {
    try {
      long user = reader.feed().user();
      long client = report.readLong();
      boolean own = client != 0 && client == session.client();
      if (own && live) {
        // Its answer comes now, or it is another connection's: the next flush knows.
        sessions.flushLater(session);
        return false;
      }
      boolean wasAnswered = own && answered.remove(new Own(user, number));
      sessions.messages.reportNumber(
          user, number, wasAnswered ? WAS_ANSWERED : FOLLOWS, session.out());
      if (!wasAnswered) {
        session.out().writeBytes(report);
        sessions.counts.sentBinary();
      }
      return true;
    } finally {
      report.release();
    }
  }

  /** The answer to a command of the session goes out next. */
  void answering(Command answer) {
    if (!answer.changesOwnOrder()) {
      return;
    }
    ReportReader reader = readers.get(answer.userId);
    if (reader == null || !reader.isOwed()) {
      return;
    }
    // It was sent last: nothing of a command is behind its report.
    long number = reader.feed().last();
    if (reader.reported() == number - 1) {
      sessions.messages.reportNumber(answer.userId, number, NEXT_ANSWER, session.out());
      reader.reportedNext();
    } else {
      answered.add(new Own(answer.userId, number));
    }
  }

  @Override
  public void failed(Throwable thrown) {
    session.failed(thrown);
  }

  @Override
  public void tooSlowForReports() {
    session.tooSlow();
  }

  /** Continues where it was, as long as the session reads. */
  void proceed() {
    // A session that is ended forgets them.
    List.copyOf(readers.values()).forEach(reader -> reader.feed().proceed(reader));
  }

  /** Whether some reports are still to be sent. */
  boolean areOwed() {
    return readers.values().stream().anyMatch(ReportReader::isOwed);
  }

  /** The session has ended. */
  void forget() {
    long now = System.nanoTime();
    readers.values().forEach(reader -> sessions.numbered.feeds.remove(reader, now));
    readers.clear();
    answered.clear();
  }
}

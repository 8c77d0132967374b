package dev.tandem.gateway.reports;

import dev.tandem.gateway.access.Faults;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;

/**
 * The reports of one user's orders: each has the next number, and the last ones are kept for
 * sessions that come back, or read too slowly just now. On the event loop.
 */
public final class ReportFeed {

  /** What a feed and a report cost beside the report's bytes, about. */
  private static final int OWN_BYTES = 256;

  private static final int FIRST_PLACES = 8;

  final long user;
  private final int most;
  private final List<ReportReader> readers = new ArrayList<>();

  /** A report's place is its number without the high bits. */
  private byte[][] kept = new byte[FIRST_PLACES][];

  private long last;

  /** All reports above this number are kept. */
  private long gone;

  private long bytes = OWN_BYTES;
  private long leftNs;

  /**
   * @param sequence the first report has the next number
   * @param most so many reports are kept
   */
  ReportFeed(long user, long sequence, int most) {
    this.user = user;
    this.most = most;
    last = sequence;
    gone = sequence;
  }

  /** The user of the reported orders. */
  public long user() {
    return user;
  }

  /** The number of the last report. */
  public long last() {
    return last;
  }

  /** Whether all reports above this number are kept. */
  public boolean goesBackTo(long sequence) {
    return sequence >= gone && sequence <= last;
  }

  /** Number of reports that can still be read. */
  int size() {
    return (int) (last - gone);
  }

  /** Bytes of memory that its kept reports take. */
  long bytes() {
    return bytes;
  }

  boolean isLeft() {
    return readers.isEmpty();
  }

  /** When its last reader has left. */
  long leftNs() {
    return leftNs;
  }

  void add(ReportReader reader) {
    readers.add(reader);
  }

  void remove(ReportReader reader, long nowNs) {
    readers.remove(reader);
    leaveAt(nowNs);
  }

  void leaveAt(long nowNs) {
    leftNs = nowNs;
  }

  /** Takes the next report, which its caller releases. */
  void add(ByteBuf message) {
    last++;
    if (most == 0) {
      gone = last;
      return;
    }
    while (size() > most) {
      dropOldest();
    }
    if (size() > kept.length) {
      grow();
    }
    byte[] copy = new byte[message.readableBytes()];
    message.getBytes(message.readerIndex(), copy);
    kept[place(last)] = copy;
    bytes += OWN_BYTES + copy.length;
  }

  private int place(long sequence) {
    return (int) sequence & (kept.length - 1);
  }

  private void grow() {
    byte[][] before = kept;
    kept = new byte[before.length * 2][];
    for (long sequence = gone + 1; sequence < last; sequence++) {
      kept[place(sequence)] = before[(int) sequence & (before.length - 1)];
    }
  }

  /** Forgets the oldest report, if one is kept. */
  void dropOldest() {
    if (gone < last) {
      gone++;
      byte[] oldest = kept[place(gone)];
      if (oldest != null) {
        bytes -= OWN_BYTES + oldest.length;
        kept[place(gone)] = null;
      }
    }
  }

  /**
   * Sends all readers the last report; a reader that has missed reports that are not kept is ended.
   */
  void report(ByteBuf message) {
    // A session that is ended leaves the list.
    for (ReportReader reader : List.copyOf(readers)) {
      if (reader.reported < last - 1) {
        proceed(reader, true);
      }
      if (reader.reported == last - 1 && reader.session.takesReports()) {
        if (push(reader, last, message.retainedDuplicate(), true)) {
          reader.reported = last;
        }
      } else if (!goesBackTo(reader.reported)) {
        reader.session.tooSlowForReports();
      }
    }
  }

  /** Sends a reader what it has not got yet, as long as it reads. */
  public void proceed(ReportReader reader) {
    proceed(reader, false);
  }

  private void proceed(ReportReader reader, boolean butTheLast) {
    long to = butTheLast ? last - 1 : last;
    while (reader.reported < to && reader.session.takesReports()) {
      if (!goesBackTo(reader.reported)) {
        reader.session.tooSlowForReports();
        return;
      }
      long next = reader.reported + 1;
      push(reader, next, Unpooled.wrappedBuffer(kept[place(next)]), false);
      reader.reported = next;
    }
  }

  private static boolean push(ReportReader to, long number, ByteBuf report, boolean live) {
    try {
      return to.session.push(to, number, report, live);
    } catch (RuntimeException | Error e) {
      Faults.end("a report cannot be sent; its connection ends", e, to.session::failed);
      return true;
    }
  }
}

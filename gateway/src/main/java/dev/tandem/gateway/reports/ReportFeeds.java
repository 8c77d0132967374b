package dev.tandem.gateway.reports;

import io.netty.buffer.ByteBuf;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The reports of all users that a session hears of, or has heard of lately, for sessions that come
 * back; all together within a bound. On the event loop.
 */
public final class ReportFeeds {

  /** Reports that are kept for each user, by default. */
  public static final int KEPT = 1_024;

  /** The most that can be asked for. */
  public static final int MOST_KEPT = 65_536;

  /** How long a user is kept whom no session hears of any more. */
  static final long LEFT_NS = 600_000_000_000L;

  private static final long MOST_BYTES = 64L << 20;

  private final int kept;
  private final long mostBytes;
  private final Map<Long, ReportFeed> feeds = new HashMap<>();

  /** Those that nobody hears, the longest left first. */
  private final Map<Long, ReportFeed> left = new LinkedHashMap<>();

  private long reports;
  private long bytes;

  /** No report has had a higher number. */
  private long highest;

  /**
   * Nobody listens.
   *
   * @param kept so many reports of each user
   */
  public ReportFeeds(int kept) {
    this(kept, MOST_BYTES);
  }

  ReportFeeds(int kept, long mostBytes) {
    this.kept = kept;
    this.mostBytes = mostBytes;
  }

  /** How many reports are kept. */
  public long kept() {
    return reports;
  }

  /** What they cost. */
  public long keptBytes() {
    return bytes;
  }

  /** Whether nobody is heard of. */
  public boolean isEmpty() {
    return feeds.isEmpty();
  }

  /** The reports of a user; null if nobody hears of the user. */
  public ReportFeed of(long user) {
    return feeds.get(user);
  }

  /** From now on the session hears of the user. */
  public ReportReader add(long user, ReportSession session) {
    ReportFeed feed = feeds.get(user);
    if (feed == null) {
      // Above all numbers so far: what was told before it, nobody may take for what it has.
      feed = new ReportFeed(user, ++highest, kept);
      feeds.put(user, feed);
      bytes += feed.bytes();
      forgetMost(feed);
    }
    left.remove(user);
    ReportReader reader = new ReportReader(session, feed);
    feed.add(reader);
    return reader;
  }

  /** The session hears of the user no more. */
  public void remove(ReportReader reader, long nowNs) {
    ReportFeed feed = reader.feed;
    feed.remove(reader, nowNs);
    if (feed.isLeft()) {
      left.put(feed.user, feed);
    }
  }

  /** Once a second: forgets whom no session hears of for long. */
  public void sweep(long nowNs) {
    Iterator<ReportFeed> oldest = left.values().iterator();
    while (oldest.hasNext()) {
      ReportFeed feed = oldest.next();
      if (nowNs - feed.leftNs() <= LEFT_NS) {
        return;
      }
      oldest.remove();
      forget(feed);
    }
  }

  private void forget(ReportFeed feed) {
    feeds.remove(feed.user);
    reports -= feed.size();
    bytes -= feed.bytes();
  }

  /** Keeps the bound: those that were left longest go first, then what the newest has. */
  private void forgetMost(ReportFeed newest) {
    Iterator<ReportFeed> oldest = left.values().iterator();
    while (bytes > mostBytes && oldest.hasNext()) {
      ReportFeed feed = oldest.next();
      if (feed != newest) {
        oldest.remove();
        forget(feed);
      }
    }
    while (bytes > mostBytes && newest.size() > 0) {
      long before = newest.bytes();
      newest.dropOldest();
      reports--;
      bytes += newest.bytes() - before;
    }
  }

  /** Tells the next report of a user; it is released here. */
  public void tell(ReportFeed feed, ByteBuf message) {
    try {
      int countBefore = feed.size();
      long bytesBefore = feed.bytes();
      feed.add(message);
      reports += feed.size() - countBefore;
      bytes += feed.bytes() - bytesBefore;
      highest = Math.max(highest, feed.last());
      forgetMost(feed);
      feed.tell(message);
    } finally {
      message.release();
    }
  }
}

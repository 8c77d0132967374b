package dev.tandem.gateway.reports;

import dev.tandem.gateway.reports.FeedPlaces.Place;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Keeps the reports of all users to whom a session is subscribed, or was lately, for sessions that
 * come back; all together within a bound. On the event loop.
 */
public final class ReportFeeds {

  /** Reports that are kept for each user, by default. */
  public static final int KEPT = 1_024;

  /** The most reports that can be kept of a user. */
  public static final int MOST_KEPT = 65_536;

  /** How long the reports of a user are kept after the last subscription has ended. */
  static final long LEFT_NS = 600_000_000_000L;

  private static final long MOST_BYTES = 64L << 20;

  /** More than the reports that an earlier start can have numbered behind its last place. */
  private static final long UNKNOWN_NUMBERS = 1L << 32;

  private final int kept;
  private final long mostBytes;
  private final Map<Long, ReportFeed> feeds = new HashMap<>();

  /** Those without a subscription, the longest left first. */
  private final Map<Long, ReportFeed> left = new LinkedHashMap<>();

  private long reports;
  private long bytes;

  /** No report has had a higher number. */
  private long highest;

  /** Names this start. */
  private final long run;

  /** Null where reports do not continue over a start. */
  private final FeedPlaces places;

  /** Null when the log's commands have been applied again. */
  private FeedRestore restore;

  /** Where the reports of users began that this start has made again. */
  private final List<Place> restored = new ArrayList<>();

  /** The number of the last command whose reports are here. */
  private long command = -1;

  /** Those with reports behind their last place. */
  private final Set<ReportFeed> moved = new LinkedHashSet<>();

  /**
   * Without a subscription, and for this start alone.
   *
   * @param kept so many reports of each user
   */
  public ReportFeeds(int kept) {
    this(kept, MOST_BYTES);
  }

  ReportFeeds(int kept, long mostBytes) {
    this(kept, mostBytes, null);
  }

  private ReportFeeds(int kept, long mostBytes, FeedPlaces places) {
    this.kept = kept;
    this.mostBytes = mostBytes;
    this.places = places;
    long millis = System.currentTimeMillis();
    // Later starts are higher; without a file nodes of a cluster may start in the same millisecond.
    run = places != null ? millis : millis << 20 | ThreadLocalRandom.current().nextInt(1 << 20);
    if (places != null) {
      highest = places.highest();
      restore = new FeedRestore(places.found(), this::restore);
    }
  }

  /**
   * Feeds that continue where an earlier start has left off. They get the answers of the log's
   * commands when these are applied again, and then {@link #started}.
   *
   * @param kept so many reports of each user
   * @param file remembers what is needed for that
   */
  public static ReportFeeds open(int kept, Path file) throws IOException {
    return new ReportFeeds(kept, MOST_BYTES, FeedPlaces.open(file));
  }

  private void restore(Place place) {
    restored.add(place);
    ReportFeed feed = new ReportFeed(place.user(), place.number(), kept);
    feed.leaveAt(System.nanoTime());
    put(feed);
    left.put(feed.user, feed);
  }

  /**
   * All commands of the log have been applied again.
   *
   * @param commands how many the log has
   */
  public void started(long commands) {
    command = commands - 1;
    if (places == null) {
      return;
    }
    restore.before(commands);
    boolean proceeds = !restore.isBehind();
    if (!proceeds) {
      List.copyOf(left.values()).forEach(this::forget);
      left.clear();
    }
    if (!proceeds || !restore.isComplete()) {
      highest += UNKNOWN_NUMBERS;
    }
    // No later start needs another one of before, and all of them would be more at each start.
    restored.removeIf(place -> !left.containsKey(place.user()));
    places.begin(run, proceeds, restored);
    restored.clear();
    restore = null;
  }

  /** Names this start. Numbers of earlier starts that it continues mean the same. */
  public long run() {
    return run;
  }

  /** Whether the numbers of that start are those of this one. */
  boolean continuesFrom(long earlier) {
    return earlier == run || (places != null && places.runs().contains(earlier));
  }

  /** Called for each command that is answered, before its reports; -1 stands for none. */
  public void answered(long number) {
    if (number >= 0) {
      if (restore != null) {
        restore.before(number);
      }
      command = number;
    }
  }

  /**
   * Remembers how far reports have come. A snapshot may be of here: then a later start applies no
   * earlier command again.
   */
  public void mark() {
    if (places != null && restore == null && !moved.isEmpty()) {
      places.reached(moved.stream().map(this::place).toList(), this::allPlaces);
      moved.clear();
    }
  }

  private Place place(ReportFeed feed) {
    return new Place(feed.user, feed.last(), command);
  }

  private List<Place> allPlaces() {
    return feeds.values().stream().map(this::place).toList();
  }

  /** When nothing is reported any more. */
  public void close() {
    if (places != null) {
      places.close();
    }
  }

  /** How many reports are kept. */
  public long kept() {
    return reports;
  }

  /** Bytes of memory that the kept reports of all users take. */
  public long keptBytes() {
    return bytes;
  }

  /** Whether no user is subscribed to. */
  public boolean isEmpty() {
    return feeds.isEmpty();
  }

  /** The reports of a user; null if no session subscribes to the user. */
  public ReportFeed of(long user) {
    return feeds.get(user);
  }

  /** Subscribes the session to the user from now on. */
  public ReportReader add(long user, ReportSession session) {
    ReportFeed feed = feeds.get(user);
    if (feed == null) {
      // Above all numbers so far: no reader may take an earlier report for one of these.
      feed = new ReportFeed(user, ++highest, kept);
      put(feed);
      if (places != null) {
        places.begun(place(feed), this::allPlaces);
      }
    }
    left.remove(user);
    ReportReader reader = new ReportReader(session, feed);
    feed.add(reader);
    return reader;
  }

  private void put(ReportFeed feed) {
    feeds.put(feed.user, feed);
    bytes += feed.bytes();
    highest = Math.max(highest, feed.last());
    forgetMost(feed);
  }

  /** Ends the session's subscription to the user. */
  public void remove(ReportReader reader, long nowNs) {
    ReportFeed feed = reader.feed;
    feed.remove(reader, nowNs);
    if (feed.isLeft()) {
      left.put(feed.user, feed);
    }
  }

  /** Once a second: forgets users without a subscription for long. */
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
    moved.remove(feed);
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

  /** Sends the next report of a user; it is released here. */
  public void report(ReportFeed feed, ByteBuf message) {
    try {
      int countBefore = feed.size();
      long bytesBefore = feed.bytes();
      feed.add(message);
      reports += feed.size() - countBefore;
      bytes += feed.bytes() - bytesBefore;
      highest = Math.max(highest, feed.last());
      moved.add(feed);
      forgetMost(feed);
      feed.report(message);
    } finally {
      message.release();
    }
  }
}

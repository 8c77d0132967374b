package dev.tandem.gateway.fix;

import dev.tandem.gateway.fix.Execution.State;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The numbers of ClOrdIDs that are texts. A ClOrdID that is a number below {@link #FIRST} is the
 * client's sequence itself. Any other text gets a number, which rises in its session; the kernel
 * and all files but one know the order or change by that, and only messages have the text.
 *
 * <p>A text is one command's for a day of UTC, as FIX has it: on another day it gets another
 * number, unless the message says that it may have been sent before. Then that of the day before
 * holds, too. Numbers of today and yesterday are known, and those of live orders.
 *
 * <p>On the thread of FIX.
 */
final class ClOrdIds {

  /** Numbers from here on are those of texts. */
  static final long FIRST = 1L << 62;

  private static final String FIRST_TEXT = Long.toString(FIRST);

  /** Characters of a text. */
  static final int LENGTH = 36;

  /** Texts of a session on one day. */
  static final int MOST_OF_DAY = 100_000;

  /** Texts that are known, of all sessions together; each takes about 250 bytes. */
  static final int MOST = 1_000_000;

  /** Of a number: how many texts its session had before. Above that are the key and the session. */
  private static final int COUNT_BITS = 40;

  private static final int SESSION_BITS = 8;

  /** Keys from this number on have no place in a number. */
  private static final int KEYS = 1 << (62 - COUNT_BITS - SESSION_BITS);

  /**
   * A session without a file begins at so many a second since then, which is above what it had
   * before its file was lost.
   */
  private static final int COUNT_PER_SECOND = 512;

  private static final Instant COUNT_SINCE = Instant.parse("2026-01-01T00:00:00Z");

  /**
   * A text and its number.
   *
   * @param client as the kernel knows clients
   * @param day since 1970, in UTC
   * @param text null where only the number counts: it is the session's last
   */
  record Name(long client, long number, long day, String text) {}

  private final InstantSource clock;
  private final Map<Long, OfClient> clients = new HashMap<>();
  private final Map<Long, Name> names = new HashMap<>();

  /** Those that no file has yet. */
  private List<Name> unwritten = new ArrayList<>();

  private long day;

  ClOrdIds() {
    this(InstantSource.system());
  }

  /**
   * @param clock whose days count
   */
  ClOrdIds(InstantSource clock) {
    this.clock = clock;
    day = today();
  }

  private long today() {
    return Math.floorDiv(clock.instant().getEpochSecond(), Duration.ofDays(1).toSeconds());
  }

  /** What a file has, in its order. */
  void load(Collection<Name> written) {
    for (Name name : written) {
      OfClient of = of(name.client());
      of.last = Math.max(of.last, name.number());
      if (name.text() != null) {
        of.put(name);
      }
    }
  }

  /** Whether the day has changed since {@link #roll}. */
  boolean isNextDay() {
    return today() > day;
  }

  /** A day has begun: of those before yesterday only names of live orders stay. */
  void roll(Collection<State> live) {
    // Never back: a text of today would be free again.
    day = Math.max(day, today());
    Set<String> used = new HashSet<>();
    for (State state : live) {
      if (state.client() != 0) {
        used.add(Long.toString(state.order()));
        used.add(state.clOrdId());
      }
    }
    List<Name> old = new ArrayList<>();
    for (Name name : names.values()) {
      if (name.day() < day - 1 && !used.contains(Long.toString(name.number()))) {
        old.add(name);
      }
    }
    for (Name name : old) {
      forget(name);
    }
    for (OfClient of : clients.values()) {
      of.count();
    }
  }

  /** It has no number any more. */
  void forget(Name name) {
    names.remove(name.number());
    of(name.client()).texts.remove(name.text(), name);
  }

  /** All that a new file must have. */
  List<Name> all() {
    List<Name> all = new ArrayList<>(names.size() + clients.size());
    // By number, so that of two with one text the newer one comes last.
    names.values().stream()
        .sorted((a, b) -> Long.compare(a.number(), b.number()))
        .forEach(all::add);
    clients.forEach((client, of) -> all.add(new Name(client, of.last, 0, null)));
    return all;
  }

  boolean hasUnwritten() {
    return !unwritten.isEmpty();
  }

  /** Those that no file has yet; the caller writes them. */
  List<Name> takeUnwritten() {
    List<Name> taken = unwritten;
    unwritten = new ArrayList<>();
    return taken;
  }

  /** What a client calls what has this number: a text where it gave one. */
  String text(String number) {
    // Most are no longer than the longest that is a sequence by itself.
    Name name =
        number.length() < FIRST_TEXT.length() || number.compareTo(FIRST_TEXT) < 0
            ? null
            : names.get(Long.parseLong(number));
    return name == null ? number : name.text();
  }

  /** The ClOrdIDs of one client. */
  OfClient of(long client) {
    return clients.computeIfAbsent(client, OfClient::new);
  }

  /** Those of one client. */
  final class OfClient {
    private final long client;

    /** Of two days' with one text the newer one. */
    private final Map<String, Name> texts = new HashMap<>();

    private long last;
    private int ofDay;

    private OfClient(long client) {
      this.client = client;
    }

    private void put(Name name) {
      texts.put(name.text(), name);
      names.put(name.number(), name);
    }

    private void count() {
      ofDay = (int) texts.values().stream().filter(name -> name.day() == day).count();
    }

    /**
     * The number of a message's ClOrdID; a new one where the text has none.
     *
     * @param again whether the message may have been sent before
     * @throws RefusedOrderException if it is no ClOrdID, or one too many
     */
    long number(String text, boolean again) throws RefusedOrderException {
      long number = plain(text);
      if (number != 0) {
        return number;
      }
      if (text.length() > LENGTH || text.chars().anyMatch(c -> c < ' ' || c > '~')) {
        throw refused(
            Refused.OTHER, "is a number below 2^62 that rises, or 1 to 36 characters of ASCII");
      }
      Name known = texts.get(text);
      if (known != null && known.day() >= day - (again ? 1 : 0)) {
        return known.number();
      }
      if (ofDay >= MOST_OF_DAY || names.size() >= MOST) {
        throw refused(
            Refused.ABOVE_LIMIT,
            "is a new text, of which there are too many today: send numbers that rise");
      }
      Name name = new Name(client, next(), day, text);
      put(name);
      ofDay++;
      unwritten.add(name);
      return name.number();
    }

    /** The number of what it calls so; 0, which is nothing's, if it calls nothing so. */
    long named(String text) {
      long number = plain(text);
      Name name = number == 0 ? texts.get(text) : null;
      return name == null ? number : name.number();
    }

    private long next() throws RefusedOrderException {
      long key = client >>> Integer.SIZE;
      if (key >= KEYS) {
        throw refused(Refused.OTHER, "is a number that rises, of a key with this number");
      }
      if (last == 0) {
        long session = client & ((1 << SESSION_BITS) - 1);
        long seconds = clock.instant().getEpochSecond() - COUNT_SINCE.getEpochSecond();
        last =
            FIRST
                | (key << SESSION_BITS | session) << COUNT_BITS
                | Math.max(0, seconds) * COUNT_PER_SECOND;
      }
      last++;
      return last;
    }
  }

  private static RefusedOrderException refused(int reason, String text) {
    return new RefusedOrderException(Refused.of(reason, "ClOrdID(11) " + text));
  }

  /** The sequence that a ClOrdID is by itself, as reports will write it; 0 if it is a text. */
  private static long plain(String text) {
    try {
      long number = Long.parseLong(text);
      return number >= 1 && number < FIRST && Long.toString(number).equals(text) ? number : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}

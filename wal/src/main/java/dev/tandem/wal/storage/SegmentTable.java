package dev.tandem.wal.storage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The segments of an open log that hold records, and which of them are being read. */
public final class SegmentTable {

  /** A segment, and the sequence of its first record. */
  public record Entry(long number, long firstSequence, Path path) {}

  /** Stands for the first segment to come; before any number of a segment. */
  public static final long NONE_YET = 0;

  private final TreeMap<Long, Entry> byNumber = new TreeMap<>();
  private final TreeMap<Long, Integer> pins = new TreeMap<>();

  public synchronized void add(Entry entry) {
    byNumber.put(entry.number(), entry);
  }

  /**
   * The segment that holds a sequence, or is going to, or else the oldest, kept until it is
   * unpinned. Null if there is none: then all that come are kept until {@link #NONE_YET} is
   * unpinned.
   */
  public synchronized Entry pinFor(long sequence) {
    Entry found = null;
    for (Entry entry : byNumber.values()) {
      if (found != null && entry.firstSequence() > sequence) {
        break;
      }
      found = entry;
    }
    pins.merge(found == null ? NONE_YET : found.number(), 1, Integer::sum);
    return found;
  }

  /** The next segment, kept until it is unpinned; null if there is none. */
  public synchronized Entry pinNext(long number) {
    Map.Entry<Long, Entry> next = byNumber.higherEntry(number);
    if (next != null) {
      pins.merge(next.getKey(), 1, Integer::sum);
    }
    return next == null ? null : next.getValue();
  }

  public synchronized void unpin(long number) {
    pins.computeIfPresent(number, (key, count) -> count == 1 ? null : count - 1);
  }

  /** The oldest record that is kept; -1 if there is no segment. */
  public synchronized long firstSequence() {
    return byNumber.isEmpty() ? -1 : byNumber.firstEntry().getValue().firstSequence();
  }

  /** The oldest segment; there must be one. */
  public synchronized long firstNumber() {
    return byNumber.firstKey();
  }

  /** Segments of which no record is needed, oldest first; the last segment is never among them. */
  public synchronized List<Entry> below(long sequence) {
    List<Entry> found = new ArrayList<>();
    long firstPin = pins.isEmpty() ? Long.MAX_VALUE : pins.firstKey();
    Entry previous = null;
    for (Entry entry : byNumber.values()) {
      if (entry.firstSequence() > sequence) {
        break;
      }
      if (previous != null) {
        if (previous.number() >= firstPin) {
          break;
        }
        found.add(previous);
      }
      previous = entry;
    }
    return found;
  }

  /** Takes a segment out, unless it is being read by now. */
  public synchronized boolean remove(Entry entry) {
    if (!pins.isEmpty() && entry.number() >= pins.firstKey()) {
      return false;
    }
    byNumber.remove(entry.number());
    return true;
  }

  public synchronized Collection<Entry> all() {
    return List.copyOf(byNumber.values());
  }
}

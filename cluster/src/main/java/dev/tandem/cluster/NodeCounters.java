package dev.tandem.cluster;

import io.aeron.Aeron;
import io.aeron.Counter;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a node's service counts, as counters of its media driver, where {@link NodeStatus} finds
 * them. The service's thread writes, any may read.
 */
final class NodeCounters {

  /** Types of Aeron's own counters are below 1,000. */
  static final int FIRST_TYPE = 5_200;

  /** In the order of their types. */
  enum Kind {
    LAST_COMMAND("number of the last command"),
    EVENT_HASH("event hash"),
    TERM("term of leadership in the log"),
    REPEATS("commands dropped because they were taken before"),
    GAPS("commands refused because earlier ones are missing"),
    STALE("commands refused because their gateway has begun anew"),
    MALFORMED("messages that are no command"),
    SNAPSHOT_NS("nanoseconds that the last snapshot took"),
    LOG_POSITION("bytes of the log that the replica has applied"),
    AGREED("last command at which another node had the same hashes"),
    DIFFERENCES("comparisons with other hashes of another node");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    int type() {
      return FIRST_TYPE + ordinal();
    }
  }

  private final AtomicLong[] values = new AtomicLong[Kind.values().length];

  /** Null until the service has a client of the media driver. */
  private Counter[] shown;

  NodeCounters() {
    for (Kind kind : Kind.values()) {
      boolean isCommand = kind == Kind.LAST_COMMAND || kind == Kind.AGREED;
      values[kind.ordinal()] = new AtomicLong(isCommand ? -1 : 0);
    }
  }

  /** Shows them from now on. */
  void open(Aeron aeron) {
    Counter[] counters = new Counter[values.length];
    for (Kind kind : Kind.values()) {
      counters[kind.ordinal()] = aeron.addCounter(kind.type(), "tandem: " + kind.label);
    }
    shown = counters;
    for (Kind kind : Kind.values()) {
      set(kind, get(kind));
    }
  }

  long get(Kind kind) {
    return values[kind.ordinal()].getOpaque();
  }

  private void set(Kind kind, long value) {
    values[kind.ordinal()].setOpaque(value);
    if (shown != null) {
      shown[kind.ordinal()].setRelease(value);
    }
  }

  private void add(Kind kind) {
    set(kind, get(kind) + 1);
  }

  void applied(long lastCommand, long eventHash) {
    set(Kind.LAST_COMMAND, lastCommand);
    set(Kind.EVENT_HASH, eventHash);
  }

  void term(long term) {
    set(Kind.TERM, term);
  }

  void repeat() {
    add(Kind.REPEATS);
  }

  void gap() {
    add(Kind.GAPS);
  }

  void stale() {
    add(Kind.STALE);
  }

  void malformed() {
    add(Kind.MALFORMED);
  }

  void compared(long agreed, long differences) {
    set(Kind.AGREED, agreed);
    set(Kind.DIFFERENCES, differences);
  }

  void position(long bytes) {
    set(Kind.LOG_POSITION, bytes);
  }

  void snapshot(long ns) {
    set(Kind.SNAPSHOT_NS, ns);
  }
}

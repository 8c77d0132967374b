package dev.tandem.logger.append;

import dev.tandem.logger.format.Arguments;
import dev.tandem.logger.format.RecordBuffer;
import dev.tandem.logger.storage.LogSegment;

/** What a thread keeps for one store. */
public final class ThreadContext {
  /** In a record, a thread is the low half of its id; a file names those that it has. */
  public final int thread;

  public final RecordBuffer buffer;
  public final Arguments arguments = new Arguments();

  /** The line that this thread puts together, kept for the next one; null before the first. */
  public Object line;

  /** The segment that has this thread's name. */
  LogSegment named;

  /** The name that it has there. */
  String namedAs;

  /** Whose record the buffer holds; null if it is this thread's. */
  public DefinedName other;

  /** The claim of this thread that is neither committed nor given up; see {@link LostClaims}. */
  public volatile LogSegment lostSegment;

  public long lostWord;
  public int lostSize;

  private byte[] scratch = new byte[0];

  /** Whether the thread is one of the store's own. */
  final boolean ofStore;

  /** What a thread of the application keeps. */
  public ThreadContext(int maxRecord) {
    this(maxRecord, false);
  }

  /**
   * Made by its thread.
   *
   * @param ofStore whether the thread is one of the store's own
   */
  public ThreadContext(int maxRecord, boolean ofStore) {
    this.ofStore = ofStore;
    Thread current = Thread.currentThread();
    thread = (int) current.threadId();
    buffer = new RecordBuffer(maxRecord);
  }

  /** The name of this thread, which must be the current one, at the moment. */
  String name() {
    Thread current = Thread.currentThread();
    return current.getName().isEmpty() ? "thread-" + current.threadId() : current.getName();
  }

  /** From now on the buffer holds a record of the thread of this name; null is this thread. */
  public int speakFor(String name, ThreadNames names) {
    if (name == null || name.equals(Thread.currentThread().getName())) {
      other = null;
      if (named != null && !name().equals(namedAs)) {
        named = null;
      }
      return thread;
    }
    other = names.of(name);
    return other.id;
  }

  /** Whether a segment has the name of whose record the buffer holds. */
  boolean isNamedIn(LogSegment segment) {
    return other == null ? named == segment : other.namedAcquire() == segment;
  }

  /** After that name was committed to a segment. */
  void namedIn(LogSegment segment, String name) {
    if (other == null) {
      named = segment;
      namedAs = name;
    } else {
      other.namedRelease(segment);
    }
  }

  /** Room for a record that is sealed before it is written. */
  byte[] scratch(int size) {
    if (scratch.length < size) {
      scratch = new byte[Math.max(1024, 2 * size)];
    }
    return scratch;
  }
}

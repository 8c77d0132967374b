package dev.tandem.logger;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A thread of which only the name is known, because its records are written by others. Its id is
 * negative, where the low half of a thread's own id is not until there were two billion threads.
 */
final class ThreadName {
  private static final VarHandle NAMED;

  static {
    try {
      NAMED = MethodHandles.lookup().findVarHandle(ThreadName.class, "named", Segment.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final int id;
  final String name;

  @SuppressWarnings("unused") // through the handle
  private Segment named;

  ThreadName(int id, String name) {
    this.id = id;
    this.name = name;
  }

  /** The last segment that has this name. */
  Segment namedAcquire() {
    return (Segment) NAMED.getAcquire(this);
  }

  /** After the name was committed to a segment. */
  void namedRelease(Segment segment) {
    NAMED.setRelease(this, segment);
  }
}

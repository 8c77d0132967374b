package dev.tandem.logger.append;

import dev.tandem.logger.storage.LogSegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A name that stands once in each file that uses it: a logger's, or that of a thread whose records
 * are written by others. Such a thread's id is negative, where the low half of a thread's own id is
 * not until there were two billion threads.
 */
public final class DefinedName {
  private static final VarHandle NAMED;

  static {
    try {
      NAMED = MethodHandles.lookup().findVarHandle(DefinedName.class, "named", LogSegment.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public final int id;
  public final String name;

  @SuppressWarnings("unused") // through the handle
  private LogSegment named;

  public DefinedName(int id, String name) {
    this.id = id;
    this.name = name;
  }

  /** The last segment that has this name. */
  LogSegment namedAcquire() {
    return (LogSegment) NAMED.getAcquire(this);
  }

  /** After the name was committed to a segment. */
  void namedRelease(LogSegment segment) {
    NAMED.setRelease(this, segment);
  }
}

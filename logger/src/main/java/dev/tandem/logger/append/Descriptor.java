package dev.tandem.logger.append;

import dev.tandem.logger.storage.LogSegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A pattern and the types of its arguments; stands once in each file that uses it. */
public final class Descriptor {
  private static final VarHandle DEFINED;

  static {
    try {
      DEFINED = MethodHandles.lookup().findVarHandle(Descriptor.class, "defined", LogSegment.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public final int id;
  final String pattern;
  final long signature;

  @SuppressWarnings("unused") // through the handle
  private LogSegment defined;

  Descriptor(int id, String pattern, long signature) {
    this.id = id;
    this.pattern = pattern;
    this.signature = signature;
  }

  /** The last segment that has this descriptor. */
  LogSegment definedAcquire() {
    return (LogSegment) DEFINED.getAcquire(this);
  }

  /** After the descriptor was committed to a segment. */
  void definedRelease(LogSegment segment) {
    DEFINED.setRelease(this, segment);
  }
}

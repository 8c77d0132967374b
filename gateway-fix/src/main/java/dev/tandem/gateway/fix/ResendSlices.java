package dev.tandem.gateway.fix;

import quickfix.FieldNotFound;
import quickfix.IncorrectTagValue;
import quickfix.Message;
import quickfix.field.NewSeqNo;

/** Takes the slices of what a session sends again in turn with other sessions. */
final class ResendSlices {

  /** Between two slices. */
  private static final int MILLIS = 20;

  /** Numbers that a SequenceReset passes over. */
  private static final int MOST_SKIPPED = 1_000_000;

  private final FixServer server;
  private final FixSession session;
  private Resending resending;

  /** While messages are sent again, which then do not wait. */
  private boolean slicing;

  ResendSlices(FixServer server, FixSession session) {
    this.server = server;
    this.session = session;
  }

  /** A request that was received is cut to its first slice; the others follow. */
  void begin(Message request, int newest) throws FieldNotFound, IncorrectTagValue {
    if (slicing) {
      return;
    }
    resending = Resending.cut(request, newest);
    if (resending != null) {
      slicing = true;
      later();
    }
  }

  /** A SequenceReset that continues from another number, of which QuickFIX/J takes each step. */
  static void skip(Message reset, int expected) throws FieldNotFound, IncorrectTagValue {
    if (reset.isSetField(NewSeqNo.FIELD)
        && reset.getInt(NewSeqNo.FIELD) - (long) expected > MOST_SKIPPED) {
      throw new IncorrectTagValue(NewSeqNo.FIELD);
    }
  }

  /** The message that was received has been answered. */
  void passed() {
    slicing = false;
  }

  /** The connection that they were for is gone. */
  void stop() {
    resending = null;
  }

  /** Whether there are some left. */
  boolean areOwed() {
    return resending != null;
  }

  /** Whether what is sent now has to wait. */
  boolean mustWait() {
    return resending != null && !slicing;
  }

  /** As {@link Resending#hold}. */
  long hold(String message) {
    return resending.hold(message);
  }

  private void later() {
    Resending now = resending;
    server.after(
        MILLIS,
        () -> {
          // It may have another connection by now.
          if (resending == now) {
            session.guarded(this::next);
          }
        });
  }

  private void next() {
    if (session.isWritable()) {
      slicing = true;
      session.resendSlice(resending.nextSlice());
      slicing = false;
      session.endIfStoreFailed();
    }
    if (resending == null) {
      return;
    }
    if (!resending.isDone()) {
      later();
      return;
    }
    Resending done = resending;
    resending = null;
    session.resent(done.held());
  }
}

package dev.tandem.gateway.fix;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import quickfix.FieldNotFound;
import quickfix.IncorrectTagValue;
import quickfix.Message;
import quickfix.field.BeginSeqNo;
import quickfix.field.EndSeqNo;
import quickfix.field.MsgSeqNum;
import quickfix.field.OrigSendingTime;
import quickfix.field.PossDupFlag;
import quickfix.field.SendingTime;

/**
 * One request to send messages again, answered in slices, so that other sessions have their turns
 * between them. What the session says meanwhile waits until all is sent, as if it had been sent at
 * once.
 */
final class Resending {

  /** Messages of one slice. */
  static final int SLICE = 250;

  private final Message asked;
  private final int until;
  private final Deque<String> held = new ArrayDeque<>();
  private int next;
  private long heldBytes;

  private Resending(Message asked, int next, int until) {
    this.asked = asked;
    this.next = next;
    this.until = until;
  }

  /**
   * Cuts a request that was received to its first slice.
   *
   * @param newest sequence that was sent
   * @return what is left of it; null if that was all
   * @throws IncorrectTagValue if it requests what was never sent, or backwards
   */
  static Resending cut(Message request, int newest) throws FieldNotFound, IncorrectTagValue {
    int first = request.getInt(BeginSeqNo.FIELD);
    int end = request.getInt(EndSeqNo.FIELD);
    if (first < 1 || first > newest) {
      throw new IncorrectTagValue(BeginSeqNo.FIELD);
    }
    if (end != 0 && end < first) {
      throw new IncorrectTagValue(EndSeqNo.FIELD);
    }
    int until = end == 0 || end > newest ? newest : end;
    // What is too old to be there is one gap.
    long last = (long) Math.max(first, newest - SessionStore.MOST + 1) + SLICE - 1;
    if (last >= until) {
      return null;
    }
    Message asked = (Message) request.clone();
    request.setInt(EndSeqNo.FIELD, (int) last);
    return new Resending(asked, (int) last + 1, until);
  }

  /** Whether the last slice was taken. */
  boolean isDone() {
    return next > until;
  }

  /** A request for the next slice, which is none of the session's sequence. */
  Message nextSlice() {
    Message slice = (Message) asked.clone();
    slice.setInt(BeginSeqNo.FIELD, next);
    next = Math.min(until, next + SLICE - 1) + 1;
    slice.setInt(EndSeqNo.FIELD, next - 1);
    // A sequence that was handled already would be skipped; this one is never reached.
    slice.getHeader().setInt(MsgSeqNum.FIELD, Integer.MAX_VALUE);
    slice.getHeader().removeField(PossDupFlag.FIELD);
    slice.getHeader().removeField(OrigSendingTime.FIELD);
    slice.getHeader().setUtcTimeStamp(SendingTime.FIELD, LocalDateTime.now(ZoneOffset.UTC));
    return slice;
  }

  /** Keeps what is to be sent behind all slices; how many bytes that are by now. */
  long hold(String message) {
    held.add(message);
    heldBytes += message.length();
    return heldBytes;
  }

  /** What was kept. */
  Deque<String> held() {
    return held;
  }
}

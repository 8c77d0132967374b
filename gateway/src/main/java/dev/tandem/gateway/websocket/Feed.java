package dev.tandem.gateway.websocket;

import dev.tandem.gateway.access.Faults;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;

/**
 * One channel of one symbol: each message is written once, as a frame of a WebSocket, behind the
 * others of this visit of the loop. All subscribers are sent the same bytes, each in one piece, at
 * the end of the visit. On the event loop.
 */
final class Feed {

  private static final int FIRST_BYTES = 4 << 10;

  /** With so many bytes subscribers are sent them before the end of the visit. */
  private static final int MOST_BYTES = 64 << 10;

  private static final int FINAL_TEXT = 0x81;
  private static final int SHORT = 125;
  private static final int TWO_BYTES = 126;
  private static final int EIGHT_BYTES = 127;

  private final List<Subscription> subscribers = new ArrayList<>();
  private final History history;
  private ByteBuf frames;
  private int messages;

  /** The sequence of the last message; 0 if there was none. */
  private long last;

  /** Nothing has been said since this sequence. */
  Feed(long sequence) {
    history = new History(sequence);
  }

  History history() {
    return history;
  }

  long last() {
    return last;
  }

  boolean isLeft() {
    return subscribers.isEmpty();
  }

  /** From now on it is sent what comes. */
  void add(Subscription subscription) {
    subscribers.add(subscription);
    skip(subscription);
  }

  void remove(Subscription subscription) {
    subscribers.remove(subscription);
  }

  /** What has come so far is known to this subscriber. */
  void skip(Subscription subscription) {
    subscription.sentBytes = frames == null ? 0 : frames.writerIndex();
    subscription.sentMessages = messages;
  }

  /** Takes a message, which its caller releases. */
  void add(long sequence, ByteBuf message) {
    history.add(sequence, message);
    last = sequence;
    if (subscribers.isEmpty()) {
      return;
    }
    if (frames == null) {
      frames = PooledByteBufAllocator.DEFAULT.directBuffer(FIRST_BYTES);
    }
    begin(frames, message.readableBytes());
    frames.writeBytes(message, message.readerIndex(), message.readableBytes());
    messages++;
    if (frames.writerIndex() >= MOST_BYTES) {
      deliver();
    }
  }

  /** Writes what a frame of one message begins with, as a server sends it: nothing is masked. */
  static void begin(ByteBuf to, int length) {
    to.writeByte(FINAL_TEXT);
    if (length <= SHORT) {
      to.writeByte(length);
    } else if (length < 1 << Short.SIZE) {
      to.writeByte(TWO_BYTES);
      to.writeShort(length);
    } else {
      to.writeByte(EIGHT_BYTES);
      to.writeLong(length);
    }
  }

  /** Sends one subscriber what it has not been sent: before something of its own. */
  void deliver(Subscription to) {
    deliver(to, true);
  }

  private void deliver(Subscription to, boolean proceeds) {
    if (frames == null || to.sentMessages == messages) {
      return;
    }
    int from = to.sentBytes;
    int count = messages - to.sentMessages;
    int length = frames.writerIndex() - from;
    skip(to);
    // What comes next may move the bytes, which another loop must not see.
    boolean copied = proceeds && to.session.isElsewhere();
    try {
      to.session.offer(
          to, copied ? frames.copy(from, length) : frames.retainedSlice(from, length), count);
    } catch (RuntimeException | Error e) {
      Faults.end("market data cannot be sent; its connection ends", e, to.session::failed);
    }
  }

  /** Sends all subscribers what they have not been sent. */
  void deliver() {
    if (frames == null) {
      return;
    }
    // A session that is cut off leaves the list.
    List.copyOf(subscribers).forEach(to -> deliver(to, false));
    frames.release();
    frames = null;
    messages = 0;
    subscribers.forEach(this::skip);
  }
}

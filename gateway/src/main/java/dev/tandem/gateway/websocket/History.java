package dev.tandem.gateway.websocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * The last messages of one channel of one symbol, for who was away for a moment. On the event loop.
 */
final class History {

  private static final int MOST_MESSAGES = 1_024;
  private static final int MOST_BYTES = 256 << 10;

  // Neither compared nor handed out.
  @SuppressWarnings("ArrayRecordComponent")
  private record Message(long sequence, byte[] bytes) {}

  private final ArrayDeque<Message> messages = new ArrayDeque<>();
  private int bytes;

  /** All messages above this sequence are here. */
  private long completeAbove;

  /** Nothing has been said since this sequence. */
  History(long sequence) {
    completeAbove = sequence;
  }

  void add(long sequence, ByteBuf message) {
    byte[] copy = new byte[message.readableBytes()];
    message.getBytes(message.readerIndex(), copy);
    messages.add(new Message(sequence, copy));
    bytes += copy.length;
    while (messages.size() > MOST_MESSAGES || bytes > MOST_BYTES) {
      Message oldest = messages.poll();
      bytes -= oldest.bytes.length;
      completeAbove = oldest.sequence;
    }
  }

  /**
   * Whether all messages above this sequence are kept.
   *
   * @param last the symbol's last sequence: nobody can know a later one
   */
  boolean goesBackTo(long sequence, long last) {
    return sequence >= completeAbove && sequence <= last;
  }

  /** Sends what came above a sequence. */
  void report(long sequence, Consumer<ByteBuf> to) {
    for (Message message : messages) {
      if (message.sequence > sequence) {
        to.accept(Unpooled.wrappedBuffer(message.bytes));
      }
    }
  }
}

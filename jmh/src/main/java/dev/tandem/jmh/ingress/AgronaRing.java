package dev.tandem.jmh.ingress;

import dev.tandem.core.command.CommandType;
import java.nio.ByteBuffer;
import org.agrona.BitUtil;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RecordDescriptor;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Agrona's ring of bytes for several senders: an order is 64 bytes in it. */
final class AgronaRing implements OrderQueue {

  private static final int TYPE = 1;
  private static final int BYTES = 64;
  private static final int RECORD =
      BitUtil.align(BYTES + RecordDescriptor.HEADER_LENGTH, RecordDescriptor.ALIGNMENT);

  private final RingBuffer ring;

  AgronaRing(int orders) {
    int bytes = BitUtil.findNextPositivePowerOfTwo(orders * RECORD);
    ring =
        new ManyToOneRingBuffer(
            new UnsafeBuffer(
                ByteBuffer.allocateDirect(bytes + RingBufferDescriptor.TRAILER_LENGTH)));
  }

  @Override
  public Sender sender(Orders orders) {
    return (i, stampNanos) -> {
      int at = ring.tryClaim(TYPE, BYTES);
      if (at < 0) {
        return false;
      }
      AtomicBuffer to = ring.buffer();
      to.putLong(at, stampNanos);
      to.putLong(at + 8, orders.sender() + 1L);
      to.putLong(at + 16, i);
      to.putLong(at + 24, orders.sender() + 1L);
      to.putLong(at + 32, orders.orderId(i));
      to.putLong(at + 40, Orders.price(i));
      to.putLong(at + 48, Orders.quantity(i));
      to.putInt(at + 56, 1);
      to.putByte(at + 60, CommandType.PLACE);
      to.putByte(at + 61, (byte) 0);
      to.putByte(at + 62, (byte) 0);
      ring.commit(at);
      return true;
    };
  }

  @Override
  public Receiver receiver(Sink sink) {
    // Made once: a lambda that is written where it is passed is made for each read.
    MessageHandler handler =
        (type, from, at, length) ->
            sink.take(
                from.getLong(at),
                from.getLong(at + 8),
                from.getLong(at + 16),
                from.getLong(at + 24),
                from.getLong(at + 32),
                from.getLong(at + 40),
                from.getLong(at + 48),
                from.getInt(at + 56));
    return () -> {
      int read = ring.read(handler, IngressEntrant.BATCH);
      // A read that reaches the ring's end has read its padding, and nothing else.
      return read > 0 || ring.size() == 0 ? read : ring.read(handler, IngressEntrant.BATCH);
    };
  }
}

package dev.tandem.cluster;

import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.logbuffer.Header;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A stream of bytes as messages of Aeron: each begins with its number, from 0, as 64 bits; the last
 * one has no bytes but the number, negated, less 1. So a message that is lost is found.
 */
final class SnapshotChunks {

  private SnapshotChunks() {}

  /** Closing it writes the last message. */
  static final class Writer implements WritableByteChannel {

    private final ExclusivePublication to;
    private final IdleStrategy idle;
    private final UnsafeBuffer message;
    private final ByteBuffer bytes;
    private long number;
    private boolean open = true;

    Writer(ExclusivePublication to, IdleStrategy idle) {
      this.to = to;
      this.idle = idle;
      bytes = ByteBuffer.allocateDirect(to.maxPayloadLength());
      message = new UnsafeBuffer(bytes);
      bytes.position(Long.BYTES);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
      int written = from.remaining();
      while (from.hasRemaining()) {
        int part = Math.min(from.remaining(), bytes.remaining());
        bytes.put(from.slice(from.position(), part));
        from.position(from.position() + part);
        if (!bytes.hasRemaining()) {
          send();
        }
      }
      return written;
    }

    private void send() throws IOException {
      message.putLong(0, number++, ByteOrder.LITTLE_ENDIAN);
      offer(bytes.position());
      bytes.position(Long.BYTES);
    }

    private void offer(int length) throws IOException {
      idle.reset();
      while (true) {
        long result = to.offer(message, 0, length);
        if (result > 0) {
          return;
        }
        if (result == Publication.CLOSED
            || result == Publication.NOT_CONNECTED
            || result == Publication.MAX_POSITION_EXCEEDED) {
          throw new IOException("the snapshot was not taken: " + Publication.errorString(result));
        }
        idle.idle();
        if (Thread.currentThread().isInterrupted()) {
          throw new IOException("the snapshot was not taken: the node is closed");
        }
      }
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() throws IOException {
      if (!open) {
        return;
      }
      open = false;
      if (bytes.position() > Long.BYTES) {
        send();
      }
      message.putLong(0, -number - 1, ByteOrder.LITTLE_ENDIAN);
      offer(Long.BYTES);
    }
  }

  /** Ends where the last message is. */
  static final class Reader implements ReadableByteChannel {

    private final Image image;
    private final IdleStrategy idle;
    private final FragmentAssembler assembler = new FragmentAssembler(this::onMessage);
    private byte[] bytes = new byte[0];
    private int at;
    private int end;
    private long next;
    private boolean ended;
    private String fault;

    Reader(Image image, IdleStrategy idle) {
      this.image = image;
      this.idle = idle;
    }

    private void onMessage(DirectBuffer buffer, int offset, int length, Header header) {
      long number = length < Long.BYTES ? Long.MIN_VALUE : number(buffer, offset);
      if (ended || (number != next && number != -next - 1)) {
        fault = "message %d of the snapshot follows %d".formatted(number, next - 1);
      } else if (number < 0) {
        ended = true;
      } else {
        next++;
        int part = length - Long.BYTES;
        if (bytes.length < part) {
          bytes = new byte[part];
        }
        buffer.getBytes(offset + Long.BYTES, bytes, 0, part);
        at = 0;
        end = part;
      }
    }

    private static long number(DirectBuffer buffer, int offset) {
      return buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
      idle.reset();
      while (at == end && !ended) {
        int fragments = image.poll(assembler, 1);
        if (fault != null) {
          throw new IOException(fault);
        }
        if (fragments == 0 && (image.isClosed() || image.isEndOfStream())) {
          throw new IOException("the snapshot ends behind message " + (next - 1));
        }
        idle.idle(fragments);
      }
      if (at == end) {
        return -1;
      }
      int part = Math.min(into.remaining(), end - at);
      into.put(bytes, at, part);
      at += part;
      return part;
    }

    @Override
    public boolean isOpen() {
      return !ended;
    }

    @Override
    public void close() {}
  }
}

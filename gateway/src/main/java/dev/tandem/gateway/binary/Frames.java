package dev.tandem.gateway.binary;

import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.Message;
import dev.tandem.gateway.spi.MessageFrames;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/** Finds messages by the lengths in front of them, and hands them out where they lie. */
final class Frames extends MessageFrames {

  /** Longer than any message of this version, with room for fields of later ones. */
  static final int MOST_BYTES = 1_024;

  private final BinarySession session;

  Frames(BinarySession session) {
    super(session);
    this.session = session;
  }

  @Override
  protected boolean next(ByteBuf in) {
    if (in.readableBytes() < Message.HEADER) {
      return false;
    }
    int at = in.readerIndex();
    int length = Message.HEADER + in.getUnsignedShortLE(at);
    if (length > MOST_BYTES) {
      session.end(Code.BAD_REQUEST, "oversized_message");
      return true;
    }
    if (in.readableBytes() < length) {
      return false;
    }
    ByteBuffer bytes = in.internalNioBuffer(at, length);
    in.skipBytes(length);
    session.received(bytes, bytes.position());
    return true;
  }
}

package dev.tandem.gateway.fix;

import dev.tandem.gateway.spi.MessageFrames;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * Finds messages by BodyLength. Whether the sum is right is seen later: then a message is skipped,
 * and requested again.
 */
final class FixFrames extends MessageFrames {

  /** Much longer than any message that is understood. */
  static final int MOST_BYTES = 4_096;

  private static final byte SOH = 1;
  private static final byte[] BEGIN = "8=FIX.4.4\u00019=".getBytes(StandardCharsets.US_ASCII);
  private static final int MOST_DIGITS = 5;

  /** {@code 10=nnn} and its end. */
  private static final int TRAILER = 7;

  private final FixConnection connection;

  FixFrames(FixConnection connection) {
    super(connection);
    this.connection = connection;
  }

  @Override
  protected boolean next(ByteBuf in) {
    int length = length(in);
    if (length < 0) {
      connection.end("malformed_message");
    } else if (length > MOST_BYTES) {
      connection.end("oversized_message");
    } else if (length == 0 || in.readableBytes() < length) {
      return false;
    } else {
      connection.received(in.readCharSequence(length, StandardCharsets.ISO_8859_1).toString());
    }
    return true;
  }

  /** Bytes of the message that begins here; 0 if that is not known yet, -1 if there is none. */
  private static int length(ByteBuf in) {
    int at = in.readerIndex();
    int there = in.readableBytes();
    for (int i = 0; i < Math.min(there, BEGIN.length); i++) {
      if (in.getByte(at + i) != BEGIN[i]) {
        return -1;
      }
    }
    int body = 0;
    for (int i = BEGIN.length; i < there; i++) {
      byte next = in.getByte(at + i);
      if (next == SOH && i > BEGIN.length) {
        int length = i + 1 + body + TRAILER;
        return there < length || length > MOST_BYTES || endsIn(in, at + length) ? length : -1;
      }
      if (next < '0' || next > '9' || i - BEGIN.length >= MOST_DIGITS) {
        return -1;
      }
      body = body * 10 + next - '0';
    }
    return 0;
  }

  private static boolean endsIn(ByteBuf in, int end) {
    return in.getByte(end - 1) == SOH
        && in.getByte(end - TRAILER) == '1'
        && in.getByte(end - TRAILER + 1) == '0'
        && in.getByte(end - TRAILER + 2) == '='
        && in.getByte(end - TRAILER - 1) == SOH;
  }
}

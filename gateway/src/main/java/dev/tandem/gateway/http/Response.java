package dev.tandem.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.DefaultByteBufHolder;

/**
 * A response of the gateway.
 *
 * <p>It owns its body: whoever writes it releases it, and so does Netty where the connection has
 * gone, and with it the handler that would have written it.
 */
final class Response extends DefaultByteBufHolder {

  private final byte[] head;
  private final boolean last;

  /**
   * A response of a body.
   *
   * @param head its status line and header fields, as far as they depend on status and kind alone
   * @param isLast whether the connection ends with it
   */
  Response(byte[] head, ByteBuf body, boolean isLast) {
    super(body);
    this.head = head;
    last = isLast;
  }

  byte[] head() {
    return head;
  }

  boolean isLast() {
    return last;
  }
}

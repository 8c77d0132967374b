package dev.tandem.jmh.gateway;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Requests of HTTP/1.1 on a connection that is kept: orders, or one plain question. */
final class HttpWire implements Wire {

  private static final byte[] END = bytes("\r\n\r\n");
  private static final byte[] LENGTH = bytes("\r\ncontent-length: ");
  private static final byte[] TRADES = bytes("\"trades\"");
  private static final int STATUS_AT = 9;
  private static final int OK = 200;

  private final String head;
  private final byte[] plain;

  private HttpWire(String head, byte[] plain) {
    this.head = head;
    this.plain = plain;
  }

  /** New orders, under this key. */
  static HttpWire orders(String key) {
    return new HttpWire(
        "POST /v1/orders HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
            + key
            + "\r\nContent-Type: application/json\r\nContent-Length: ",
        null);
  }

  /** The same question again and again. */
  static HttpWire get(String path) {
    return new HttpWire(null, bytes("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The body of order {@code n}. */
  static String body(long n) {
    boolean sells = (n & 1) == 1;
    return "{\"user\":"
        + (sells ? GatewayServer.SELLER : GatewayServer.BUYER)
        + ",\"symbol\":"
        + GatewayServer.SYMBOL
        + ",\"order\":"
        + n
        + ",\"side\":\""
        + (sells ? "SELL" : "BUY")
        + "\",\"price\":"
        + GatewayServer.PRICE
        + ",\"quantity\":1}";
  }

  @Override
  public void request(long n, ByteBuffer to) {
    if (plain != null) {
      to.put(plain);
      return;
    }
    String body = body(n);
    to.put(bytes(head + body.length() + "\r\n\r\n" + body));
  }

  @Override
  @SuppressWarnings("ByteBufferBackingArray") // Load allocates it, so it begins at 0.
  public int answers(ByteBuffer from, Tally tally) {
    int found = 0;
    byte[] all = from.array();
    while (true) {
      int at = from.position();
      int end = find(all, at, from.limit(), END);
      if (end < 0) {
        return found;
      }
      int length = number(all, find(all, at, end + 2, LENGTH) + LENGTH.length);
      int next = end + END.length + length;
      if (next > from.limit()) {
        return found;
      }
      int status = number(all, at + STATUS_AT);
      tally.answers++;
      if (status != OK) {
        tally.refuse(new String(all, at, next - at, StandardCharsets.ISO_8859_1));
      } else if (plain == null && find(all, end, next, TRADES) >= 0) {
        tally.trades++;
      }
      found++;
      from.position(next);
    }
  }

  private static int number(byte[] in, int from) {
    int value = 0;
    for (int i = from; in[i] >= '0' && in[i] <= '9'; i++) {
      value = value * 10 + in[i] - '0';
    }
    return value;
  }

  /** Where it is, in any case of letters; -1 if it is not there. */
  private static int find(byte[] in, int from, int to, byte[] what) {
    for (int i = from; i <= to - what.length; i++) {
      int j = 0;
      while (j < what.length && (in[i + j] == what[j] || (in[i + j] | 0x20) == what[j])) {
        j++;
      }
      if (j == what.length) {
        return i;
      }
    }
    return -1;
  }
}

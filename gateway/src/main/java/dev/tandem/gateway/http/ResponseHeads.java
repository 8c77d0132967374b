package dev.tandem.gateway.http;

import dev.tandem.gateway.command.Refusal;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Status lines and header fields, made once for each status and kind of body: putting them together
 * for each response costs more than an order. On the event loop.
 */
final class ResponseHeads {

  private static final int STATUSES = 600;

  private final Map<String, Map<String, String>> headers;
  private final Map<String, byte[][]> heads = new HashMap<>();

  /**
   * @param headers further fields, by kind of body
   */
  ResponseHeads(Map<String, Map<String, String>> headers) {
    this.headers = Map.copyOf(headers);
  }

  /** What a response begins with, up to the number of its bytes. */
  byte[] of(int status, String contentType) {
    byte[][] ofType = heads.computeIfAbsent(contentType, type -> new byte[STATUSES][]);
    if (ofType[status] == null) {
      ofType[status] = write(status, contentType).getBytes(StandardCharsets.US_ASCII);
    }
    return ofType[status];
  }

  /** The same with the methods that a path has. */
  byte[] ofNotAllowed(String contentType, String allowed) {
    String head = new String(of(405, contentType), StandardCharsets.US_ASCII);
    return head.replaceFirst("\r\n", "\r\nallow: " + allowed + "\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  private String write(int status, String contentType) {
    StringBuilder head = new StringBuilder("HTTP/1.1 ");
    head.append(HttpResponseStatus.valueOf(status)).append("\r\n");
    add(head, "content-type", contentType);
    add(head, "cache-control", "no-store");
    add(head, "x-content-type-options", "nosniff");
    headers.getOrDefault(contentType, Map.of()).forEach((name, value) -> add(head, name, value));
    if (status == Refusal.UNAUTHORIZED.status()) {
      add(head, "www-authenticate", "Bearer");
    } else if (status == Refusal.BUSY.status() || status == Refusal.RATE_LIMITED.status()) {
      add(head, "retry-after", "1");
    }
    return head.append("content-length: ").toString();
  }

  private static void add(StringBuilder to, String name, String value) {
    to.append(name).append(": ").append(value).append("\r\n");
  }
}

package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A WebSocket by hand, which says what it wants and reads only when it is told to. */
final class RawStream {

  /** What requests one. */
  static final String UPGRADE =
      """
      GET /v1/stream HTTP/1.1
      Host: localhost
      Upgrade: websocket
      Connection: Upgrade
      Sec-WebSocket-Version: 13
      Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==

      """
          .replace("\n", "\r\n");

  /** Masked by zeros. */
  private static final byte[] PONG = {(byte) 0x8a, (byte) 0x80, 0, 0, 0, 0};

  private RawStream() {}

  static Socket open(int port, String... wants) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(2_048);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.getOutputStream().write(UPGRADE.getBytes(StandardCharsets.US_ASCII));
    InputStream in = socket.getInputStream();
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
    assertThat(head.toString()).startsWith("HTTP/1.1 101");
    for (String want : wants) {
      say(socket, want);
    }
    return socket;
  }

  static void say(Socket socket, String json) throws IOException {
    socket.getOutputStream().write(frame(json));
  }

  /** A short message. */
  static byte[] frame(String json) {
    byte[] text = json.replace('\'', '"').getBytes(StandardCharsets.US_ASCII);
    // Masked by zeros, which leaves it as it is.
    byte[] frame = new byte[6 + text.length];
    frame[0] = (byte) 0x81;
    frame[1] = (byte) (0x80 | text.length);
    System.arraycopy(text, 0, frame, 6, text.length);
    return frame;
  }

  /** What it is sent, as far as this; however long that takes, the stream is not a silent one. */
  static String readUntil(Socket socket, String end) throws IOException {
    byte[] buffer = new byte[1 << 16];
    InputStream in = socket.getInputStream();
    StringBuilder reported = new StringBuilder();
    long received = System.nanoTime();
    int from = 0;
    while (reported.indexOf(end, from) < 0) {
      if (System.nanoTime() - received > 5_000_000_000L) {
        received = System.nanoTime();
        socket.getOutputStream().write(PONG);
      }
      from = Math.max(0, reported.length() - end.length());
      int n = in.read(buffer);
      assertThat(n).as("bytes after %d", reported.length()).isPositive();
      reported.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
    }
    return reported.toString();
  }
}

package dev.tandem.gateway.fix;

import dev.tandem.gateway.Gateway;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** One connection of FIX, message by message as they are on the wire; {@code |} for the byte 1. */
final class Wire implements AutoCloseable {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS");

  private final Socket socket;
  private final InputStream in;
  private final String name;
  private final String secret;
  int next = 1;
  String sub = "";

  Wire(Gateway gateway, String key) throws IOException {
    name = key.substring(0, key.indexOf('.'));
    secret = key;
    socket =
        new Socket(InetAddress.getLoopbackAddress(), gateway.fixAddress().orElseThrow().getPort());
    socket.setSoTimeout(120_000);
    in = new BufferedInputStream(socket.getInputStream());
  }

  void send(String bytes) throws IOException {
    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  Wire say(String type, String fields) throws IOException {
    send(framed(body(type, fields)));
    return this;
  }

  /** A message as {@link #say} sends it, without its length and sum. */
  String body(String type, String fields) {
    return body(name, type, next++, sub, fields);
  }

  /** A message that says that it was sent at this time. */
  Wire sayAt(LocalDateTime time, String type, String fields) throws IOException {
    send(framed(body(name, type, next++, sub, time, fields)));
    return this;
  }

  Wire logon(String more) throws IOException {
    return say("A", "98=0|108=30|554=" + secret + "|" + more);
  }

  /** The next message; null if the gateway has closed. */
  String read() throws IOException {
    StringBuilder all = new StringBuilder();
    try {
      do {
        int b = in.read();
        if (b < 0) {
          return null;
        }
        all.append(b == 1 ? '|' : (char) b);
      } while (all.length() < 8
          || all.charAt(all.length() - 1) != '|'
          || all.lastIndexOf("|10=") != all.length() - 8);
    } catch (SocketException e) {
      return null;
    }
    return all.toString();
  }

  void ended() throws IOException {
    String last = read();
    while (last != null) {
      last = read();
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** As a cable that is pulled: nothing else is sent, and nothing else is read. */
  void cut() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** A message of the administrator's. */
  static String message(String type, int sequence, String fields) {
    return framed(body("admin", type, sequence, "", fields));
  }

  private static String body(String name, String type, int sequence, String sub, String fields) {
    return body(name, type, sequence, sub, LocalDateTime.now(ZoneOffset.UTC), fields);
  }

  /** A time as a message has it. */
  static String stamp(LocalDateTime time) {
    return time.format(TIME);
  }

  private static String body(
      String name, String type, int sequence, String sub, LocalDateTime time, String fields) {
    return "35="
        + type
        + "|34="
        + sequence
        + "|49="
        + name
        + "|"
        + sub
        + "52="
        + stamp(time)
        + "|56=TANDEM|"
        + fields;
  }

  /** A body with its right length before it and its right sum behind it. */
  static String framed(String body) {
    String all = ("8=FIX.4.4|9=" + body.length() + "|" + body).replace('|', '\u0001');
    return all + "10=%03d\u0001".formatted(sum(all));
  }

  /** The sum of these characters as a message has it. */
  static int sum(String text) {
    return text.chars().sum() % 256;
  }

  /** All that comes until the gateway closes, as it came. */
  String drain() throws IOException {
    StringBuilder all = new StringBuilder();
    try {
      socket.shutdownOutput();
      for (int b = in.read(); b >= 0; b = in.read()) {
        all.append((char) b);
      }
    } catch (SocketException e) {
      // Closed with bytes unread.
    }
    return all.toString();
  }

  /** The fields of an order that rests. */
  static String order(int id) {
    return "11=%d|1=1|55=1|54=2|38=5|40=2|44=30|59=1|60=%s|"
        .formatted(id, LocalDateTime.now(ZoneOffset.UTC).format(TIME));
  }
}

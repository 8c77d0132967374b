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
    send(message(name, type, next++, sub, fields));
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

  /** A message of the administrator's. */
  static String message(String type, int sequence, String fields) {
    return message("admin", type, sequence, "", fields);
  }

  private static String message(String name, String type, int sequence, String sub, String fields) {
    String body =
        "35="
            + type
            + "|34="
            + sequence
            + "|49="
            + name
            + "|"
            + sub
            + "52="
            + LocalDateTime.now(ZoneOffset.UTC).format(TIME)
            + "|56=TANDEM|"
            + fields;
    String all = ("8=FIX.4.4|9=" + body.length() + "|" + body).replace('|', '\u0001');
    int sum = 0;
    for (int i = 0; i < all.length(); i++) {
      sum += all.charAt(i);
    }
    return all + "10=%03d\u0001".formatted(sum % 256);
  }

  /** The fields of an order that rests. */
  static String order(int id) {
    return "11=%d|1=1|55=1|54=2|38=5|40=2|44=30|59=1|60=%s|"
        .formatted(id, LocalDateTime.now(ZoneOffset.UTC).format(TIME));
  }
}

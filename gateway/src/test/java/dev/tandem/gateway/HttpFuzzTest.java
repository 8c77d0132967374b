package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Requests, bodies and frames of a WebSocket that are damaged anywhere: the gateway answers or
 * closes, continues, and serves others. {@link FuzzTime} says for how long.
 */
class HttpFuzzTest {

  private static final int SILENCE_MILLIS = 120_000;
  private static final int TRIES = 20;
  private static final int SWALLOWED_MILLIS = 200;
  private static final int KINDS = 3;

  /** Whose orders no damage comes to. */
  private static final long OTHER = 700_000_000_000L;

  private static final Charset ISO = StandardCharsets.ISO_8859_1;

  /** What is put in the place of something: ends of ranges, of lines, of text, of nesting. */
  private static final String[] PIECES = {
    "\r\n",
    "\n",
    "\0",
    "\"",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\\u0000",
    "\\",
    "-1",
    "1e9",
    "0.5",
    "9223372036854775807",
    "9223372036854775808",
    "NaN",
    "null",
    "true",
    "{\"a\":",
    "[[[[[[[[",
    "Content-Length: 7\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Content-Encoding: gzip\r\n",
    "Expect: 100-continue\r\n",
    "Upgrade: websocket\r\n",
    "HTTP/1.0",
    "HTTP/9.9",
    "%00",
    "%",
    "/../"
  };

  /** With one loop, and with one for the connections beside that of the sessions. */
  private static final List<FuzzedGateway> FUZZED = new ArrayList<>();

  private static Gateway gateway;
  private static Client client;
  private static String key;
  private static long orders = 700_000_000_000_000L;
  private static long tried;
  private static long gone;

  @BeforeContainer
  static void start() throws IOException {
    for (int loops = 1; loops <= 2; loops++) {
      int those = loops;
      FUZZED.add(new FuzzedGateway(settings -> settings.ordersPerSecond(0).loops(those)));
      use(FUZZED.get(loops - 1));
      client.prepare();
      client.ok(client.post("/v1/users", "{\"user\":" + OTHER + "}"));
      client.ok(
          client.post(
              "/v1/users/" + OTHER + "/deposits",
              "{\"currency\":10,\"amount\":1000000,\"transaction\":1}"));
    }
  }

  private static void use(FuzzedGateway fuzzed) {
    gateway = fuzzed.gateway();
    key = fuzzed.key();
    client = new Client(gateway, key);
  }

  @AfterContainer
  static void stop() throws IOException {
    System.out.println(
        "damaged requests and streams: " + tried + ", streams to their last frame: " + gone);
    assertThat(gone).as("streams that came to their last frame").isPositive();
    for (FuzzedGateway fuzzed : FUZZED) {
      fuzzed.close();
    }
  }

  private static byte[] damaged(SplittableRandom random, byte[] bytes, int most) {
    ByteArrayOutputStream to = new ByteArrayOutputStream();
    int damages = random.nextInt(1, most + 1);
    int at = 0;
    for (int i = 0; i < damages; i++) {
      int next = Math.min(bytes.length, at + random.nextInt(bytes.length / damages + 1));
      to.write(bytes, at, next - at);
      at = next;
      switch (random.nextInt(4)) {
        case 0 -> to.write(random.nextInt(256));
        case 1 -> to.writeBytes(PIECES[random.nextInt(PIECES.length)].getBytes(ISO));
        case 2 -> at = Math.min(bytes.length, at + 1 + random.nextInt(8));
        default -> at = Math.max(0, at - random.nextInt(8));
      }
    }
    to.write(bytes, at, bytes.length - at);
    return to.toByteArray();
  }

  private static byte[] order(SplittableRandom random) {
    return Client.order(
            1 + random.nextInt(3),
            1_000_000 + random.nextInt(9),
            "SELL",
            30,
            1,
            ",\"type\":\"LIMIT\",\"timeInForce\":\"GTC\"")
        .getBytes(ISO);
  }

  private static byte[] request(String head, byte[] body) {
    ByteArrayOutputStream to = new ByteArrayOutputStream();
    to.writeBytes(
        (head
                + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + key
                + "\r\nContent-Length: "
                + body.length
                + "\r\n\r\n")
            .getBytes(ISO));
    to.writeBytes(body);
    return to.toByteArray();
  }

  private static final byte[] UPGRADE =
      String.join(
              "\r\n",
              "GET /v1/stream HTTP/1.1",
              "Host: localhost",
              "Upgrade: websocket",
              "Connection: Upgrade",
              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
              "Sec-WebSocket-Version: 13",
              "Sec-WebSocket-Extensions: permessage-deflate",
              "",
              "")
          .getBytes(ISO);

  /** A frame of a client, of any kind and with any flags where it is damaged. */
  private static void frame(SplittableRandom random, ByteArrayOutputStream to, byte[] text) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    frame(whole, text);
    byte[] bytes = whole.toByteArray();
    if (random.nextInt(10) == 0) {
      bytes[0] = (byte) random.nextInt();
    }
    if (random.nextInt(30) == 0) {
      bytes[1 + random.nextInt(7)] = (byte) random.nextInt();
    }
    to.writeBytes(bytes);
  }

  /** A frame as it should be. */
  private static void frame(ByteArrayOutputStream to, byte[] text) {
    to.write(0x81);
    if (text.length < 126) {
      to.write(0x80 | text.length);
    } else {
      to.write(0x80 | 126);
      to.write(text.length >> 8);
      to.write(text.length);
    }
    // The mask.
    to.writeBytes(new byte[4]);
    to.writeBytes(text);
  }

  private static byte[] frames(SplittableRandom random) {
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    String login = "{\"op\":\"login\",\"key\":\"" + key + "\"}";
    frame(frames, login.getBytes(ISO));
    for (int i = random.nextInt(8); i > 0; i--) {
      String message =
          switch (random.nextInt(3)) {
            case 0 -> "{\"op\":\"subscribe\",\"channel\":\"levels\",\"symbol\":1,\"id\":7}";
            case 1 -> "{\"op\":\"executions\",\"user\":1}";
            default -> "{\"op\":\"place\"," + new String(order(random), ISO).substring(1);
          };
      byte[] bytes = message.getBytes(ISO);
      frame(random, frames, random.nextBoolean() ? bytes : damaged(random, bytes, 3));
    }
    frame(frames, "{\"op\":\"ping\",\"id\":\"last\"}".getBytes(ISO));
    return frames.toByteArray();
  }

  private static void any(SplittableRandom random) throws IOException {
    switch (random.nextInt(KINDS)) {
      case 0 -> exchange(damaged(random, request("POST /v1/orders", order(random)), 4), null);
      case 1 -> exchange(request("POST /v1/orders", damaged(random, order(random), 3)), null);
      default -> exchange(UPGRADE, frames(random));
    }
    tried++;
  }

  /**
   * Sends it, and reads until the gateway closes, which may not be silent for ever; or sends frames
   * once the stream is there, and reads what the last one is answered.
   */
  private static void exchange(byte[] bytes, byte[] frames) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.port())) {
      socket.setSoTimeout(SILENCE_MILLIS);
      socket.getOutputStream().write(bytes);
      InputStream from = socket.getInputStream();
      if (frames != null) {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
          int next = from.read();
          assertThat(next).as("a handshake that ends after %s", head).isNotNegative();
          head.append((char) next);
        }
        assertThat(head.toString()).startsWith("HTTP/1.1 101").doesNotContain("deflate");
        socket.getOutputStream().write(frames);
        // Where a frame has swallowed the last one, nothing more comes.
        socket.setSoTimeout(SWALLOWED_MILLIS);
        if (lastIsAnswered(from)) {
          gone++;
        }
      } else {
        socket.shutdownOutput();
        byte[] buffer = new byte[4_096];
        while (from.read(buffer) >= 0) {
          // Whatever it says.
        }
      }
    } catch (SocketTimeoutException e) {
      assertThat(frames).as("a request without an answer or an end").isNotNull();
    } catch (SocketException e) {
      // Closed with bytes unread.
    }
  }

  /** Whether the stream has gone through all frames. */
  private static boolean lastIsAnswered(InputStream from) throws IOException {
    StringBuilder reported = new StringBuilder();
    byte[] buffer = new byte[4_096];
    int n = from.read(buffer);
    while (n >= 0) {
      reported.append(new String(buffer, 0, n, ISO));
      if (reported.indexOf("\"id\":\"last\"") >= 0) {
        return true;
      }
      n = from.read(buffer);
    }
    return false;
  }

  @Property(tries = TRIES)
  void damageHarmsNobody(@ForAll long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    use(FUZZED.get(random.nextInt(FUZZED.size())));
    FuzzTime time = new FuzzTime(20, TRIES);
    while (time.next()) {
      any(random);
    }
    orders++;
    client.ok(client.post("/v1/orders", Client.order(OTHER, orders, "SELL", 30, 1, "")));
    client.ok(client.delete("/v1/symbols/1/orders/" + orders + "?user=" + OTHER));
    assertThat(gateway.failure()).isNotDone();
  }
}

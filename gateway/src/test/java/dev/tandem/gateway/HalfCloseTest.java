package dev.tandem.gateway;

import static dev.tandem.gateway.Client.order;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.Logout;
import dev.tandem.client.wire.Side;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client that sends nothing more, by whatever means it says so, is answered what it has sent;
 * then the gateway closes. No order is carried out whose sender could not have read its answer.
 */
@Timeout(300)
class HalfCloseTest {

  private static final int ORDERS = 40;
  private static final String CLOSED = "<closed>";

  @TempDir private Path directory;
  private Gateway gateway;
  private String token;
  private Client client;

  int loops() {
    return 1;
  }

  @BeforeEach
  void start() throws IOException {
    gateway =
        Gateway.start(
            GatewaySettings.in(directory)
                .loops(loops())
                .port(0)
                .keyCommands(4)
                .segmentBytes(1 << 20)
                .build());
    token = gateway.adminToken().orElseThrow();
    client = new Client(gateway, token);
    client.prepare();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private Socket socket() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.port());
    socket.setSoTimeout(120_000);
    return socket;
  }

  private String request(int number) {
    String body = order(1, number, "SELL", 30, 1, "");
    return "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
        + token
        + "\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  private static int count(String in, String what) {
    return in.split(java.util.regex.Pattern.quote(what), -1).length - 1;
  }

  /** All that comes behind these bytes, which are the last. */
  private static String sentAndShut(Socket socket, byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.shutdownOutput();
    return Client.readAll(socket);
  }

  private void assertLive(int orders) {
    assertThat(client.liveOrders(1)).hasSize(orders);
  }

  /** One, and many that come together; behind them the beginning of one that is not whole. */
  @Test
  void wholeRequestsAreAnswered() throws IOException {
    try (Socket socket = socket()) {
      String answer = sentAndShut(socket, request(1).getBytes(StandardCharsets.US_ASCII));
      assertThat(answer).startsWith("HTTP/1.1 200").endsWith(CLOSED);
    }
    StringBuilder many = new StringBuilder();
    for (int i = 2; i <= ORDERS; i++) {
      many.append(request(i));
    }
    String half = request(ORDERS + 1);
    many.append(half, 0, half.length() - 3);
    try (Socket socket = socket()) {
      String answers = sentAndShut(socket, many.toString().getBytes(StandardCharsets.US_ASCII));
      assertThat(count(answers, "HTTP/1.1 200")).isEqualTo(ORDERS - 1);
      assertThat(answers).endsWith(CLOSED);
    }
    assertLive(ORDERS);
    try (Socket socket = socket()) {
      assertThat(sentAndShut(socket, new byte[0])).isEqualTo(CLOSED);
    }
  }

  /** More than fits into the socket goes out, too, when the client comes to read it. */
  @Test
  void largeAnswersAreWhole() throws IOException {
    String page = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
    int length = client.get("/openapi.json").text().length();
    int pages = 3_000_000 / length + 1;
    assertThat(pages).as("pages of %d bytes", length).isLessThan(120);
    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(4_096);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), client.port()));
      socket.setSoTimeout(120_000);
      String answers = sentAndShut(socket, page.repeat(pages).getBytes(StandardCharsets.US_ASCII));
      assertThat(count(answers, "HTTP/1.1 200")).isEqualTo(pages);
      assertThat(answers).hasSizeGreaterThan(pages * length).endsWith(CLOSED);
    }
  }

  /** Of requests that are too many no more is carried out than is answered. */
  @Test
  void requestsThatAreTooManyTogether() throws IOException {
    StringBuilder many = new StringBuilder();
    for (int i = 1; i <= 300; i++) {
      many.append(request(i));
    }
    try (Socket socket = socket()) {
      String answers = sentAndShut(socket, many.toString().getBytes(StandardCharsets.US_ASCII));
      assertLive(count(answers, "HTTP/1.1 200"));
    }
  }

  /** The stream's own end, that of the socket, and a message that ends it. */
  @Test
  void commandsOfAStreamAreAnswered() throws Exception {
    byte[] close = {(byte) 0x88, (byte) 0x80, 0, 0, 0, 0};
    byte[] binary = {(byte) 0x82, (byte) 0x80, 0, 0, 0, 0};
    byte[] reserved = {(byte) 0x83, (byte) 0x80, 0, 0, 0, 0};
    int number = 0;
    int live = 0;
    for (byte[] last : new byte[][] {new byte[0], close, binary, reserved}) {
      ByteArrayOutputStream sent = new ByteArrayOutputStream();
      for (int i = 0; i < ORDERS; i++) {
        String json = order(1, ++number, "SELL", 30, 1, ",\"op\":\"place\"");
        sent.write(frame(json));
      }
      sent.write(last);
      try (Socket socket = RawStream.open(client.port())) {
        socket.setSoTimeout(120_000);
        RawStream.say(socket, "{'op':'login','key':'" + token + "'}");
        RawStream.readUntil(socket, "\"done\"");
        socket.getOutputStream().write(sent.toByteArray());
        if (last.length == 0) {
          socket.shutdownOutput();
        }
        String answers = Client.readAll(socket);
        assertThat(answers).endsWith(CLOSED);
        live += count(answers, "\"answer\"");
        // Behind what cannot be read, what waits for its turn is given up, not carried out.
        assertThat(live).as(answers).isEqualTo(Arrays.equals(last, reserved) ? live : number);
      }
      assertLive(live);
    }
  }

  private static byte[] frame(String json) {
    byte[] text = json.getBytes(StandardCharsets.US_ASCII);
    assertThat(text.length).isLessThan(126);
    return RawStream.frame(json);
  }

  /** A Logout, the socket's end, and a message that ends it: each is behind all answers. */
  @Test
  void commandsOfTheBinaryProtocolAreAnswered() throws IOException {
    int number = 0;
    for (Code end : new Code[] {Code.OK, Code.BAD_REQUEST, null}) {
      try (BinaryClient binary = new BinaryClient(gateway)) {
        binary.logon(token, 3, 0);
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        for (int i = 0; i < ORDERS; i++) {
          number++;
          binary.put(sent, binary.order(number, 1, number, Side.SELL, 30, 1));
        }
        if (end == Code.OK) {
          binary.put(sent, new Logout().start(binary.bytes, 0));
        } else if (end != null) {
          sent.write(new byte[16]);
        }
        binary.send(sent.toByteArray(), sent.size());
        if (end == null) {
          binary.socket().shutdownOutput();
        }
        for (int i = number - ORDERS + 1; i <= number; i++) {
          assertThat(binary.report(i).open()).isEqualTo(1);
        }
        binary.ended(end == null ? Code.OK : end);
      }
      assertLive(number);
    }
  }
}

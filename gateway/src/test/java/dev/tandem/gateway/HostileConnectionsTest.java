package dev.tandem.gateway;

import static dev.tandem.gateway.Client.order;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.ExecutionReport;
import dev.tandem.client.wire.Message;
import dev.tandem.client.wire.PlaceOrder;
import dev.tandem.client.wire.Side;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Connections that are half closed, cut, slow, unread or repeated, beside a market that trades:
 * each order that is carried out is answered, there or when its sender asks once more, and is
 * carried out once. The market continues, and its balances are what its reports say. For ten
 * minutes of each protocol at the full count of the crash tests.
 */
@Timeout(1_200)
class HostileConnectionsTest {

  private static final boolean FULL = Integer.getInteger("tandem.crash.scale", 1) >= 50;
  private static final long FULL_NANOS = 600_000_000_000L;
  private static final int EPISODES = 15;
  private static final int MOST_ORDERS = 40;
  private static final int TIMES_UNREAD = 6;
  private static final int MONEY = 1_000_000;
  private static final long MARKET = 1_000_000_000L;

  /** An order that was accepted, now or before. */
  private static final Pattern ACCEPTED = Pattern.compile("\"code\":\"OK\"|\"first\":\"OK\"");

  enum Protocol {
    HTTP,
    STREAM,
    BINARY
  }

  private enum Kind {
    HALF_CLOSED,
    CUT,
    SLOW,
    UNREAD,
    REPEATED
  }

  @TempDir private Path directory;
  private Gateway gateway;
  private String token;
  private Client client;
  private final SplittableRandom random = new SplittableRandom(Long.getLong("tandem.seed", 1));
  private final Map<Integer, Long> sequences = new HashMap<>();
  private long id;

  @BeforeEach
  void start() throws IOException {
    gateway = Gateway.start(GatewaySettings.in(directory).port(0).segmentBytes(1 << 20).build());
    token = gateway.adminToken().orElseThrow();
    client = new Client(gateway, token);
    client.prepare();
    client.ok(client.post("/v1/users", "{\"user\":3}"));
    client.ok(
        client.post(
            "/v1/users/3/deposits",
            "{\"currency\":20,\"amount\":" + MONEY + ",\"transaction\":1}"));
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @EnumSource
  void everyOrderThatIsCarriedOutIsAnswered(Protocol protocol) throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    CompletableFuture<long[]> market = new CompletableFuture<>();
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    market.complete(trade(ended));
                  } catch (Throwable e) {
                    market.completeExceptionally(e);
                  }
                });
    long began = System.nanoTime();
    int episode = 0;
    long[] sold;
    try {
      while (FULL ? System.nanoTime() - began < FULL_NANOS : episode < EPISODES) {
        // Fails if the market has.
        market.getNow(null);
        episode(protocol, Kind.values()[episode % Kind.values().length], 10 + episode % 200);
        episode++;
      }
    } finally {
      ended.set(true);
      sold = market.get(120, TimeUnit.SECONDS);
      thread.join();
    }
    if (FULL) {
      System.out.printf(
          "%s: %d connections, %d orders, beside %d trades%n",
          protocol, episode, id, sold[0] + sold[1]);
    }
    assertThat(sold[0]).isPositive();
    assertLots(1, MONEY - sold[0] + sold[1]);
    assertLots(2, MONEY + sold[0] - sold[1]);
  }

  private void assertLots(int user, long lots) {
    assertThat(client.get("/v1/users/" + user + "/balances").text())
        .contains("\"currency\":10,\"available\":" + lots + ",");
  }

  /** Users 1 and 2 sell to each other in turn; how many lots each has sold by its reports. */
  private long[] trade(AtomicBoolean ended) throws IOException {
    long[] sold = new long[2];
    try (BinaryClient binary = new BinaryClient(gateway)) {
      binary.logon(token, 1, 0);
      for (long i = 1; !ended.get(); i += 2) {
        int seller = 1 + (int) (i / 2 % 2);
        binary.place(i, seller, MARKET + i, Side.SELL, 30, 1);
        assertThat(binary.report(i).open()).isEqualTo(1);
        binary.place(i + 1, 3 - seller, MARKET + i + 1, Side.BUY, 30, 1);
        assertThat(binary.report(i + 1).trades()).isEqualTo(1);
        sold[seller - 1] += binary.fill().quantity();
      }
    }
    return sold;
  }

  private void episode(Protocol protocol, Kind kind, int session) throws Exception {
    long sequence = sequences.getOrDefault(session, 1L);
    int orders = random.nextInt(1, MOST_ORDERS);
    long first = id + 1;
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    for (int i = 0; i < orders; i++) {
      messages.write(message(protocol, session, sequence + i, ++id));
    }
    sequences.put(session, sequence + orders);
    byte[] all = messages.toByteArray();
    try (Socket socket = open(protocol, session)) {
      OutputStream to = socket.getOutputStream();
      switch (kind) {
        case HALF_CLOSED -> {
          to.write(all);
          socket.shutdownOutput();
          assertThat(accepted(protocol, socket, count -> false)).isEqualTo(orders);
          assertThat(live()).hasSize(orders);
        }
        case CUT -> {
          to.write(all, 0, random.nextInt(1, all.length));
          socket.setSoLinger(true, 0);
        }
        case SLOW -> {
          for (int at = 0; at < all.length; ) {
            int length = Math.min(all.length - at, random.nextInt(1, 200));
            to.write(all, at, length);
            at += length;
          }
          assertThat(accepted(protocol, socket, count -> count == orders)).isEqualTo(orders);
        }
        case UNREAD -> {
          for (int i = 0; i < TIMES_UNREAD; i++) {
            to.write(all);
          }
        }
        case REPEATED -> {
          to.write(all);
          try (Socket second = open(protocol, session)) {
            second.getOutputStream().write(all);
            second.shutdownOutput();
            assertThat(accepted(protocol, second, count -> false)).isEqualTo(orders);
          }
        }
      }
    }
    // The sender comes back and requests each of them.
    try (Socket socket = open(protocol, session)) {
      socket.getOutputStream().write(all);
      assertThat(accepted(protocol, socket, count -> count == orders)).isEqualTo(orders);
    }
    Set<Long> placed = new TreeSet<>();
    for (long order = first; order <= id; order++) {
      placed.add(order);
    }
    assertThat(live()).isEqualTo(placed);
    client.ok(client.delete("/v1/users/3/orders"));
    assertThat(live()).isEmpty();
  }

  private Set<Long> live() {
    Set<Long> live = new TreeSet<>();
    for (JsonNode order : client.liveOrders(3)) {
      live.add(order.path("order").asLong());
    }
    return live;
  }

  private Socket open(Protocol protocol, int session) throws IOException {
    return switch (protocol) {
      case HTTP -> timed(new Socket(InetAddress.getLoopbackAddress(), client.port()));
      case STREAM -> {
        Socket socket = timed(RawStream.open(client.port()));
        RawStream.say(socket, "{'op':'login','key':'" + token + "','session':" + session + "}");
        RawStream.readUntil(socket, "\"done\"");
        yield socket;
      }
      case BINARY -> new BinaryClient(gateway).logon(token, session, 0).socket();
    };
  }

  private static Socket timed(Socket socket) throws IOException {
    socket.setSoTimeout(120_000);
    return socket;
  }

  private byte[] message(Protocol protocol, int session, long sequence, long order) {
    String named = ",\"sequence\":" + sequence;
    return switch (protocol) {
      case HTTP -> {
        String body = order(3, order, "BUY", 1, 1, named + ",\"session\":" + session);
        String request =
            "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + token
                + "\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n"
                + body;
        yield request.getBytes(StandardCharsets.US_ASCII);
      }
      case STREAM -> RawStream.frame(order(3, order, "BUY", 1, 1, named + ",\"op\":\"place\""));
      case BINARY -> {
        ByteBuffer bytes = ByteBuffer.allocate(512);
        PlaceOrder place =
            new PlaceOrder()
                .start(bytes, 0)
                .sequence(sequence)
                .user(3)
                .order(order)
                .price(1)
                .quantity(1)
                .symbol(1)
                .side(Side.BUY.code());
        yield Arrays.copyOf(bytes.array(), place.length());
      }
    };
  }

  /** How many orders the answers on a connection accept; until that is enough, or it is closed. */
  private static int accepted(Protocol protocol, Socket socket, IntPredicate enough)
      throws IOException {
    InputStream in = socket.getInputStream();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] part = new byte[4_096];
    int accepted = 0;
    int n = 0;
    while (n >= 0 && !enough.test(accepted)) {
      n = in.read(part);
      if (n > 0) {
        all.write(part, 0, n);
        accepted = accepted(protocol, all.toByteArray());
      }
    }
    return accepted;
  }

  private static int accepted(Protocol protocol, byte[] answers) {
    int accepted = 0;
    if (protocol == Protocol.BINARY) {
      ByteBuffer bytes = ByteBuffer.wrap(answers);
      int at = 0;
      while (at + Message.HEADER <= answers.length) {
        int end = at + Message.HEADER + Message.blockLength(bytes, at);
        if (end <= answers.length && Message.templateId(bytes, at) == ExecutionReport.ID) {
          int code = new ExecutionReport().over(bytes, at).code();
          assertThat(code).isIn(Code.OK.code(), Code.DUPLICATE_COMMAND.code());
          accepted++;
        }
        at = end;
      }
      return accepted;
    }
    Matcher found = ACCEPTED.matcher(new String(answers, StandardCharsets.ISO_8859_1));
    while (found.find()) {
      accepted++;
    }
    return accepted;
  }
}

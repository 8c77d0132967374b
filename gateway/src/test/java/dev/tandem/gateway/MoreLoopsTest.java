package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.client.wire.Side;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Connections on loops of their own: clients see no difference. Of three loops the first has the
 * sessions, and each of the others every second connection.
 */
@Timeout(300)
class MoreLoopsTest {

  static final int LOOPS = 3;

  private static LeakWatch leaks;

  @BeforeAll
  static void watch() {
    leaks = new LeakWatch();
  }

  @AfterAll
  static void allIsReleased() {
    leaks.close();
  }

  /** What the protocols promise with one loop. */
  @Tag("thorough")
  @Nested
  class Rest extends RestTest {
    @Override
    int loops() {
      return LOOPS;
    }
  }

  @Tag("thorough")
  @Nested
  class Streams extends StreamTest {
    @Override
    int loops() {
      return LOOPS;
    }
  }

  @Tag("thorough")
  @Nested
  class Binary extends BinaryTest {
    @Override
    int loops() {
      return LOOPS;
    }
  }

  @Tag("thorough")
  @Nested
  class Numbered extends NumberedReportsTest {
    @Override
    int loops() {
      return LOOPS;
    }
  }

  @Nested
  class HalfClosed extends HalfCloseTest {
    @Override
    int loops() {
      return LOOPS;
    }
  }

  @TempDir private Path directory;

  private static GatewaySettings settings(Path directory) {
    return GatewaySettings.in(directory)
        .port(0)
        .segmentBytes(1 << 20)
        .ordersPerSecond(0)
        .loops(LOOPS)
        .build();
  }

  /** Runs all of them at once; a failure of one is told. */
  private static void atOnce(List<Callable<Void>> tasks) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(tasks.size())) {
      List<Future<Void>> running = new ArrayList<>();
      for (Callable<Void> task : tasks) {
        running.add(threads.submit(task));
      }
      for (Future<Void> task : running) {
        task.get();
      }
    }
  }

  private static Set<Long> openOrders(Client client, long user) {
    Set<Long> open = new TreeSet<>();
    for (JsonNode order : client.liveOrders(user)) {
      assertThat(open.add(order.path("order").asLong())).isTrue();
    }
    return open;
  }

  @Test
  void aNumberOfLoopsThatCannotBeIsRefused() {
    for (int loops : new int[] {-1, 0, 65}) {
      assertThatThrownBy(() -> GatewaySettings.in(directory).loops(loops).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(loops + " event loops, expected 1 to 64");
    }
  }

  /**
   * Clients on several loops send the same commands under the same sequences of one session: each
   * is applied once, and who sent it again hears of that.
   */
  @Test
  void oneSessionOnSeveralLoopsIsOne() throws Exception {
    int senders = 4;
    int orders = 150;
    try (Gateway gateway = Gateway.start(settings(directory))) {
      String key = gateway.adminToken().orElseThrow();
      new Client(gateway, key).prepare();
      List<List<JsonNode>> answers = new ArrayList<>();
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int i = 0; i < senders; i++) {
        List<JsonNode> own = new ArrayList<>();
        answers.add(own);
        tasks.add(
            () -> {
              Client client = new Client(gateway, key);
              for (int order = 1; order <= orders; order++) {
                String more = ",\"session\":5,\"sequence\":" + order;
                own.add(
                    client.ok(
                        client.post("/v1/orders", Client.order(1, order, "SELL", 30, 1, more))));
              }
              return null;
            });
      }
      // Meanwhile other sessions of the same key, for the same user.
      for (int i = 0; i < 2; i++) {
        int session = 10 + i;
        tasks.add(
            () -> {
              try (BinaryClient client = new BinaryClient(gateway).logon(key, session, 0)) {
                for (int sequence = 1; sequence <= orders; sequence++) {
                  long order = session * 1_000L + sequence;
                  client.place(sequence, 1, order, Side.SELL, 31, 1).report(sequence);
                }
              }
              return null;
            });
      }
      atOnce(tasks);
      for (int order = 1; order <= orders; order++) {
        List<String> codes = new ArrayList<>();
        for (List<JsonNode> own : answers) {
          codes.add(own.get(order - 1).path("code").asText());
          if (codes.getLast().equals("DUPLICATE_COMMAND")) {
            assertThat(own.get(order - 1).path("first").asText()).isEqualTo("OK");
          }
        }
        assertThat(codes).containsOnlyOnce("OK").containsOnly("OK", "DUPLICATE_COMMAND");
      }
      Client client = new Client(gateway, key);
      assertThat(openOrders(client, 1)).hasSize(3 * orders);
      assertThat(client.get("/health").body().path("status").asText()).isEqualTo("up");
    }
  }

  /** Requests that come together are answered in their order, over the other loop and back. */
  @Test
  void requestsThatComeTogetherAreAnsweredInTheirOrder() throws Exception {
    int together = 100;
    try (Gateway gateway = Gateway.start(settings(directory))) {
      String key = gateway.adminToken().orElseThrow();
      Client client = new Client(gateway, key);
      client.prepare();
      StringBuilder requests = new StringBuilder();
      for (int i = 1; i <= together; i++) {
        String body = Client.order(1, i, "SELL", 30, 1, "");
        requests
            .append("POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ")
            .append(key)
            .append(i == together ? "\r\nConnection: close" : "")
            .append("\r\nContent-Length: ")
            .append(body.length())
            .append("\r\n\r\n")
            .append(body);
      }
      String answers = client.raw(requests.toString(), 120_000);
      assertThat(answers).endsWith("<closed>");
      int at = 0;
      for (int i = 1; i <= together; i++) {
        at = answers.indexOf("\"order\":" + i + ",", at);
        assertThat(at).as("the answer to order %d, behind those before", i).isPositive();
      }
    }
  }

  /** Who is gone while his requests are in flight costs nothing: all buffers are released. */
  @Test
  void clientsThatGoWhileTheirRequestsAreInFlight() throws Exception {
    try (Gateway gateway = Gateway.start(settings(directory))) {
      String key = gateway.adminToken().orElseThrow();
      Client client = new Client(gateway, key);
      client.prepare();
      String head =
          "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
              + key
              + "\r\nContent-Length: ";
      for (int i = 1; i <= 200; i++) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.port())) {
          String body = Client.order(1, i, "SELL", 30, 1, "");
          byte[] once = (head + body.length() + "\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8);
          for (int n = 0; n < 3; n++) {
            socket.getOutputStream().write(once);
          }
          // Without what is in the system's buffers.
          socket.setSoLinger(i % 2 == 0, 0);
        }
        try (BinaryClient binary = new BinaryClient(gateway).logon(key, i % 50, 1)) {
          for (int n = 1; n <= 5; n++) {
            binary.place(i * 10L + n, 1, 10_000 + i * 10L + n, Side.SELL, 30, 1);
          }
          binary.socket().setSoLinger(i % 2 == 0, 0);
        }
        try (StreamClient stream = new StreamClient(client)) {
          stream.send("{'op':'login','key':'" + key + "'}");
          stream.send("{'op':'subscribe','channel':'levels','symbol':1}");
        }
      }
      Eventually.holds(
          "binary sessions are gone",
          () -> client.get("/metrics").text().contains("tandem_gateway_binary_connections 0"));
      assertThat(client.get("/health").body().path("status").asText()).isEqualTo("up");
    }
  }

  /** A stop under load: what was acknowledged is there afterwards, and no buffer is left. */
  @Test
  void aStopUnderLoadLosesNothingThatWasAcknowledged() throws Exception {
    Set<Long> acknowledged = new ConcurrentSkipListSet<>();
    Gateway gateway = Gateway.start(settings(directory));
    String key = gateway.adminToken().orElseThrow();
    new Client(gateway, key).prepare();
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      long first = i * 1_000_000L;
      tasks.add(
          () -> {
            rest(new Client(gateway, key), first, acknowledged);
            return null;
          });
      int session = i;
      tasks.add(
          () -> {
            binary(gateway, key, session, acknowledged);
            return null;
          });
    }
    tasks.add(
        () -> {
          while (acknowledged.size() < 500) {
            Thread.sleep(1);
          }
          gateway.close();
          return null;
        });
    atOnce(tasks);
    assertThat(gateway.failure()).isNotDone();
    try (Gateway again = Gateway.start(settings(directory))) {
      assertThat(openOrders(new Client(again, key), 1)).containsAll(acknowledged);
    }
  }

  private static void rest(Client client, long first, Set<Long> acknowledged) {
    for (long order = first; ; order++) {
      try {
        if (client.post("/v1/orders", Client.order(1, order, "SELL", 30, 1, "")).status() != 200) {
          return;
        }
      } catch (UncheckedIOException e) {
        return;
      }
      acknowledged.add(order);
    }
  }

  private static void binary(Gateway gateway, String key, int session, Set<Long> acknowledged)
      throws IOException {
    int ahead = 8;
    try (BinaryClient client = new BinaryClient(gateway).logon(key, session, 0)) {
      for (long sequence = 1; ; sequence++) {
        client.place(sequence, 1, session * 100_000L + sequence, Side.SELL, 30, 1);
        if (sequence > ahead) {
          if (client.next() != dev.tandem.client.wire.ExecutionReport.ID) {
            return;
          }
          acknowledged.add(session * 100_000L + sequence - ahead);
        }
      }
    } catch (java.net.SocketException e) {
      // The gateway is gone.
    }
  }
}

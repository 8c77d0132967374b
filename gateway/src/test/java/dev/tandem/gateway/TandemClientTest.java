package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.client.Answer;
import dev.tandem.client.ClientException;
import dev.tandem.client.ClientListener;
import dev.tandem.client.Execution;
import dev.tandem.client.Missed;
import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client: answers, executions, connections that break. */
@Timeout(300)
class TandemClientTest {

  @TempDir private Path directory;
  private Gateway gateway;
  private Client rest;
  private String key;

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
                .segmentBytes(1 << 20)
                .ordersPerSecond(2_000)
                .build());
    key = gateway.adminToken().orElseThrow();
    rest = new Client(gateway, key);
    rest.prepare();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private TandemClient.Builder client() {
    return TandemClient.of("127.0.0.1", gateway.binaryAddress().getPort(), key);
  }

  private static CompletableFuture<Answer> sell(TandemClient client, long order) {
    return client.place(1, 1, order, Side.SELL, TimeInForce.GTC, 30 + order % 9, 1);
  }

  private List<JsonNode> orders() {
    return rest.liveOrders(1);
  }

  @Test
  void theExampleRunsAndStandsInTheDocument() throws Exception {
    Answer cancelled = ClientExample.trade("127.0.0.1", gateway.binaryAddress().getPort(), key);
    assertThat(cancelled.isAccepted()).isTrue();
    assertThat(cancelled.released()).isEqualTo(10);
    Path root = Path.of(System.getProperty("tandem.root"));
    String source =
        Files.readString(
            root.resolve("gateway/src/test/java/dev/tandem/gateway/ClientExample.java"));
    String example = source.split("  // example\n", -1)[1].stripTrailing().stripIndent();
    assertThat(example.lines().count()).isLessThanOrEqualTo(20);
    assertThat(Files.readString(root.resolve("docs/gateway.md"))).contains(example);
  }

  @Test
  void answersFillsAndExecutionsAreReported() throws Exception {
    BlockingQueue<Execution> executions = new LinkedBlockingQueue<>();
    BlockingQueue<Answer> reports = new LinkedBlockingQueue<>();
    ClientListener listener =
        new ClientListener() {
          @Override
          public void onExecution(Execution execution) {
            executions.add(execution);
          }

          @Override
          public void onReport(Answer report) {
            reports.add(report);
          }
        };
    try (TandemClient client = client().listener(listener).connect()) {
      client.follow(1);
      Answer placed = client.place(1, 1, 1, Side.SELL, TimeInForce.GTC, 30, 5).join();
      assertThat(placed.open()).isEqualTo(5);
      Answer taken = client.place(2, 1, 2, Side.BUY, TimeInForce.IOC, 30, 3).join();
      assertThat(taken.fills()).hasSize(1);
      assertThat(taken.fills().get(0).took()).isTrue();
      Execution made = executions.poll(120, TimeUnit.SECONDS);
      assertThat(made).isNotNull();
      assertThat(made.order()).isEqualTo(1);
      assertThat(made.side()).isEqualTo(Side.SELL);
      assertThat(made.trade()).isEqualTo(taken.fills().get(0).trade());
      assertThat(client.reduce(1, 1, 1, 1).join().open()).isEqualTo(1);
      assertThat(client.move(1, 1, 1, 33, 7).join().open()).isEqualTo(7);
      // 3 are filled.
      assertThat(client.amend(1, 1, 1, 33, 9).join().open()).isEqualTo(6);
      assertThat(client.amend(1, 1, 1, 33, 10).join().open()).isEqualTo(7);
      assertThat(client.amend(1, 1, 1, 33, 10, 30).join().code()).isEqualTo(Code.INVALID_TRIGGER);
      assertThat(client.cancel(1, 1, 9).join().code()).isEqualTo(Code.UNKNOWN_ORDER);
      rest.ok(rest.delete("/v1/symbols/1/orders/1?user=1"));
      Answer other = reports.poll(120, TimeUnit.SECONDS);
      assertThat(other).isNotNull();
      assertThat(other.released()).isEqualTo(7);
      assertThat(client.unanswered()).isZero();
    }
  }

  @Test
  void ordersAreCancelledTogether() throws Exception {
    BlockingQueue<Answer> reports = new LinkedBlockingQueue<>();
    ClientListener listener =
        new ClientListener() {
          @Override
          public void onReport(Answer report) {
            reports.add(report);
          }
        };
    try (TandemClient client = client().listener(listener).connect()) {
      client.follow(1);
      int sells = 66;
      for (long order = 1; order <= sells; order++) {
        sell(client, order).join();
      }
      client.place(1, 1, 100, Side.BUY, TimeInForce.GTC, 20, 1).join();
      Answer first = client.massCancel(1, 1, Side.SELL).join();
      assertThat(first.isAccepted()).isTrue();
      assertThat(first.open()).isEqualTo(2);
      assertThat(client.massCancel(1, 1).join().open()).isZero();
      assertThat(orders()).isEmpty();
      Set<Long> gone = new HashSet<>();
      for (int i = 0; i <= sells; i++) {
        Answer report = reports.poll(120, TimeUnit.SECONDS);
        assertThat(report).isNotNull();
        assertThat(report.released()).isEqualTo(1);
        gone.add(report.order());
      }
      assertThat(gone).hasSize(sells + 1);
      // To the kernel 0 would be all users.
      assertThat(client.massCancel(0, 1).join().code()).isEqualTo(Code.BAD_REQUEST);
      assertThat(client.massCancel(99, 1).join().code()).isEqualTo(Code.UNKNOWN_USER);
    }
  }

  @Test
  void whatIsSentThroughCutConnectionsIsAppliedOnce() throws Exception {
    int many = 6_000;
    try (CuttingProxy proxy = new CuttingProxy(gateway.binaryAddress(), 30_000, 3);
        TandemClient client =
            TandemClient.of("127.0.0.1", proxy.port(), key)
                .heartbeat(Duration.ofSeconds(2))
                .connect()) {
      List<CompletableFuture<Answer>> answers = new ArrayList<>();
      for (int i = 1; i <= many; i++) {
        answers.add(sell(client, i));
      }
      int limited = 0;
      Set<Long> accepted = new HashSet<>();
      for (int i = 0; i < many; i++) {
        Answer answer = answers.get(i).join();
        if (answer.code() == Code.RATE_LIMITED) {
          limited++;
        } else {
          assertThat(answer.isAccepted()).as(answer.toString()).isTrue();
          accepted.add(i + 1L);
        }
      }
      assertThat(proxy.cuts()).isGreaterThan(3);
      assertThat(limited).isLessThan(many);
      Set<Long> open = new HashSet<>();
      orders().forEach(order -> open.add(order.path("order").asLong()));
      assertThat(open).isEqualTo(accepted);
    }
  }

  /** Hears of everything, and counts what comes twice. */
  private static final class Hearer implements ClientListener {
    private final Map<Long, Integer> reports = new ConcurrentHashMap<>();
    private final Map<Long, Integer> trades = new ConcurrentHashMap<>();
    private final Set<Missed> missed = ConcurrentHashMap.newKeySet();

    @Override
    public void onReport(Answer report) {
      reports.merge(report.order(), 1, Integer::sum);
    }

    @Override
    public void onExecution(Execution execution) {
      trades.merge(execution.trade(), 1, Integer::sum);
    }

    @Override
    public void onMissed(long user, Missed why) {
      missed.add(why);
    }
  }

  @Test
  void whatAUserGetsThroughCutConnectionsComesOnce() throws Exception {
    int many = 500;
    Hearer hearer = new Hearer();
    try (CuttingProxy proxy = new CuttingProxy(gateway.binaryAddress(), 20_000, 5);
        TandemClient client =
            TandemClient.of("127.0.0.1", proxy.port(), key).listener(hearer).connect();
        TandemClient other = client().session(1).connect();
        TandemClient buyer = client().session(2).connect()) {
      client.follow(1);
      sell(client, 9_000_000).join();
      // From here on it is followed.
      hearer.missed.clear();
      Map<Long, CompletableFuture<Answer>> own = new HashMap<>();
      Set<Long> others = new HashSet<>();
      Set<Long> traded = new HashSet<>();
      for (long i = 1; i <= many; i++) {
        own.put(i, sell(client, i));
        long theirs = 100_000 + i;
        if (sell(other, theirs).join().isAccepted()) {
          others.add(theirs);
        }
        Answer bought =
            buyer.place(2, 1, 200_000 + i, Side.BUY, TimeInForce.IOC, 50, 1 + i % 2).join();
        bought.fills().forEach(fill -> traded.add(fill.trade()));
      }
      Set<Long> lost = new HashSet<>();
      for (Map.Entry<Long, CompletableFuture<Answer>> each : own.entrySet()) {
        // What is sent again counts for the rate of the key: some may be too many.
        Answer answer = each.getValue().get(120, TimeUnit.SECONDS);
        assertThat(answer.code()).isIn(Code.OK, Code.RATE_LIMITED);
        if (answer.repeated()) {
          lost.add(each.getKey());
        }
      }
      proxy.cutNoMore();
      Set<Long> reported = new HashSet<>(others);
      reported.addAll(lost);
      Eventually.holds(
          "all is told",
          () -> hearer.reports.size() >= reported.size() && hearer.trades.size() >= traded.size());
      sell(client, 9_000_001).join();
      assertThat(others.size() + lost.size()).isGreaterThan(many / 2);
      assertThat(hearer.missed).isEmpty();
      assertThat(hearer.trades.keySet()).isEqualTo(traded);
      assertThat(hearer.trades.values()).containsOnly(1);
      assertThat(hearer.reports.keySet()).containsAll(reported);
      assertThat(hearer.reports.values()).containsOnly(1);
      hearer.reports.keySet().removeAll(reported);
      assertThat(hearer.reports.keySet()).isSubsetOf(9_000_000L, 9_000_001L);
      assertThat(proxy.cuts()).isGreaterThan(3);
    }
  }

  @Test
  void aRestartedGatewayIsFoundAgain() throws Exception {
    int port = gateway.binaryAddress().getPort();
    BlockingQueue<String> received = new LinkedBlockingQueue<>();
    ClientListener listener =
        new ClientListener() {
          @Override
          public void onConnected() {
            received.add("connected");
          }

          @Override
          public void onDisconnected(Exception why) {
            received.add("disconnected");
          }

          @Override
          public void onMissed(long user, Missed why) {
            received.add(user + " " + why);
          }
        };
    try (TandemClient client = client().listener(listener).connect()) {
      client.follow(1);
      sell(client, 1).join();
      gateway.close();
      assertThat(received.poll(120, TimeUnit.SECONDS)).isEqualTo("connected");
      assertThat(received.poll(120, TimeUnit.SECONDS)).isEqualTo("disconnected");
      CompletableFuture<Answer> waiting = sell(client, 2);
      assertThat(client.unanswered()).isEqualTo(1);
      gateway =
          Gateway.start(
              GatewaySettings.in(directory).loops(loops()).port(0).binaryPort(port).build());
      rest = new Client(gateway, key);
      assertThat(waiting.get(120, TimeUnit.SECONDS).isAccepted()).isTrue();
      assertThat(received.poll(120, TimeUnit.SECONDS)).isEqualTo("connected");
      sell(client, 3).join();
      // Its reports have gone on.
      assertThat(received).isEmpty();
    }
    assertThat(orders()).hasSize(3);
  }

  /** Whatever it throws, and where: no command waits for an answer that nobody reads. */
  @Test
  void aListenerThatThrowsEndsTheClient() throws Exception {
    AssertionError fault = new AssertionError("a listener's fault");
    ClientListener onReport =
        new ClientListener() {
          @Override
          public void onReport(Answer report) {
            throw fault;
          }
        };
    try (TandemClient client = client().listener(onReport).connect()) {
      client.follow(1);
      sell(client, 1).join();
      rest.ok(rest.delete("/v1/symbols/1/orders/1?user=1"));
      assertEnded(client, fault);
    }
    ClientListener onDisconnected =
        new ClientListener() {
          @Override
          public void onDisconnected(Exception why) {
            throw fault;
          }
        };
    try (TandemClient client = client().listener(onDisconnected).connect()) {
      sell(client, 1).join();
      gateway.close();
      assertEnded(client, fault);
    }
  }

  private void assertEnded(TandemClient client, Throwable why) {
    assertThatThrownBy(
            () -> {
              for (int order = 2; ; order++) {
                sell(client, order).get(120, TimeUnit.SECONDS);
              }
            })
        .hasRootCause(why);
  }

  @Test
  void aSessionThatIsRefusedOrTakenOverEnds() throws Exception {
    assertThatThrownBy(
            () ->
                TandemClient.of("127.0.0.1", gateway.binaryAddress().getPort(), key + "x")
                    .connect())
        .isInstanceOf(ClientException.class)
        .hasMessageContaining("UNAUTHORIZED");
    try (TandemClient first = client().connect()) {
      sell(first, 1).join();
      try (TandemClient second = client().connect()) {
        sell(second, 2).join();
        assertThatThrownBy(
                () -> {
                  for (int i = 3; i < 100_000; i++) {
                    sell(first, i).join();
                  }
                })
            .satisfiesAnyOf(
                e -> assertThat(e).isInstanceOf(CompletionException.class),
                e -> assertThat(e).isInstanceOf(IOException.class))
            .hasStackTraceContaining("REPLACED");
        sell(second, 200_000).join();
      }
    }
  }

  @Test
  void aClosedClientSaysSo() throws Exception {
    TandemClient client = client().connect();
    client.close();
    client.close();
    assertThatThrownBy(() -> sell(client, 1).join()).hasStackTraceContaining("closed");
  }

  /** Commands that are sent from where an answer is told, more than the window holds. */
  @Test
  void aCallbackMaySendWithoutWaiting() throws Exception {
    try (TandemClient client = client().window(8).connect()) {
      List<CompletableFuture<Answer>> all = new ArrayList<>();
      CompletableFuture<Void> sent =
          sell(client, 1)
              .thenAccept(
                  first -> {
                    for (int i = 2; i <= 100; i++) {
                      all.add(sell(client, i));
                    }
                  });
      sent.get(120, TimeUnit.SECONDS);
      for (CompletableFuture<Answer> answer : all) {
        assertThat(answer.get(120, TimeUnit.SECONDS).isAccepted()).isTrue();
      }
    }
    assertThat(orders()).hasSize(100);
  }
}

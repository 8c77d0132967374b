package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.core.api.Topology;
import dev.tandem.gateway.orderentry.OrderLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A book of market data is kept while somebody wants it; what clients see does not tell. */
@Timeout(300)
class BooksOnDemandTest {

  private static final long MINUTES_NS = TimeUnit.MINUTES.toNanos(3);

  @TempDir private Path directory;

  /** Where the kernel works, and where the connections are. */
  enum Shape {
    LOOP(false, false, 1),
    THREAD(false, true, 1),
    PIPELINE(true, true, 1),
    LOOPS(false, false, 3);

    private final boolean pipelined;
    private final boolean kernelThread;
    private final int loops;

    Shape(boolean pipelined, boolean kernelThread, int loops) {
      this.pipelined = pipelined;
      this.kernelThread = kernelThread;
      this.loops = loops;
    }

    GatewaySettings.Builder in(Path directory) {
      return GatewaySettings.in(directory)
          .topology(pipelined ? Topology.pipelined(1, 1) : Topology.fused())
          .kernelThread(kernelThread)
          .loops(loops)
          .port(0)
          .segmentBytes(1 << 20)
          .ordersPerSecond(0);
    }
  }

  private static <T> T onLoop(Gateway gateway, Supplier<T> question) {
    return gateway.loop().submit(question::get).syncUninterruptibly().getNow();
  }

  private static boolean isKept(Gateway gateway) {
    return onLoop(gateway, () -> gateway.desk().book(1) != null);
  }

  /** As if three minutes had passed in which nobody came. */
  private static void wait(Gateway gateway) {
    onLoop(
        gateway,
        () -> {
          gateway.streams().sweep(System.nanoTime() + MINUTES_NS);
          return null;
        });
  }

  private static StreamClient open(Client admin, String token) throws InterruptedException {
    StreamClient stream = new StreamClient(admin);
    stream.ask("{'op':'login','key':'" + token + "'}");
    return stream;
  }

  private static String book(Client admin, long seq) {
    JsonNode book = admin.ok(admin.get("/v1/symbols/1/book"));
    assertThat(book.path("seq").asLong()).isEqualTo(seq);
    return book.path("asks").toString();
  }

  private static long sell(Client admin, int order, int price) {
    return admin
        .ok(admin.post("/v1/orders", Client.order(1, order, "SELL", price, 1, "")))
        .path("event")
        .asLong();
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void aBookIsKeptFromTheFirstQuestionToAMinuteAfterTheLast(Shape shape)
      throws IOException, InterruptedException {
    try (Gateway gateway = Gateway.start(shape.in(directory).build())) {
      String token = gateway.adminToken().orElseThrow();
      Client admin = new Client(gateway, token);
      admin.prepare();
      sell(admin, 1, 30);
      long last = sell(admin, 2, 31);
      assertThat(isKept(gateway)).isFalse();
      JsonNode asked = admin.ok(admin.get("/v1/symbols/1/book"));
      assertThat(asked.path("seq").asLong()).isEqualTo(2);
      assertThat(asked.path("event").asLong()).isEqualTo(last);
      assertThat(asked.path("asks").toString()).isEqualTo("[[30,1,1],[31,1,1]]");
      assertThat(isKept(gateway)).isTrue();
      sell(admin, 3, 31);
      assertThat(book(admin, 3)).isEqualTo("[[30,1,1],[31,2,2]]");
      wait(gateway);
      assertThat(isKept(gateway)).isFalse();
      admin.ok(admin.delete("/v1/symbols/1/orders/1?user=1"));
      assertThat(isKept(gateway)).isFalse();
      try (StreamClient stream = open(admin, token)) {
        // What is sent behind it is heard behind it.
        stream.send("{'op':'subscribe','channel':'levels','symbol':1,'id':'s'}");
        stream.send("{'op':'unsubscribe','channel':'levels','symbol':1,'id':'u'}");
        stream.send("{'op':'subscribe','channel':'top','symbol':1,'id':'t'}");
        assertThat(stream.next().path("id").asText()).isEqualTo("s");
        JsonNode snapshot = stream.next();
        assertThat(snapshot.path("seq").asLong()).isEqualTo(4);
        assertThat(snapshot.path("asks").toString()).isEqualTo("[[31,2,2]]");
        assertThat(stream.next().path("id").asText()).isEqualTo("u");
        assertThat(stream.next().path("id").asText()).isEqualTo("t");
        assertThat(stream.next().path("ask").toString()).isEqualTo("[31,2]");
        onLoop(
            gateway,
            () -> {
              gateway.desk().sweepBooks(System.nanoTime() + MINUTES_NS, symbol -> symbol == 1);
              return null;
            });
        assertThat(isKept(gateway)).isTrue();
        sell(admin, 4, 29);
        assertThat(stream.next().path("seq").asLong()).isEqualTo(5);
      }
      Eventually.holds("it has left", () -> onLoop(gateway, () -> gateway.streams().size()) == 0);
      wait(gateway);
      assertThat(isKept(gateway)).isFalse();
      assertThat(book(admin, 5)).isEqualTo("[[29,1,1],[31,2,2]]");
    }
    try (Gateway gateway = Gateway.start(shape.in(directory).build())) {
      // A start counts anew, from what the log has.
      assertThat(isKept(gateway)).isFalse();
    }
  }

  /** Orders come without waiting while books come and go: no change is missed or counted twice. */
  @ParameterizedTest
  @EnumSource(Shape.class)
  void booksComeAndGoUnderARunningStream(Shape shape) throws IOException, InterruptedException {
    int orders = 3_000;
    try (Gateway gateway = Gateway.start(shape.in(directory).build())) {
      String token = gateway.adminToken().orElseThrow();
      Client admin = new Client(gateway, token);
      admin.prepare();
      List<JsonNode> snapshots = new ArrayList<>();
      try (StreamClient trader = open(admin, token)) {
        Thread sender =
            new Thread(
                () -> {
                  for (int order = 1; order <= orders; order++) {
                    trader.send(
                        "{'op':'place','user':1,'symbol':1,'order':%d,'side':'SELL','price':%d,'quantity':1}"
                            .formatted(order, 30 + order % 7));
                  }
                });
        sender.start();
        for (int i = 0; i < 20; i++) {
          snapshots.add(admin.ok(admin.get("/v1/symbols/1/book")));
          onLoop(
              gateway,
              () -> {
                gateway.desk().sweepBooks(System.nanoTime() + MINUTES_NS, symbol -> false);
                return null;
              });
        }
        sender.join();
        for (int order = 1; order <= orders; order++) {
          assertThat(trader.next().path("code").asText()).isEqualTo("OK");
        }
      }
      snapshots.add(admin.ok(admin.get("/v1/symbols/1/book")));
      long before = 0;
      for (JsonNode snapshot : snapshots) {
        // Each change adds one order, so the number says how many there are.
        long resting = 0;
        for (JsonNode level : snapshot.path("asks")) {
          resting += level.get(2).asLong();
        }
        assertThat(snapshot.path("seq").asLong()).isEqualTo(resting);
        assertThat(resting).isGreaterThanOrEqualTo(before);
        before = resting;
      }
      assertThat(before).isEqualTo(orders);
    }
  }

  /**
   * Before the first trade a band is around the middle of the book, which must be there at once.
   */
  @ParameterizedTest
  @EnumSource(Shape.class)
  void aBookThatABandNeedsIsAlwaysKept(Shape shape) throws IOException {
    OrderLimits limits =
        new OrderLimits(
            0, 0, new OrderLimits.OfSymbol(0, 0, 0), Map.of(1, new OrderLimits.OfSymbol(0, 0, 50)));
    String token;
    try (Gateway gateway = Gateway.start(shape.in(directory).orderLimits(limits).build())) {
      token = gateway.adminToken().orElseThrow();
      new Client(gateway, token).prepare();
      assertThat(isKept(gateway)).isTrue();
      wait(gateway);
      assertThat(isKept(gateway)).isTrue();
    }
    try (Gateway gateway = Gateway.start(shape.in(directory).orderLimits(limits).build())) {
      assertThat(isKept(gateway)).isTrue();
    }
  }
}

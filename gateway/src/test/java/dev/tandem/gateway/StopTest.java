package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.ExecutionReport;
import dev.tandem.client.wire.Logout;
import dev.tandem.client.wire.Side;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.gateway.bridge.AnswerListener;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a stop still tells: all that became of orders that were taken, and then that it ends. */
@Timeout(300)
class StopTest {

  private static final int GOING_AWAY = 1_001;
  private static final int ORDERS = 300;
  private static final int CANCEL_ON_DISCONNECT = 1;

  /** Of these more reports wait than a connection keeps. */
  private static final int MANY = 6_000;

  @TempDir private Path directory;
  private Gateway gateway;
  private Client admin;
  private String token;

  /** Event loops. */
  int loops() {
    return 1;
  }

  @BeforeEach
  void start() throws IOException {
    gateway =
        Gateway.start(
            GatewaySettings.in(directory)
                .port(0)
                .loops(loops())
                .segmentBytes(1 << 20)
                .reportHistory(2 * MANY)
                .build());
    token = gateway.adminToken().orElseThrow();
    admin = new Client(gateway, token);
    admin.prepare();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  /** Has the exchange take orders of user 1; their answers may come later. */
  private void submit(int first, AtomicInteger answered) {
    for (int order = first; order < first + ORDERS; order++) {
      long id = order;
      gateway
          .desk()
          .submit(
              c ->
                  Commands.place(
                      c, 1, 1, id, dev.tandem.core.command.Side.SELL, TimeInForce.GTC, 30, 1),
              answer -> answered.incrementAndGet());
    }
  }

  private CompletableFuture<Void> closing() {
    return CompletableFuture.runAsync(gateway::close);
  }

  @Test
  void aStreamGetsAllOrdersThatWereTakenAndThenTheEnd() throws Exception {
    try (StreamClient stream = new StreamClient(admin);
        BinaryClient binary = new BinaryClient(gateway).logon(token, 1, 0)) {
      stream.ask("{'op':'login','key':'" + token + "'}");
      long last = stream.ask("{'op':'executions','user':1}").path("seq").asLong();
      binary.follow(1).heartbeat(1);
      binary.next();
      AtomicInteger answered = new AtomicInteger();
      CompletableFuture<Void> closed = new CompletableFuture<>();
      gateway
          .loop()
          .execute(
              () -> {
                submit(1, answered);
                // None of them is answered yet, and its first task is behind this one.
                new Thread(
                        () -> {
                          gateway.close();
                          closed.complete(null);
                        })
                    .start();
              });
      for (int i = 1; i <= ORDERS; i++) {
        JsonNode report = stream.next();
        assertThat(report.path("t").asText()).isEqualTo("report");
        assertThat(report.path("seq").asLong()).isEqualTo(++last);
        assertThat(binary.report(0).order()).isEqualTo(i);
      }
      assertThat(stream.closed.get(60, TimeUnit.SECONDS)).isEqualTo(GOING_AWAY);
      binary.ended(Code.UNAVAILABLE);
      closed.get(60, TimeUnit.SECONDS);
      assertThat(answered).hasValue(ORDERS);
    }
  }

  /**
   * More waits for the client than the gateway writes at once; he reads when the stop has begun.
   */
  @Test
  void aStreamThatReadsSlowlyHasTimeToReadTheRest() throws Exception {
    try (Socket socket =
        RawStream.open(
            admin.port(),
            "{'op':'login','key':'" + token + "'}",
            "{'op':'executions','user':1,'id':'e'}")) {
      RawStream.readUntil(socket, "\"id\":\"e\"");
      AtomicInteger answered = new AtomicInteger();
      for (int i = 0; i < MANY / ORDERS; i++) {
        int first = 1 + i * ORDERS;
        int before = answered.get() + ORDERS;
        gateway.loop().execute(() -> submit(first, answered));
        Eventually.holds("all are answered", () -> answered.get() == before);
      }
      CompletableFuture<Void> closed = closing();
      String all = readToEnd(socket);
      Matcher order = Pattern.compile("\"order\":(\\d+)").matcher(all);
      for (int i = 1; i <= MANY; i++) {
        assertThat(order.find()).as("order %d", i).isTrue();
        assertThat(order.group(1)).isEqualTo(Integer.toString(i));
      }
      assertThat(all).endsWith("\210\12\3\351stopping");
      closed.get(60, TimeUnit.SECONDS);
    }
  }

  private static String readToEnd(Socket socket) throws IOException {
    StringBuilder all = new StringBuilder();
    InputStream in = socket.getInputStream();
    byte[] buffer = new byte[1 << 16];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      all.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
    }
    return all.toString();
  }

  /** The answers that a client has not read when the stop begins. */
  @Test
  void aBinarySessionThatReadsSlowlyHasTimeToReadTheRest() throws Exception {
    try (BinaryClient binary = new BinaryClient(gateway).logon(token, 1, 0)) {
      for (int i = 1; i <= MANY; i++) {
        binary.place(i, 1, i, Side.SELL, 30, 1);
      }
      Eventually.holds("all are there", () -> gateway.desk().openOrders().size() == MANY);
      CompletableFuture<Void> closed = closing();
      for (int i = 1; i <= MANY; i++) {
        assertThat(binary.expect(new ExecutionReport()).order()).isEqualTo(i);
      }
      assertThat(Code.of(binary.expect(new Logout()).code())).isEqualTo(Code.UNAVAILABLE);
      assertThat(binary.next()).isEqualTo(-1);
      closed.get(60, TimeUnit.SECONDS);
    }
  }

  /** Some orders are cancelled before the stop, and the others never: that is no success. */
  @Test
  void aKillThatAStopOvertakesIsNotAnsweredAsDone() throws Exception {
    AtomicInteger answered = new AtomicInteger();
    gateway.loop().execute(() -> submit(1, answered));
    Eventually.holds("all are there", () -> answered.get() == ORDERS);
    CompletableFuture<CompletableFuture<Void>> closing = new CompletableFuture<>();
    AnswerListener stop =
        answer -> {
          if (answer.type == CommandType.CANCEL && !closing.isDone()) {
            // As the stop does first: here before the next cancel is sent.
            gateway.desk().close();
            closing.complete(closing());
          }
        };
    gateway.loop().submit(() -> gateway.desk().listen(stop)).sync();
    Client.Answer killed = admin.post("/v1/users/1/kill", "");
    assertThat(killed.status()).as(killed.text()).isEqualTo(503);
    assertThat(killed.code()).isEqualTo("UNAVAILABLE");
    int cancelled = killed.body().path("cancelled").asInt();
    assertThat(cancelled).isPositive().isLessThan(ORDERS);
    assertThat(killed.body().path("left").asInt()).isEqualTo(ORDERS - cancelled);
    closing.get(60, TimeUnit.SECONDS).get(60, TimeUnit.SECONDS);
    assertThat(gateway.desk().openOrders().size()).isEqualTo(ORDERS - cancelled);
  }

  /** Nobody is there any more who could be told, so it is counted. */
  @Test
  void whatADisconnectDoesNotCancelIsCounted() throws Exception {
    try (BinaryClient binary = new BinaryClient(gateway).logon(token, 1, CANCEL_ON_DISCONNECT)) {
      for (int i = 1; i <= 3; i++) {
        binary.place(i, 1, i, Side.SELL, 30, 1).report(i);
      }
      gateway.loop().submit(() -> gateway.desk().close()).sync();
    }
    admin.awaitMetric("tandem_gateway_not_cancelled_total{reason=\"disconnect\"} 3.0");
    assertThat(gateway.desk().openOrders().size()).isEqualTo(3);
  }

  /** Neither sessions nor the snapshot nor the kernel come to their end without the loop. */
  @Test
  void aStopEndsAlthoughItsLoopHangs() throws Exception {
    CountDownLatch hung = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    gateway
        .loop()
        .execute(
            () -> {
              hung.countDown();
              await(release);
            });
    await(hung);
    try {
      gateway.close(new StopSteps.Times(100, 200, 300, 400, 500));
      assertThat(gateway.unfinished()).contains("sessions", "snapshot", "event loops");
    } finally {
      release.countDown();
    }
    // What hung continues, and gives the directory free in the end.
    Eventually.holds(
        "the next start",
        () -> {
          try (Gateway next = Gateway.start(GatewaySettings.in(directory).port(0).build())) {
            return !next.recovery().isFresh();
          } catch (IOException | RuntimeException e) {
            return false;
          }
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aStopThatIsInTimeLeavesNothing() {
    gateway.close();
    assertThat(gateway.unfinished()).isEmpty();
  }
}

package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.ExecutionReport;
import dev.tandem.client.wire.Fill;
import dev.tandem.client.wire.Heartbeat;
import dev.tandem.client.wire.Logout;
import dev.tandem.client.wire.Message;
import dev.tandem.client.wire.Reject;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.command.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions and commands of the binary protocol. */
@Timeout(300)
class BinaryTest {

  private static final int CANCEL_ON_DISCONNECT = 1;
  private static final int DONE = 1;
  private static final int TOOK = 2;

  @TempDir private Path directory;
  private Gateway gateway;
  private Client rest;
  private String key;
  private String reader;

  int loops() {
    return 1;
  }

  @BeforeEach
  void start() throws IOException {
    KeyFile keys = KeyFile.open(directory.resolve("keys.json"));
    key = keys.add("admin", Role.ADMIN, Set.of());
    reader = keys.add("reader", Role.READ, Set.of(1L));
    gateway =
        Gateway.start(
            GatewaySettings.in(directory)
                .loops(loops())
                .port(0)
                .segmentBytes(1 << 20)
                .ordersPerSecond(500)
                .build());
    rest = new Client(gateway, key);
    rest.prepare();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private BinaryClient client(int session) throws IOException {
    return new BinaryClient(gateway).logon(key, session, 0);
  }

  private int openOrders(long user) {
    return rest.liveOrders(user).size();
  }

  private void assertCounted(String metric) {
    assertThat(rest.get("/metrics").text().lines()).anyMatch(line -> line.startsWith(metric));
  }

  @Test
  void ordersAreAnsweredAndFillsFollow() throws IOException {
    try (BinaryClient seller = client(1);
        BinaryClient buyer = client(2)) {
      seller.follow(1);
      ExecutionReport placed = seller.place(1, 1, 11, Side.SELL, 30, 50).report(1);
      assertThat(placed.open()).isEqualTo(50);
      assertThat(placed.price()).isEqualTo(30);
      assertThat(placed.user()).isEqualTo(1);
      assertThat(placed.order()).isEqualTo(11);
      assertThat(placed.symbol()).isEqualTo(1);
      assertThat(placed.command()).isEqualTo(CommandType.PLACE);
      assertThat(placed.side()).isEqualTo(Side.SELL.code());
      long event = placed.eventNumber();

      ExecutionReport bought = buyer.place(1, 2, 22, Side.BUY, 31, 40).report(1);
      assertThat(bought.filled()).isEqualTo(40);
      assertThat(bought.open()).isZero();
      assertThat(bought.trades()).isEqualTo(1);
      assertThat(bought.eventNumber()).isEqualTo(event + 1);
      Fill taken = buyer.fill();
      assertThat(taken.options()).isEqualTo(DONE | TOOK);
      assertThat(taken.trade()).isEqualTo(event + 2);
      assertThat(taken.price()).isEqualTo(30);
      Fill made = seller.fill();
      assertThat(made.options()).isZero();
      assertThat(made.order()).isEqualTo(11);
      assertThat(made.user()).isEqualTo(1);
      assertThat(made.quantity()).isEqualTo(40);
      assertThat(made.side()).isEqualTo(Side.SELL.code());
      assertThat(made.trade()).isEqualTo(event + 2);

      assertThat(seller.reduce(2, 1, 11, 4).report(2).open()).isEqualTo(6);
      assertThat(seller.move(3, 1, 11, 33).report(3).price()).isEqualTo(33);
      assertThat(seller.amend(6, 1, 11, 34, 47).report(6).open()).isEqualTo(7);
      assertThat(seller.amend(7, 1, 11, 34, 46).report(7).released()).isEqualTo(1);
      assertThat(seller.cancel(4, 1, 11).report(4).released()).isEqualTo(6);
      Reject gone = seller.cancel(5, 1, 11).reject(5, Code.UNKNOWN_ORDER);
      assertThat(gone.command()).isEqualTo(CommandType.CANCEL);
      assertThat(gone.eventNumber()).isPositive();
    }
  }

  @Test
  void whoFollowsAUserGetsReportsOfCommandsByOtherWays() throws IOException {
    try (BinaryClient follower = new BinaryClient(gateway).logon(reader, 0, 0)) {
      follower.follow(1).heartbeat(1).expect(new Heartbeat());
      rest.ok(rest.post("/v1/orders", Client.order(1, 5, "SELL", 30, 2, "")));
      assertThat(follower.report(0).order()).isEqualTo(5);
      rest.ok(rest.post("/v1/orders", Client.order(2, 6, "BUY", 30, 2, "")));
      assertThat(follower.fill().options()).isEqualTo(DONE);
      follower.follow(2).ended(Code.FORBIDDEN);
    }
    assertCounted("tandem_gateway_binary_messages_total 2.0");
    assertCounted("tandem_gateway_websocket_messages_total 0.0");
  }

  @Test
  void whatIsSentAgainIsAnsweredAndNotAppliedTwice() throws IOException {
    try (BinaryClient client = client(3)) {
      client.place(10, 1, 1, Side.SELL, 30, 5).report(10);
      client.place(11, 1, 1, Side.SELL, 30, 5).reject(11, Code.DUPLICATE_ORDER_ID);
    }
    try (BinaryClient client = client(3)) {
      ExecutionReport again = client.place(10, 1, 1, Side.SELL, 30, 5).report(10);
      assertThat(Code.of(again.code())).isEqualTo(Code.DUPLICATE_COMMAND);
      Reject twice = client.place(11, 1, 1, Side.SELL, 30, 5).reject(11, Code.DUPLICATE_COMMAND);
      assertThat(Code.of(twice.firstCode())).isEqualTo(Code.DUPLICATE_ORDER_ID);
      Reject reused =
          client.place(10, 1, 1, Side.SELL, 31, 5).reject(10, Code.CLIENT_SEQUENCE_REUSED);
      assertThat(Code.of(reused.firstCode())).isEqualTo(Code.OK);
      client.place(600, 1, 2, Side.SELL, 30, 5).report(600);
      client.place(12, 1, 3, Side.SELL, 30, 5).reject(12, Code.STALE_COMMAND);
    }
    // Another session counts for itself.
    try (BinaryClient client = client(4)) {
      client.place(10, 1, 4, Side.SELL, 30, 5).report(10);
    }
    assertThat(openOrders(1)).isEqualTo(3);
  }

  @Test
  void aSessionContinuesByItsNewestConnection() throws IOException {
    try (BinaryClient first = new BinaryClient(gateway).logon(key, 1, CANCEL_ON_DISCONNECT)) {
      first.place(1, 1, 1, Side.SELL, 30, 5).report(1);
      try (BinaryClient second = new BinaryClient(gateway).logon(key, 1, 0)) {
        first.ended(Code.REPLACED);
        second.place(2, 1, 2, Side.SELL, 30, 5).report(2);
        assertThat(openOrders(1)).isEqualTo(2);
      }
    }
    assertCounted("tandem_gateway_closed_total{reason=\"replaced\"} 1.0");
  }

  private void awaitOpenOrders(long user, int count) throws InterruptedException {
    Eventually.holds(count + " open orders", () -> openOrders(user) == count);
  }

  @Test
  void aLostConnectionCancelsTheOrdersOfItsSessionIfItWantsThat() throws Exception {
    int many = 300;
    try (BinaryClient other = client(2);
        BinaryClient client = new BinaryClient(gateway).logon(key, 1, CANCEL_ON_DISCONNECT)) {
      other.place(1, 1, 5_000, Side.SELL, 90, 1).report(1);
      for (int i = 1; i <= many; i++) {
        client.place(i, 1, i, Side.SELL, 30 + i % 7, 5).report(i);
      }
      assertThat(openOrders(1)).isEqualTo(many + 1);
    }
    awaitOpenOrders(1, 1);
    // Who says that he goes has them kept, and so has who did not ask.
    try (BinaryClient client = new BinaryClient(gateway).logon(key, 1, CANCEL_ON_DISCONNECT)) {
      client.place(many + 1, 1, 1, Side.SELL, 30, 5).report(many + 1);
      client.send(new Logout().start(client.bytes, 0).code(Code.OK.code())).ended(Code.OK);
    }
    try (BinaryClient client = client(1)) {
      client.place(many + 2, 1, 2, Side.SELL, 30, 5).report(many + 2);
    }
    try (BinaryClient client = client(1)) {
      client.heartbeat(1).expect(new Heartbeat());
    }
    assertThat(openOrders(1)).isEqualTo(3);
  }

  /** Orders that were in flight when the connection ended are cancelled, too. */
  @Test
  void whatWasInFlightIsCancelledWithTheConnection() throws Exception {
    int many = 100;
    for (int round = 0; round < 3; round++) {
      byte[] all = new byte[many * 56];
      try (BinaryClient client = new BinaryClient(gateway).logon(key, 1, CANCEL_ON_DISCONNECT)) {
        for (int i = 0; i < many; i++) {
          long id = 1L + (long) round * many + i;
          client.order(id, 1, id, Side.SELL, 30, 1);
          System.arraycopy(client.bytes.array(), 0, all, i * 56, 56);
        }
        client.send(all, all.length);
        client.socket().shutdownOutput();
        // Whatever was answered before the end was seen.
        while (client.next() >= 0) {
          assertThat(client.bytes).isNotNull();
        }
      }
      rest.awaitMetric(
          "tandem_gateway_cancelled_total{reason=\"disconnect\"} " + (round + 1) * many + ".0");
      assertThat(openOrders(1)).isZero();
    }
  }

  @Test
  void whoIsNobodyOrMayNotIsRefused() throws IOException {
    try (BinaryClient client = new BinaryClient(gateway)) {
      client.send(client.logonMessage(key + "x", 0, 0, 1_000)).ended(Code.UNAUTHORIZED);
    }
    try (BinaryClient client = new BinaryClient(gateway)) {
      client.heartbeat(1).ended(Code.UNAUTHORIZED);
    }
    try (BinaryClient client = new BinaryClient(gateway)) {
      client.send(client.logonMessage(key, 256, 0, 1_000)).ended(Code.BAD_REQUEST);
    }
    try (BinaryClient client = new BinaryClient(gateway)) {
      client.send(client.logonMessage(key, 0, 0, 60_001)).ended(Code.BAD_REQUEST);
    }
    try (BinaryClient client = new BinaryClient(gateway).logon(reader, 0, 0)) {
      client.place(1, 1, 1, Side.SELL, 30, 5).reject(1, Code.FORBIDDEN);
    }
    assertCounted("tandem_gateway_closed_total{reason=\"no_login\"}");
  }

  @Test
  void tooManyCommandsASecondAreRefused() throws IOException {
    gateway.close();
    // So few a second that no machine is too slow to be refused.
    gateway =
        Gateway.start(
            GatewaySettings.in(directory).loops(loops()).port(0).ordersPerSecond(1).build());
    rest = new Client(gateway, key);
    try (BinaryClient client = client(0)) {
      boolean refused = false;
      for (int i = 1; i <= 1_000 && !refused; i++) {
        client.cancel(i, 1, 1);
        assertThat(client.next()).isEqualTo(Reject.ID);
        Reject reject = new Reject().over(client.bytes, 0);
        refused = reject.code() == Code.RATE_LIMITED.code();
        assertThat(refused || reject.code() == Code.UNKNOWN_ORDER.code()).isTrue();
      }
      assertThat(refused).isTrue();
    }
    assertCounted("tandem_gateway_refused_total{reason=\"rate_limited\"}");
  }

  @Test
  void malformedMessagesEndTheConnection() throws IOException {
    // Length, schema, version, template, a block that is too short, a second logon.
    try (BinaryClient client = client(0)) {
      client.send(new byte[] {-1, -1, 2, 0, -13, 28, 1, 0}, 8).ended(Code.BAD_REQUEST);
    }
    for (int place : new int[] {2, 4, 6}) {
      try (BinaryClient client = client(0)) {
        Message<?> message = client.order(1, 1, 1, Side.SELL, 30, 5);
        client.bytes.putShort(place, (short) 0);
        client.send(message).ended(Code.BAD_REQUEST);
      }
    }
    try (BinaryClient client = client(0)) {
      client.order(1, 1, 1, Side.SELL, 30, 5);
      client.bytes.put(0, (byte) 40);
      client.send(client.bytes.array(), 48).ended(Code.BAD_REQUEST);
    }
    try (BinaryClient client = client(0)) {
      client.send(client.logonMessage(key, 0, 0, 1_000)).ended(Code.BAD_REQUEST);
    }
    try (BinaryClient client = client(0)) {
      client.place(0, 1, 1, Side.SELL, 30, 5).reject(0, Code.BAD_REQUEST);
      Message<?> order = client.order(1, 1, 1, Side.SELL, 30, 5);
      client.bytes.put(Message.HEADER + 44, (byte) 9);
      client.send(order).reject(1, Code.INVALID_SIDE);
    }
    assertCounted("tandem_gateway_closed_total{reason=\"oversized_message\"}");
    assertCounted("tandem_gateway_closed_total{reason=\"malformed_message\"}");
    assertThat(openOrders(1)).isZero();
  }

  @Test
  void aLaterVersionWithMoreFieldsIsUnderstood() throws IOException {
    try (BinaryClient client = client(0)) {
      client.order(1, 1, 1, Side.SELL, 30, 5);
      client.bytes.put(0, (byte) 56).put(6, (byte) 2);
      client.send(client.bytes.array(), 64).report(1);
      client.heartbeat(9);
      assertThat(client.expect(new Heartbeat()).number()).isEqualTo(9);
    }
  }

  @Test
  void aMessageMayComeByteByByteAndManyAtOnce() throws Exception {
    try (BinaryClient client = client(0)) {
      Message<?> order = client.order(1, 1, 1, Side.SELL, 30, 5);
      byte[] one = java.util.Arrays.copyOf(client.bytes.array(), order.length());
      for (byte b : one) {
        client.send(new byte[] {b}, 1);
      }
      client.report(1);
      byte[] many = new byte[one.length * 100];
      for (int i = 0; i < 100; i++) {
        System.arraycopy(one, 0, many, i * one.length, one.length);
      }
      client.send(many, many.length);
      for (int i = 0; i < 100; i++) {
        assertThat(client.report(1).code()).isEqualTo(Code.DUPLICATE_COMMAND.code());
      }
    }
  }

  @Test
  void whoIsSilentIsEnded() throws IOException {
    try (BinaryClient client = new BinaryClient(gateway)) {
      client.send(client.logonMessage(key, 0, 0, 100));
      client.next();
      client.ended(Code.SILENT);
    }
    assertCounted("tandem_gateway_closed_total{reason=\"silent\"}");
  }

  /** One that never reads is sent a bounded number of bytes, and others are served. */
  @Test
  void whoNeverReadsIsReadFromNoMore() throws Exception {
    try (BinaryClient deaf = client(1);
        BinaryClient other = client(2)) {
      deaf.socket().setSoTimeout(1);
      Message<?> beat = new Heartbeat().start(deaf.bytes, 0).number(1);
      byte[] many = new byte[beat.length() * 4_096];
      for (int i = 0; i < 4_096; i++) {
        System.arraycopy(deaf.bytes.array(), 0, many, i * beat.length(), beat.length());
      }
      AtomicLong sent = new AtomicLong();
      Thread writer =
          new Thread(
              () -> {
                try {
                  while (true) {
                    deaf.send(many, many.length);
                    sent.incrementAndGet();
                  }
                } catch (IOException e) {
                  // Closed below.
                }
              });
      writer.start();
      // It comes to hang in its writes, because nobody reads them any more.
      long before;
      do {
        before = sent.get();
        Thread.sleep(500);
      } while (sent.get() > before);
      assertThat(writer.isAlive()).isTrue();
      for (int i = 1; i <= 100; i++) {
        other.place(i, 1, i, Side.SELL, 30, 1).report(i);
      }
      deaf.socket().close();
      writer.join();
    }
  }

  @Test
  void whoFollowsAndNeverReadsIsCutOff() throws Exception {
    gateway.close();
    // Refused orders are not reported: how many are accepted must not depend on the time it takes.
    gateway =
        Gateway.start(
            GatewaySettings.in(directory).loops(loops()).port(0).ordersPerSecond(0).build());
    rest = new Client(gateway, key);
    try (BinaryClient deaf = client(1);
        BinaryClient other = client(2)) {
      deaf.follow(1);
      String closed = "tandem_gateway_closed_total{reason=\"slow_reader\"}";
      long sequence = 1;
      while (!rest.get("/metrics").text().contains(closed)) {
        assertThat(sequence).isLessThan(1_000_000);
        for (int i = 0; i < 100; i++) {
          other.place(sequence, 1, sequence, Side.SELL, 30, 1);
          sequence++;
        }
        for (int i = 0; i < 100; i++) {
          other.next();
        }
      }
    }
  }

  @Test
  void theCodesAreThoseOfTheKernelAndTheGateway() {
    for (ResultCode code : ResultCode.values()) {
      assertThat(Code.of(code.code()).name()).isEqualTo(code.name());
    }
    for (dev.tandem.core.command.Side side : dev.tandem.core.command.Side.values()) {
      assertThat(Side.of(side.code()).name()).isEqualTo(side.name());
    }
    for (dev.tandem.core.command.TimeInForce type : dev.tandem.core.command.TimeInForce.values()) {
      assertThat(TimeInForce.valueOf(type.name()).code()).isEqualTo(type.code());
    }
    Set<Integer> ofHttpAlone = Set.of(404, 405, 417, 421, 500, 501);
    Set<Refusal> ofDecimals =
        Set.of(Refusal.PRICE_OFF_GRID, Refusal.QUANTITY_OFF_GRID, Refusal.AMOUNT_OFF_GRID);
    for (Refusal refusal : Refusal.values()) {
      if (!ofHttpAlone.contains(refusal.status()) && !ofDecimals.contains(refusal)) {
        int code = Code.valueOf(refusal.name()).code();
        // Limits of orders are kept in the log.
        assertThat(code >= Code.FIRST_OF_GATEWAY || ResultCode.isOfDoor((byte) code)).isTrue();
      }
    }
  }

  @Test
  void aGatewayThatStopsSaysSo() throws IOException {
    try (BinaryClient client = new BinaryClient(gateway).logon(key, 0, CANCEL_ON_DISCONNECT)) {
      client.place(1, 1, 1, Side.SELL, 30, 1).report(1);
      gateway.close();
      client.ended(Code.UNAVAILABLE);
    }
    gateway = Gateway.start(GatewaySettings.in(directory).loops(loops()).port(0).build());
    rest = new Client(gateway, key);
    JsonNode orders = rest.ok(rest.get("/v1/users/1/orders")).path("orders");
    assertThat(orders).hasSize(1);
  }
}

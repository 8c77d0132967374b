package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.ExecutionReport;
import dev.tandem.client.wire.Logout;
import dev.tandem.client.wire.ReportNumber;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.SubscribeUser;
import dev.tandem.client.wire.UserSubscribed;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reports of the binary protocol by numbers: a session that comes back continues where it was. */
@Timeout(300)
class NumberedReportsTest {

  private static final int FROM_NOW = 0;
  private static final int RESUMED = 1;
  private static final int GONE = 2;
  private static final int RESTARTED = 3;

  private static final int FOLLOWS = 0;
  private static final int NEXT_ANSWER = 1;
  private static final int WAS_ANSWERED = 2;

  private static final int KEPT = 6_000;

  @TempDir private Path directory;
  private Gateway gateway;
  private Client rest;
  private String key;
  private String stranger;

  /** Event loops. */
  int loops() {
    return 1;
  }

  @BeforeEach
  void start() throws IOException {
    KeyFile keys = KeyFile.open(directory.resolve("keys.json"));
    key = keys.add("admin", Role.ADMIN, Set.of());
    stranger = keys.add("stranger", Role.TRADE, Set.of(2L));
    gateway =
        Gateway.start(
            GatewaySettings.in(directory)
                .port(0)
                .loops(loops())
                .segmentBytes(1 << 20)
                .reportHistory(KEPT)
                .build());
    rest = new Client(gateway, key);
    rest.prepare();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private BinaryClient session(int number) throws IOException {
    return new BinaryClient(gateway).logon(key, number, 0);
  }

  private static UserSubscribed receive(BinaryClient client, long run, long from)
      throws IOException {
    client.send(new SubscribeUser().start(client.bytes, 0).user(1).run(run).from(from));
    UserSubscribed received = client.expect(new UserSubscribed());
    assertThat(received.user()).isEqualTo(1);
    return received;
  }

  private static void assertNumber(BinaryClient client, long number, int reported)
      throws IOException {
    ReportNumber next = client.expect(new ReportNumber());
    assertThat(next.user()).isEqualTo(1);
    assertThat(next.number()).isEqualTo(number);
    assertThat(next.delivery()).isEqualTo(reported);
  }

  private void sell(long order) {
    rest.ok(rest.post("/v1/orders", Client.order(1, order, "SELL", 30, 1, "")));
  }

  private void buy(long order) {
    rest.ok(rest.post("/v1/orders", Client.order(2, order, "BUY", 30, 1, "")));
  }

  @Test
  void whatWasMissedComesOnceAndFirst() throws Exception {
    long run;
    long last;
    try (BinaryClient client = session(1)) {
      UserSubscribed received = receive(client, 0, 0);
      assertThat(received.outcome()).isEqualTo(FROM_NOW);
      run = received.run();
      last = received.number();
      client.place(1, 1, 1, Side.SELL, 30, 1);
      assertNumber(client, ++last, NEXT_ANSWER);
      assertThat(client.report(1).order()).isEqualTo(1);
      sell(2);
      assertNumber(client, ++last, FOLLOWS);
      assertThat(client.report(0).order()).isEqualTo(2);
      buy(100);
      assertNumber(client, ++last, FOLLOWS);
      assertThat(client.fill().order()).isEqualTo(1);
      // A refusal is no report.
      client.cancel(2, 1, 77).reject(2, Code.UNKNOWN_ORDER);
      client.place(3, 1, 3, Side.SELL, 31, 1);
      assertNumber(client, last + 1, NEXT_ANSWER);
      client.report(3);
    }
    sell(4);
    buy(101);
    try (BinaryClient client = session(1)) {
      UserSubscribed received = receive(client, run, last);
      assertThat(received.outcome()).isEqualTo(RESUMED);
      assertThat(received.number()).isEqualTo(last);
      // As if the answer to its own had not come.
      assertNumber(client, ++last, FOLLOWS);
      assertThat(client.report(0).order()).isEqualTo(3);
      assertNumber(client, ++last, FOLLOWS);
      assertThat(client.report(0).order()).isEqualTo(4);
      assertNumber(client, ++last, FOLLOWS);
      assertThat(client.fill().order()).isEqualTo(2);
      client.cancel(4, 1, 4);
      assertNumber(client, ++last, NEXT_ANSWER);
      client.report(4);
      rest.awaitMetric("tandem_gateway_reports_resumed_total{outcome=\"resumed\"} 1.0");
    }
    try (BinaryClient client = session(1)) {
      assertThat(receive(client, run, last + 1).outcome()).isEqualTo(GONE);
    }
    try (BinaryClient client = session(1)) {
      assertThat(receive(client, run + 1, last).outcome()).isEqualTo(RESTARTED);
    }
  }

  @Test
  void aTradeWithOneselfIsReportedBeforeItsCommand() throws Exception {
    try (BinaryClient client = session(1)) {
      long last = receive(client, 0, 0).number();
      client.place(1, 1, 1, Side.SELL, 30, 1);
      assertNumber(client, ++last, NEXT_ANSWER);
      client.report(1);
      client.place(2, 1, 2, Side.BUY, 30, 1);
      assertNumber(client, ++last, FOLLOWS);
      assertThat(client.fill().order()).isEqualTo(1);
      assertNumber(client, ++last, NEXT_ANSWER);
      assertThat(client.report(2).trades()).isEqualTo(1);
      assertThat(client.fill().order()).isEqualTo(2);
    }
  }

  /** Whether its answer went to the connection before, or was too late for that. */
  @Test
  void anAnswerForAnEarlierConnectionComesAsAReport() throws Exception {
    try (BinaryClient first = session(1);
        BinaryClient second = new BinaryClient(gateway)) {
      UserSubscribed received = receive(first, 0, 0);
      long run = received.run();
      long last = received.number();
      first.place(1, 1, 1, Side.SELL, 30, 1);
      Eventually.holds(
          "the order is taken",
          () -> gateway.desk().waiting() + gateway.desk().openOrders().size() > 0);
      second.send(second.logonMessage(key, 1, 0, 60_000));
      first.next();
      second.next();
      second.send(new SubscribeUser().start(second.bytes, 0).user(1).run(run).from(last));
      assertThat(second.expect(new UserSubscribed()).outcome()).isEqualTo(RESUMED);
      assertNumber(second, ++last, FOLLOWS);
      assertThat(second.report(0).order()).isEqualTo(1);
    }
  }

  @Test
  void whoReadsSlowlyGetsAllAndThenTheEnd() throws Exception {
    int own = 300;
    try (BinaryClient client = session(1);
        BinaryClient other = session(2)) {
      long last = receive(client, 0, 0).number();
      for (int i = 1; i <= KEPT - own; i++) {
        other.place(i, 1, i, Side.SELL, 30, 1);
        other.report(i);
        if (i > KEPT - 2 * own) {
          client.place(i, 1, KEPT + i, Side.SELL, 30, 1);
        }
      }
      Eventually.holds("all are there", () -> gateway.desk().openOrders().size() == KEPT);
      CompletableFuture<Void> closed = CompletableFuture.runAsync(gateway::close);
      long first = last;
      int answers = 0;
      int announced = 0;
      for (int next = client.next(); next != Logout.ID; next = client.next()) {
        if (next == ReportNumber.ID) {
          ReportNumber number = new ReportNumber().over(client.bytes, 0);
          assertThat(number.number()).isEqualTo(++last);
          announced += number.delivery() == FOLLOWS ? 0 : 1;
          assertThat(number.delivery()).isBetween(FOLLOWS, WAS_ANSWERED);
        } else {
          assertThat(next).isEqualTo(ExecutionReport.ID);
          answers += new ExecutionReport().over(client.bytes, 0).sequence() > 0 ? 1 : 0;
        }
      }
      assertThat(last - first).isEqualTo(KEPT);
      assertThat(answers).isEqualTo(own);
      assertThat(announced).isEqualTo(own);
      closed.get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void aKeyGetsReportsOfItsUsersOnly() throws Exception {
    try (BinaryClient client = new BinaryClient(gateway).logon(stranger, 0, 0)) {
      client.send(new SubscribeUser().start(client.bytes, 0).user(1)).ended(Code.FORBIDDEN);
    }
  }
}

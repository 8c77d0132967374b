package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.client.wire.Side;
import dev.tandem.gateway.reports.ReportFeeds;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Execution reports of a stream whose connection breaks, or that does not read for a while. */
@Timeout(300)
class ReportsTest {

  private static final int KEPT = 40;
  private static final int BATCH = 250;

  @TempDir private Path directory;
  private Gateway gateway;
  private Client admin;
  private String token;

  @BeforeEach
  void start() throws IOException {
    start(KEPT);
    admin.prepare();
  }

  private void start(int kept) throws IOException {
    gateway =
        Gateway.start(
            GatewaySettings.in(directory)
                .port(0)
                .segmentBytes(1 << 20)
                .reportHistory(kept)
                .build());
    token = gateway.adminToken().orElse(token);
    admin = new Client(gateway, token);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private StreamClient open() throws InterruptedException {
    StreamClient stream = new StreamClient(admin);
    assertThat(stream.ask("{'op':'login','key':'" + token + "'}").path("t").asText())
        .isEqualTo("done");
    return stream;
  }

  private static JsonNode receive(StreamClient stream, int user) throws InterruptedException {
    return stream.ask("{'op':'executions','user':" + user + "}");
  }

  private static JsonNode receive(StreamClient stream, int user, String run, long from)
      throws InterruptedException {
    return stream.ask(
        "{'op':'executions','user':%d,'run':'%s','from':%d}".formatted(user, run, from));
  }

  private void place(int user, long order, String side, long price, long lots) {
    admin.ok(admin.post("/v1/orders", Client.order(user, order, side, price, lots, "")));
  }

  private void sell(int first, int orders) {
    for (int order = first; order < first + orders; order++) {
      place(1, order, "SELL", 30, 1);
    }
  }

  private void assertCounted(String metric) {
    assertThat(admin.get("/metrics").text().lines()).anyMatch(line -> line.startsWith(metric));
  }

  @Test
  void reportsContinueFromWhereTheyWere() throws InterruptedException {
    String run;
    long last;
    try (StreamClient stream = open()) {
      JsonNode first = receive(stream, 1);
      run = first.path("run").asText();
      assertThat(first.path("resumed").asBoolean()).isFalse();
      assertThat(first.has("reason")).isFalse();
      last = first.path("seq").asLong();
      sell(1, 2);
      for (int i = 0; i < 2; i++) {
        assertThat(stream.next().path("seq").asLong()).isEqualTo(++last);
      }
    }
    // Own commands, and the fill of an order that rests.
    sell(3, 20);
    place(2, 100, "BUY", 30, 1);
    try (StreamClient stream = open()) {
      JsonNode resumed = receive(stream, 1, run, last - 1);
      assertThat(resumed.path("resumed").asBoolean()).isTrue();
      assertThat(resumed.path("seq").asLong()).isEqualTo(last - 1);
      assertThat(stream.next().path("seq").asLong()).isEqualTo(last);
      for (int i = 0; i < 21; i++) {
        JsonNode missed = stream.next();
        assertThat(missed.path("seq").asLong()).isEqualTo(++last);
        assertThat(missed.path("t").asText()).isEqualTo(i == 20 ? "fill" : "report");
      }
      sell(200, 1);
      assertThat(stream.next().path("seq").asLong()).isEqualTo(++last);
      // Two hear the same, under the same numbers.
      try (StreamClient other = open()) {
        assertThat(receive(other, 1, run, last - 1).path("resumed").asBoolean()).isTrue();
        assertThat(other.next().path("seq").asLong()).isEqualTo(last);
        sell(201, 1);
        assertThat(other.next()).isEqualTo(stream.next());
      }
    }
    assertCounted("tandem_gateway_reports_resumed_total{outcome=\"resumed\"} 2.0");
    assertCounted("tandem_gateway_reports_kept 25.0");
  }

  /** Then the client is told so, and the user's orders stand for what it has missed. */
  @Test
  void whatIsNotKeptIsReported() throws InterruptedException {
    String run;
    long last;
    try (StreamClient stream = open()) {
      JsonNode first = receive(stream, 1);
      run = first.path("run").asText();
      last = first.path("seq").asLong();
    }
    sell(1, KEPT + 1);
    try (StreamClient stream = open()) {
      JsonNode gone = receive(stream, 1, run, last);
      assertThat(gone.path("resumed").asBoolean()).isFalse();
      assertThat(gone.path("reason").asText()).isEqualTo("REPORTS_GONE");
      assertThat(gone.path("detail").asText()).contains("ask for the user's orders");
      assertThat(gone.path("seq").asLong()).isEqualTo(last + KEPT + 1);
      JsonNode orders = orders(stream, 1);
      assertThat(orders.path("seq").asLong()).isEqualTo(last + KEPT + 1);
      assertThat(orders.path("orders")).hasSize(KEPT + 1);
      assertThat(orders.path("orders").get(0).toString())
          .isEqualTo(
              "{\"symbol\":1,\"order\":1,\"side\":\"SELL\",\"type\":\"LIMIT\","
                  + "\"timeInForce\":\"GTC\",\"price\":30,\"quantity\":1}");
      sell(100, 1);
      assertThat(stream.next().path("seq").asLong()).isEqualTo(last + KEPT + 2);
    }
    try (StreamClient stream = open()) {
      // The very last that are kept are, and numbers that nobody was told are not believed.
      assertThat(receive(stream, 1, run, last + 2).path("resumed").asBoolean()).isTrue();
      for (int i = 3; i <= KEPT + 2; i++) {
        assertThat(stream.next().path("seq").asLong()).isEqualTo(last + i);
      }
      assertThat(orders(stream, 2).has("seq")).isFalse();
      assertThat(receive(stream, 2, run, 1_000).path("reason").asText()).isEqualTo("REPORTS_GONE");
      assertThat(stream.ask("{'op':'executions','user':3,'run':'x'}").path("code").asText())
          .isEqualTo("BAD_REQUEST");
    }
    assertCounted("tandem_gateway_reports_resumed_total{outcome=\"reports_gone\"} 2.0");
    assertCounted("tandem_gateway_reports_kept " + KEPT + ".0");
  }

  /** As after a kill: the gateway takes no snapshot, and reads all of the log again. */
  private void breakOff() {
    gateway.failure().complete(new IllegalStateException("as if it were killed"));
    gateway.close();
  }

  /** What was reported, and what was not, comes again under the same numbers, over two restarts. */
  @Test
  void reportsContinueOverAKill() throws Exception {
    List<JsonNode> reported = new ArrayList<>();
    String run;
    long from;
    try (StreamClient stream = open()) {
      JsonNode first = receive(stream, 1);
      run = first.path("run").asText();
      from = first.path("seq").asLong();
      sell(1, 5);
      place(2, 100, "BUY", 30, 3);
      for (int i = 0; i < 8; i++) {
        reported.add(stream.next());
      }
    }
    // Nobody hears of these.
    place(2, 101, "BUY", 30, 1);
    place(1, 102, "BUY", 20, 1);
    for (int start = 0; start < 3; start++) {
      breakOff();
      start(KEPT);
      try (StreamClient stream = open()) {
        JsonNode again = receive(stream, 1, run, from);
        assertThat(again.path("resumed").asBoolean()).as(again.toString()).isTrue();
        assertThat(again.path("run").asText()).isNotEqualTo(run);
        run = again.path("run").asText();
        for (JsonNode report : reported) {
          assertThat(stream.next()).isEqualTo(report);
        }
        if (start == 0) {
          reported.add(stream.next());
          reported.add(stream.next());
          assertThat(reported.get(8).path("t").asText()).isEqualTo("fill");
          assertThat(reported.get(9).path("order").asLong()).isEqualTo(102);
        }
        assertThat(receive(stream, 2, run, from + 500).path("reason").asText())
            .isEqualTo("REPORTS_GONE");
        sell(200 + start, 1);
        reported.add(stream.next());
        assertThat(reported.getLast().path("seq").asLong()).isEqualTo(from + reported.size());
      }
    }
    assertCounted("tandem_gateway_reports_resumed_total{outcome=\"resumed\"} 1.0");
  }

  /** A stop leaves a snapshot, and the next start begins with the one before. */
  @Test
  void reportsContinueOverStops() throws Exception {
    JsonNode first;
    long from;
    try (StreamClient stream = open()) {
      first = receive(stream, 1);
      from = first.path("seq").asLong();
      sell(1, 3);
    }
    String run = first.path("run").asText();
    gateway.close();
    start(KEPT);
    try (StreamClient stream = open()) {
      assertThat(receive(stream, 1, run, from).path("resumed").asBoolean()).isTrue();
      for (int i = 1; i <= 3; i++) {
        assertThat(stream.next().path("seq").asLong()).isEqualTo(from + i);
      }
      sell(4, 2);
    }
    gateway.close();
    start(KEPT);
    try (StreamClient stream = open()) {
      // Those are from before two snapshots.
      assertThat(receive(stream, 1, run, from).path("reason").asText()).isEqualTo("REPORTS_GONE");
    }
    try (StreamClient stream = open()) {
      assertThat(receive(stream, 1, run, from + 3).path("resumed").asBoolean()).isTrue();
      assertThat(stream.next().path("seq").asLong()).isEqualTo(from + 4);
      assertThat(stream.next().path("seq").asLong()).isEqualTo(from + 5);
      sell(6, 1);
      assertThat(stream.next().path("seq").asLong()).isEqualTo(from + 6);
    }
  }

  /** A start that knows nothing of the one that a client has heard says so. */
  @Test
  void aRestartIsReported() throws Exception {
    JsonNode first;
    try (StreamClient stream = open()) {
      first = receive(stream, 1);
      sell(1, 3);
    }
    gateway.close();
    Files.delete(directory.resolve("reports.stream"));
    start(KEPT);
    try (StreamClient stream = open()) {
      JsonNode again = receive(stream, 1, first.path("run").asText(), first.path("seq").asLong());
      assertThat(again.path("resumed").asBoolean()).isFalse();
      assertThat(again.path("reason").asText()).isEqualTo("RESTARTED");
      assertThat(again.path("run")).isNotEqualTo(first.path("run"));
      assertThat(orders(stream, 1).path("orders")).hasSize(3);
    }
    assertCounted("tandem_gateway_reports_resumed_total{outcome=\"restarted\"} 1.0");
  }

  /** Nothing is kept: whoever comes back is told so. */
  @Test
  void nothingNeedBeKept() throws Exception {
    gateway.close();
    start(0);
    try (StreamClient stream = open()) {
      JsonNode first = receive(stream, 1);
      sell(1, 1);
      long last = stream.next().path("seq").asLong();
      assertThat(last).isEqualTo(first.path("seq").asLong() + 1);
      try (StreamClient other = open()) {
        String run = first.path("run").asText();
        assertThat(receive(other, 1, run, last - 1).path("reason").asText())
            .isEqualTo("REPORTS_GONE");
      }
      try (StreamClient other = open()) {
        // It has missed nothing.
        String run = first.path("run").asText();
        assertThat(receive(other, 1, run, last).path("resumed").asBoolean()).isTrue();
      }
    }
    assertCounted("tandem_gateway_reports_kept 0.0");
    assertThatThrownBy(
            () -> GatewaySettings.in(directory).reportHistory(ReportFeeds.MOST_KEPT + 1).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected 0 to 65536");
  }

  private static JsonNode orders(StreamClient stream, int user) throws InterruptedException {
    stream.send("{'op':'orders','user':%d,'id':'o'}".formatted(user));
    JsonNode orders = stream.next(m -> m.path("id").asText().equals("o"));
    assertThat(orders.path("t").asText()).isEqualTo("orders");
    return orders;
  }

  /** Live orders of a user: from a snapshot, and the reports after it. */
  private static final class Kept {
    final TreeMap<Long, Long> open = new TreeMap<>();
    String run;
    long last;

    void take(JsonNode orders) {
      open.clear();
      orders
          .path("orders")
          .forEach(o -> open.put(o.path("order").asLong(), o.path("quantity").asLong()));
      last = orders.path("seq").asLong();
    }

    void receive(JsonNode report) {
      if (report.path("seq").asLong() <= last) {
        return;
      }
      assertThat(report.path("seq").asLong()).isEqualTo(++last);
      long order = report.path("order").asLong();
      if (report.path("t").asText().equals("fill")) {
        open.merge(order, -report.path("quantity").asLong(), Long::sum);
      } else {
        open.put(order, report.path("open").asLong());
      }
      open.values().removeIf(lots -> lots == 0);
    }
  }

  /** However often the connection breaks, the client's orders are the exchange's. */
  @Test
  void whatIsKeptByReportsIsWhatThereIs() throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    Kept kept = new Kept();
    List<String> beginnings = new ArrayList<>();
    long order = 0;
    for (int round = 0; round < 30; round++) {
      try (StreamClient stream = open()) {
        JsonNode begun =
            kept.run == null ? receive(stream, 1) : receive(stream, 1, kept.run, kept.last);
        kept.run = begun.path("run").asText();
        if (!begun.path("resumed").asBoolean()) {
          beginnings.add(begun.path("reason").asText());
          kept.take(orders(stream, 1));
        }
        long now = begun.path("seq").asLong();
        for (int i = random.nextInt(6); i > 0; i--) {
          place(1, ++order, "SELL", 30 + random.nextInt(3), 1 + random.nextInt(9));
        }
        place(2, ++order, "BUY", 31, 1 + random.nextInt(12));
        // It hears some of it, and is gone.
        for (int i = random.nextInt(4); i > 0; i--) {
          JsonNode report = stream.next();
          assertThat(report.path("seq").asLong()).isGreaterThan(now);
          kept.receive(report);
        }
      }
      int away = random.nextInt(4) == 0 ? 2 * KEPT : 3;
      for (int i = 0; i < away; i++) {
        place(1, ++order, "SELL", 30, 1);
      }
    }
    assertThat(beginnings).contains("", "REPORTS_GONE").hasSizeLessThan(30);
    try (StreamClient stream = open()) {
      JsonNode begun = receive(stream, 1, kept.run, kept.last);
      if (!begun.path("resumed").asBoolean()) {
        kept.take(orders(stream, 1));
      }
      place(1, ++order, "SELL", 99, 7);
      while (!kept.open.containsKey(order)) {
        kept.receive(stream.next());
      }
      TreeMap<Long, Long> there = new TreeMap<>();
      admin
          .get("/v1/users/1/orders")
          .body()
          .path("orders")
          .forEach(o -> there.put(o.path("order").asLong(), o.path("quantity").asLong()));
      assertThat(kept.open).isEqualTo(there);
    }
  }

  /** A stream that hears of user 1, as it has read, and reads no more yet. */
  private Socket unread() throws IOException {
    Socket stream =
        RawStream.open(
            admin.port(),
            "{'op':'login','key':'" + token + "'}",
            "{'op':'executions','user':1,'id':'hears'}");
    // Else what comes next, by another connection, may be before its time.
    RawStream.readUntil(stream, "\"id\":\"hears\"");
    return stream;
  }

  /** Moves an order so often: together, because a stream that is silent for long is ended. */
  private static void move(BinaryClient orders, int first, int count) throws IOException {
    for (int n = first; n < first + count; n++) {
      orders.move(n, 1, 5, 30 + n % 7);
    }
    for (int n = first; n < first + count; n++) {
      orders.report(n);
    }
  }

  /** What waits for it is what is kept for all, and no more. */
  @Test
  void whoNeverReadsReportsIsCutOff() throws Exception {
    try (BinaryClient orders = new BinaryClient(gateway).logon(token, 9, 0);
        Socket never = unread()) {
      orders.place(1, 1, 5, Side.SELL, 30, 50).report(1);
      String cutOff = "tandem_gateway_closed_total{reason=\"slow_subscriber\"} 1.0";
      int moved = 0;
      for (; !admin.get("/metrics").text().contains(cutOff); moved += BATCH) {
        assertThat(moved).isLessThan(100_000);
        move(orders, 2 + moved, BATCH);
      }
      // Behind the sockets' buffers and 512 KiB, it is the reports that are kept.
      assertThat(moved).isGreaterThan(2_000);
      assertThat(never.getInputStream().read()).isPositive();
    }
    assertThat(gateway.failure()).isNotDone();
  }

  /** More than a socket takes at once is waiting: who reads it is told all of it. */
  @Test
  void whoReadsLateGetsAll() throws Exception {
    gateway.close();
    start(8_000);
    try (BinaryClient orders = new BinaryClient(gateway).logon(token, 9, 0);
        Socket late = unread()) {
      orders.place(1, 1, 5, Side.SELL, 30, 50).report(1);
      for (int moved = 0; moved < 7_500; moved += BATCH) {
        move(orders, 2 + moved, BATCH);
      }
      late.setSoTimeout((int) TimeUnit.MINUTES.toMillis(2));
      String all = RawStream.readUntil(late, "\"seq\":7502,");
      for (int seq = 2, at = 0; seq <= 7_502; seq++) {
        at = all.indexOf("\"seq\":" + seq + ",", at);
        assertThat(at).as("report " + seq).isPositive();
      }
    }
  }
}

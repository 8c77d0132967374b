package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands, reports and market data by WebSocket. */
@Timeout(300)
class StreamTest {

  private static final int SILENT = 120_000;

  private static final int LEVELS = 1_000;

  /** So many are more than is kept for who does not read, and than the system keeps. */
  private static final int SNAPSHOTS = 400;

  @TempDir private Path directory;
  private Gateway gateway;
  private Client admin;
  private String token;

  int loops() {
    return 1;
  }

  @BeforeEach
  void start() throws IOException {
    gateway =
        Gateway.start(
            GatewaySettings.in(directory).loops(loops()).port(0).segmentBytes(1 << 20).build());
    token = gateway.adminToken().orElseThrow();
    admin = new Client(gateway, token);
    admin.prepare();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private StreamClient open() throws InterruptedException {
    StreamClient stream = new StreamClient(admin);
    assertThat(stream.ask("{'op':'login','key':'" + token + "','id':'a'}").path("t").asText())
        .isEqualTo("done");
    return stream;
  }

  private static String place(int user, int order, String side, int price, int quantity) {
    return "{'op':'place','user':%d,'symbol':1,'order':%d,'side':'%s','price':%d,'quantity':%d}"
        .formatted(user, order, side, price, quantity);
  }

  private static String subscribe(String channel, String run, long from) {
    return "{'op':'subscribe','channel':'%s','symbol':1,'run':'%s','from':%d}"
        .formatted(channel, run, from);
  }

  private void sell(int first, int orders) {
    for (int order = first; order < first + orders; order++) {
      admin.ok(admin.post("/v1/orders", Client.order(1, order, "SELL", 30, 1, "")));
    }
  }

  @Test
  void aStreamContinuesFromWhereItWas() throws InterruptedException {
    String run;
    long last;
    try (StreamClient stream = open()) {
      JsonNode first = stream.ask("{'op':'subscribe','channel':'levels','symbol':1}");
      run = first.path("run").asText();
      assertThat(first.path("resumed").asBoolean()).isFalse();
      assertThat(stream.next().path("t").asText()).isEqualTo("snapshot");
      sell(1, 3);
      stream.next();
      last = stream.next().path("seq").asLong();
    }
    sell(4, 50);
    try (StreamClient stream = open()) {
      assertThat(stream.ask(subscribe("levels", run, last)).path("resumed").asBoolean()).isTrue();
      // The one that it had not seen, those while it was away, and what comes now.
      for (int i = 0; i < 51; i++) {
        JsonNode missed = stream.next();
        assertThat(missed.path("prev").asLong()).isEqualTo(last);
        last = missed.path("seq").asLong();
      }
      sell(100, 1);
      assertThat(stream.next().path("prev").asLong()).isEqualTo(last);
    }
    try (StreamClient stream = open()) {
      // Another start, and a past that nobody has kept: from the beginning.
      assertThat(stream.ask(subscribe("levels", "x", last)).path("resumed").asBoolean()).isFalse();
      assertThat(stream.next().path("t").asText()).isEqualTo("snapshot");
      assertThat(stream.ask(subscribe("orders", run, 0)).path("resumed").asBoolean()).isFalse();
      assertThat(stream.next().path("channel").asText()).isEqualTo("orders");
      sell(200, 1_100);
    }
    try (StreamClient stream = open()) {
      assertThat(stream.ask(subscribe("levels", run, last)).path("resumed").asBoolean()).isFalse();
      assertThat(stream.next().path("t").asText()).isEqualTo("snapshot");
      assertThat(stream.ask("{'op':'subscribe','channel':'top','symbol':1,'run':'x'}").path("code"))
          .hasToString("\"BAD_REQUEST\"");
    }
  }

  /** A number above all that the symbol has had is nobody's: it may be of another symbol. */
  @ParameterizedTest
  @ValueSource(strings = {"levels", "top", "orders", "trades"})
  void aStreamDoesNotContinueFromWhatNobodyWasSent(String channel) throws InterruptedException {
    sell(1, 3);
    String subscribe = "{'op':'subscribe','channel':'" + channel + "','symbol':1}";
    try (StreamClient first = open();
        StreamClient ahead = open();
        StreamClient behind = open()) {
      String run = first.ask(subscribe).path("run").asText();
      long last = admin.get("/v1/symbols/1/book").body().path("seq").asLong();
      assertThat(ahead.ask(subscribe(channel, run, last + 1)).path("resumed").asBoolean())
          .isFalse();
      if (!channel.equals("trades")) {
        assertThat(ahead.next().path("t").asText()).isEqualTo("snapshot");
      }
      assertThat(behind.ask(subscribe(channel, run, last)).path("resumed").asBoolean()).isTrue();
      admin.ok(admin.post("/v1/orders", Client.order(2, 50, "BUY", 30, 4, "")));
      for (StreamClient each : new StreamClient[] {ahead, behind}) {
        assertThat(each.next().path("seq").asLong()).isEqualTo(last + 1);
      }
    }
  }

  /** The code of a client's close frame comes back; what is no code of a client's is an error. */
  @ParameterizedTest
  @CsvSource({
    "-1, -1", "1000, 1000", "1001, 1001", "1003, 1003", "1011, 1011", "1014, 1014", "3000, 3000",
    "4000, 4000", "4999, 4999", "0, 1002", "999, 1002", "1004, 1002", "1005, 1002", "1006, 1002",
    "1015, 1002", "2999, 1002", "5000, 1002", "65535, 1002"
  })
  void aCloseFrameIsAnswered(int code, int answer) throws IOException {
    byte[] reason = code < 0 ? new byte[0] : new byte[] {(byte) (code >> 8), (byte) code};
    byte[] close = {(byte) 0x88, (byte) (0x80 | reason.length), 0, 0, 0, 0};
    for (boolean login : new boolean[] {true, false}) {
      try (Socket socket = RawStream.open(admin.port())) {
        socket.setSoTimeout(SILENT);
        if (login) {
          RawStream.say(socket, "{'op':'login','key':'" + token + "'}");
          RawStream.readUntil(socket, "}");
        }
        socket.getOutputStream().write(close);
        socket.getOutputStream().write(reason);
        byte[] reported = socket.getInputStream().readAllBytes();
        assertThat(reported[0]).isEqualTo((byte) 0x88);
        assertThat((int) reported[1]).isEqualTo(reported.length - 2);
        int came = reported.length == 2 ? -1 : ((reported[2] & 0xff) << 8) | (reported[3] & 0xff);
        assertThat(came).isEqualTo(answer);
      }
    }
  }

  @Test
  void ordersAreAnsweredAndReported() throws InterruptedException {
    try (StreamClient maker = open();
        StreamClient taker = open()) {
      maker.ask("{'op':'executions','user':1}");
      maker.send(place(1, 5, "SELL", 30, 50));
      JsonNode placed = maker.next(m -> m.path("t").asText().equals("report"));
      assertThat(placed.path("open").asLong()).isEqualTo(50);
      assertThat(maker.next().path("t").asText()).isEqualTo("answer");
      JsonNode taken = taker.ask(place(2, 6, "BUY", 31, 20).replace("}", ",'id':'x'}"));
      assertThat(taken.path("id").asText()).isEqualTo("x");
      assertThat(taken.path("filled").asLong()).isEqualTo(20);
      JsonNode fill = maker.next();
      assertThat(fill.path("t").asText()).isEqualTo("fill");
      assertThat(fill.path("order").asLong()).isEqualTo(5);
      assertThat(fill.path("side").asText()).isEqualTo("SELL");
      assertThat(fill.path("quantity").asLong()).isEqualTo(20);
      assertThat(fill.path("done").asBoolean()).isFalse();
      assertThat(fill.path("trade")).isEqualTo(taken.path("trades").get(0).path("id"));
      String cancel = "{'op':'cancel','user':1,'symbol':1,'order':5,'sequence':1}";
      taker.ask(cancel);
      assertThat(taker.ask(cancel).path("first").asText()).isEqualTo("OK");
      assertThat(maker.next().path("released").asLong()).isEqualTo(30);
    }
  }

  /** A ladder that is kept from a snapshot and the changes after it. */
  private static final class Ladder {
    final List<TreeMap<Long, String>> sides =
        List.of(new TreeMap<>(Comparator.reverseOrder()), new TreeMap<>());
    long sequence;

    void start(JsonNode snapshot) {
      sequence = snapshot.path("seq").asLong();
      sides.forEach(TreeMap::clear);
      for (int side = 0; side < 2; side++) {
        for (JsonNode row : snapshot.path(side == 0 ? "bids" : "asks")) {
          sides.get(side).put(row.get(0).asLong(), row.toString());
        }
      }
    }

    void change(JsonNode message) {
      assertThat(message.path("prev").asLong()).isLessThanOrEqualTo(sequence);
      assertThat(message.path("seq").asLong()).isGreaterThan(sequence);
      sequence = message.path("seq").asLong();
      for (JsonNode change : message.path("changes")) {
        TreeMap<Long, String> side = sides.get(change.get(0).asText().equals("BUY") ? 0 : 1);
        long price = change.get(1).asLong();
        if (change.get(3).asLong() == 0) {
          side.remove(price);
        } else {
          side.put(price, "[" + price + "," + change.get(2) + "," + change.get(3) + "]");
        }
      }
    }

    String text(int side) {
      return sides.get(side).values().toString().replace(" ", "");
    }
  }

  @Test
  void aLadderOfChangesIsTheBook() throws InterruptedException {
    SplittableRandom random = new SplittableRandom(3);
    try (StreamClient orders = open();
        StreamClient watcher = open()) {
      Ladder ladder = new Ladder();
      int next = 1;
      for (int i = 0; i < 400; i++) {
        if (i == 100) {
          watcher.ask("{'op':'subscribe','channel':'levels','symbol':1}");
          ladder.start(watcher.next());
        }
        if (random.nextInt(3) == 0) {
          orders.ask(
              "{'op':'cancel','user':1,'symbol':1,'order':" + (1 + random.nextInt(next)) + "}");
        } else {
          orders.ask(
              place(
                  1,
                  next++,
                  random.nextBoolean() ? "BUY" : "SELL",
                  95 + random.nextInt(11),
                  1 + random.nextInt(9)));
        }
      }
      JsonNode book = admin.get("/v1/symbols/1/book?depth=1000").body();
      while (ladder.sequence < book.path("seq").asLong()) {
        ladder.change(watcher.next());
      }
      assertThat(ladder.text(0)).isEqualTo(book.path("bids").toString());
      assertThat(ladder.text(1)).isEqualTo(book.path("asks").toString());
      assertThat(ladder.text(0).length() + ladder.text(1).length()).isGreaterThan(20);
    }
  }

  @Test
  void tradesOrdersAndTopAreReported() throws InterruptedException {
    try (StreamClient stream = open()) {
      for (String channel : List.of("trades", "orders", "top")) {
        stream.ask("{'op':'subscribe','channel':'" + channel + "','symbol':1}");
        if (!channel.equals("trades")) {
          assertThat(stream.next().path("t").asText()).isEqualTo("snapshot");
        }
      }
      admin.ok(admin.post("/v1/orders", Client.order(1, 5, "SELL", 30, 50, "")));
      assertThat(stream.next().path("changes").toString())
          .isEqualTo("[[\"ADDED\",\"SELL\",5,30,50]]");
      assertThat(stream.next().path("ask").toString()).isEqualTo("[30,50]");
      JsonNode taken = admin.ok(admin.post("/v1/orders", Client.order(2, 6, "BUY", 31, 20, "")));
      JsonNode trades = stream.next();
      assertThat(trades.path("t").asText()).isEqualTo("trades");
      assertThat(trades.path("changes").get(0).toString())
          .isEqualTo("[" + taken.path("trades").get(0).path("id") + ",\"BUY\",30,20]");
      assertThat(stream.next().path("changes").toString())
          .isEqualTo("[[\"REDUCED\",\"SELL\",5,30,30]]");
      assertThat(stream.next().path("ask").toString()).isEqualTo("[30,30]");
      stream.ask("{'op':'unsubscribe','channel':'orders','symbol':1}");
      admin.ok(admin.post("/v1/symbols/1/auction", ""));
      assertThat(stream.next().path("state").asText()).isEqualTo("AUCTION");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'op':'nothing'}",
        "{'op':'place'}",
        "{'op':'place','user':1,'symbol':1,'order':1,'side':'BUY','price':1,'quantity':1,'key':'x'}",
        "{'op':'subscribe','channel':'levels','symbol':5}",
        "{'op':'subscribe','channel':'nothing','symbol':1}",
        "{'op':'subscribe','channel':'top','symbol':99999999999}",
        "{'op':'unsubscribe','channel':'top','symbol':1}",
        "{'op':'login','key':'a.b'}",
        "{'op':3}",
        "{",
        "[]",
        "x",
        "",
      })
  void whatIsWrongIsReportedAndTheSessionContinues(String message) throws InterruptedException {
    try (StreamClient stream = open()) {
      JsonNode answer = stream.ask(message);
      assertThat(answer.path("t").asText()).isEqualTo("error");
      assertThat(answer.path("code").asText()).isIn("BAD_REQUEST", "NOT_FOUND");
      assertThat(stream.ask("{'op':'ping','id':'p'}").path("id").asText()).isEqualTo("p");
    }
  }

  @Test
  void whoDoesNotSayWhoItIsIsCutOff() throws Exception {
    try (StreamClient stream = new StreamClient(admin)) {
      stream.send("{'op':'subscribe','channel':'levels','symbol':1}");
      assertThat(stream.next().path("code").asText()).isEqualTo("UNAUTHORIZED");
      assertThat(stream.closed.get(120, TimeUnit.SECONDS)).isEqualTo(1008);
    }
    try (StreamClient stream = open()) {
      stream.sendBinary();
      assertThat(stream.closed.get(120, TimeUnit.SECONDS)).isEqualTo(1003);
    }
    try (StreamClient stream = open()) {
      stream.send("{'op':'" + "x".repeat(20_000) + "'}");
      assertThat(stream.closed.get(120, TimeUnit.SECONDS)).isIn(1009, 1006);
    }
    try (StreamClient stream = open()) {
      stream.sendInPieces(" ".repeat(10_000), 2);
      assertThat(stream.closed.get(60, TimeUnit.SECONDS)).isEqualTo(1009);
    }
    assertThat(admin.get("/health").status()).isEqualTo(200);
  }

  /** Also where what is read from the socket ends in the middle of a message. */
  @Test
  void whoReadsNoAnswersIsNotReadFromWhateverThePieces() throws Exception {
    try (StreamClient orders = open()) {
      for (int order = 1; order <= LEVELS; order++) {
        orders.send(place(1, order, "SELL", 30 + order, 1));
      }
      for (int order = 1; order <= LEVELS; order++) {
        assertThat(orders.next().path("code").asText()).isEqualTo("OK");
      }
    }
    try (Socket socket = RawStream.open(admin.port(), "{'op':'login','key':'" + token + "'}")) {
      ByteArrayOutputStream pieces = new ByteArrayOutputStream();
      begin(pieces);
      for (int i = 0; i < SNAPSHOTS; i++) {
        proceed(pieces, "'subscribe','channel':'levels','symbol':1}" + " ".repeat(70));
        proceed(pieces, "'unsubscribe','channel':'levels','symbol':1}" + " ".repeat(70));
      }
      socket.getOutputStream().write(pieces.toByteArray());
      // All that it is sent from here on is one message's end and the next one's beginning.
      for (int order = 1; order <= 100; order++) {
        Thread.sleep(5);
        pieces.reset();
        proceed(pieces, place(2, 100_000 + order, "BUY", 1, 1).substring("{'op':".length()));
        socket.getOutputStream().write(pieces.toByteArray());
      }
      JsonNode placed = admin.ok(admin.get("/v1/users/2/orders")).path("orders");
      assertThat(placed.size()).isZero();
    }
  }

  private static void begin(ByteArrayOutputStream to) {
    piece(to, 0x01, "{'op':");
  }

  private static void proceed(ByteArrayOutputStream to, String end) {
    piece(to, 0x80, end);
    begin(to);
  }

  private static void piece(ByteArrayOutputStream to, int kind, String text) {
    to.write(kind);
    to.write(0x80 | text.length());
    to.writeBytes(new byte[4]);
    to.writeBytes(text.replace('\'', '"').getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void aSubscriberThatNeverReadsIsConflatedOrCutOff() throws Exception {
    String login = "{'op':'login','key':'" + token + "'}";
    try (StreamClient orders = open();
        Socket levels =
            RawStream.open(
                admin.port(), login, "{'op':'subscribe','channel':'levels','symbol':1}");
        Socket everyOrder =
            RawStream.open(
                admin.port(), login, "{'op':'subscribe','channel':'orders','symbol':1}")) {
      assertThat(everyOrder.isConnected()).isTrue();
      String cutOff = "tandem_gateway_closed_total{reason=\"slow_subscriber\"} 1.0";
      for (int i = 1; !admin.get("/metrics").text().contains(cutOff); i++) {
        assertThat(i).isLessThan(200);
        // Each move touches the book; the one who watches and reads is not held up.
        for (int n = 0; n < 1_000; n++) {
          orders.send(
              n == 0 && i == 1
                  ? place(1, 5, "SELL", 30, 50)
                  : "{'op':'amend','user':1,'symbol':1,'order':5,'quantity':9,'price':"
                      + (30 + n % 7)
                      + "}");
        }
        for (int n = 0; n < 1_000; n++) {
          assertThat(orders.next().path("code").asText()).isIn("OK");
        }
      }
      assertThat(admin.get("/metrics").text()).contains("tandem_gateway_sessions 2.0");
      // The one with levels reads again: a snapshot of the book stands for what was left out.
      JsonNode book = admin.get("/v1/symbols/1/book").body();
      String asks = "\"asks\":" + book.path("asks");
      levels.setSoTimeout(SILENT);
      byte[] buffer = new byte[1 << 16];
      InputStream in = levels.getInputStream();
      StringBuilder reported = new StringBuilder();
      int first = -1;
      int last = -1;
      while (last <= first || reported.indexOf(asks, last) < 0) {
        int n = in.read(buffer);
        assertThat(n).isPositive();
        reported.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
        first = reported.indexOf("\"snapshot\"");
        last = reported.lastIndexOf("\"snapshot\"");
      }
      assertThat(admin.get("/metrics").text())
          .doesNotContain("tandem_gateway_stream_conflated_total 0.0");
    }
  }
}

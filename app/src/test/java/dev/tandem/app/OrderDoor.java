package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.Xxhsum.Outcome;
import dev.tandem.client.Answer;
import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.ExecutionReport;
import dev.tandem.client.wire.Fill;
import dev.tandem.client.wire.Logon;
import dev.tandem.client.wire.LogonAccepted;
import dev.tandem.client.wire.Message;
import dev.tandem.client.wire.PlaceInstructed;
import dev.tandem.client.wire.Reject;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.gateway.Gateway;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A way by which clients place orders of user 1 in symbol 1. */
interface OrderDoor extends AutoCloseable {

  /** What it answers: a code, and for an order that is taken what came of its lots. */
  record Placed(String code, long filled, long open) {}

  /** Places the order of a row. */
  Placed place(long order, OrderRow row) throws Exception;

  @Override
  default void close() throws IOException {}

  /** By HTTP. */
  record Rest(OrderRequests requests) implements OrderDoor {
    @Override
    public Placed place(long order, OrderRow row) throws Exception {
      ObjectNode body = row.json().put("user", 1).put("symbol", 1).put("order", order);
      return of(requests.send("POST", "/v1/orders", body.toString()));
    }

    static Placed of(JsonNode answer) {
      return new Placed(
          answer.path("code").asText(),
          answer.path("filled").asLong(),
          answer.path("open").asLong());
    }
  }

  /** By a WebSocket. */
  final class Stream implements OrderDoor, WebSocket.Listener {
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final StringBuilder part = new StringBuilder();
    private final WebSocket socket;

    Stream(Gateway gateway, String key) throws Exception {
      URI address = URI.create("ws://127.0.0.1:" + gateway.address().getPort() + "/v1/stream");
      socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, this).join();
      socket.sendText("{\"op\":\"login\",\"key\":\"" + key + "\"}", true).join();
      assertThat(next().path("t").asText()).isEqualTo("done");
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      part.append(data);
      if (last) {
        received.add(part.toString());
        part.setLength(0);
      }
      from.request(1);
      return null;
    }

    private JsonNode next() throws Exception {
      String message = received.poll(120, TimeUnit.SECONDS);
      assertThat(message).isNotNull();
      return new ObjectMapper().readTree(message);
    }

    @Override
    public Placed place(long order, OrderRow row) throws Exception {
      ObjectNode message = row.json().put("op", "place");
      message.put("user", 1).put("symbol", 1).put("order", order);
      socket.sendText(message.toString(), true).join();
      return Rest.of(next());
    }

    @Override
    public void close() {
      socket.abort();
    }
  }

  /** The message of the binary protocol, also as the Java client sends it. */
  static void fill(PlaceInstructed to, long order, OrderRow row) {
    to.user(1)
        .symbol(1)
        .order(order)
        .side(Side.BUY.code())
        .orderType(dev.tandem.client.wire.OrderType.valueOf(row.type.name()).code())
        .timeInForce(dev.tandem.client.wire.TimeInForce.valueOf(row.time.name()).code())
        .price(row.price)
        .quantity(row.quantity)
        .triggerPrice(row.trigger)
        .trailingOffset(row.trailing + row.trailingPpm)
        .offsetUnit(row.trailingPpm == 0 ? 0 : 1)
        .displayQuantity(row.shown)
        .minQuantity(row.least)
        .budget(row.budget)
        .expireTime(row.expireTimeNs())
        .selfTrade(dev.tandem.client.wire.SelfTrade.valueOf(row.selfTrade.name()).code());
    if (row.postOnly != null) {
      to.postOnly(dev.tandem.client.wire.PostOnly.valueOf(row.postOnly.name()).code());
    }
  }

  /** By the codecs of the binary protocol alone. */
  final class Binary implements OrderDoor {
    private final Socket socket;
    private final DataInputStream in;
    private final ByteBuffer bytes = ByteBuffer.allocate(512);
    private long sequence;

    Binary(Gateway gateway, String key) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), gateway.binaryAddress().getPort());
      socket.setSoTimeout(120_000);
      in = new DataInputStream(socket.getInputStream());
      send(new Logon().start(bytes, 0).key(key).session(1).heartbeatMillis(60_000));
      assertThat(next()).isEqualTo(LogonAccepted.ID);
    }

    private void send(Message<?> message) throws IOException {
      socket.getOutputStream().write(bytes.array(), 0, message.length());
    }

    private int next() throws IOException {
      in.readFully(bytes.array(), 0, Message.HEADER);
      in.readFully(bytes.array(), Message.HEADER, Message.blockLength(bytes, 0));
      return Message.templateId(bytes, 0);
    }

    @Override
    public Placed place(long order, OrderRow row) throws IOException {
      PlaceInstructed message = new PlaceInstructed().start(bytes, 0).sequence(++sequence);
      fill(message, order, row);
      send(message);
      if (next() == Reject.ID) {
        return new Placed(Code.of(new Reject().over(bytes, 0).code()).name(), 0, 0);
      }
      ExecutionReport report = new ExecutionReport().over(bytes, 0);
      Placed placed = new Placed(Code.of(report.code()).name(), report.filled(), report.open());
      for (int fills = report.trades(); fills > 0; fills--) {
        assertThat(next()).isEqualTo(Fill.ID);
      }
      return placed;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  /** By the Java client. */
  record JavaClient(TandemClient client) implements OrderDoor {
    @Override
    public Placed place(long order, OrderRow row) {
      Answer answer = client.place(message -> fill(message, order, row)).join();
      return new Placed(answer.code().name(), answer.filled(), answer.open());
    }

    @Override
    public void close() {
      client.close();
    }
  }

  /** By {@code tandem client place}. */
  record Terminal(String gateway, String keyFile) implements OrderDoor {
    private static final Pattern ACCEPTED =
        Pattern.compile("accepted: .* filled ([0-9]+), open ([0-9]+), .*", Pattern.DOTALL);

    @Override
    public Placed place(long order, OrderRow row) {
      List<String> args = new ArrayList<>(List.of("client", "place", "--gateway", gateway));
      args.addAll(List.of("--key-file", keyFile, "1", "1", Long.toString(order), "BUY"));
      args.addAll(List.of(Long.toString(row.price), Long.toString(row.quantity)));
      args.addAll(List.of("--type", row.type.name(), "--time-in-force", row.time.name()));
      args.addAll(List.of("--trigger", Long.toString(row.trigger)));
      args.addAll(List.of("--trailing", Long.toString(row.trailing)));
      args.addAll(List.of("--trailing-ppm", Long.toString(row.trailingPpm)));
      args.addAll(List.of("--display-quantity", Long.toString(row.shown)));
      args.addAll(List.of("--min-quantity", Long.toString(row.least)));
      args.addAll(List.of("--budget", Long.toString(row.budget)));
      args.addAll(List.of("--expire-time", Long.toString(row.expireTimeNs())));
      args.addAll(List.of("--self-trade", row.selfTrade.name()));
      args.addAll(List.of("--post-only", row.postOnly == null ? "NO" : row.postOnly.name()));
      Outcome outcome = HelpTest.tandem(args.toArray(new String[0]));
      Matcher accepted = ACCEPTED.matcher(outcome.out());
      if (accepted.matches()) {
        return new Placed(
            "OK", Long.parseLong(accepted.group(1)), Long.parseLong(accepted.group(2)));
      }
      assertThat(outcome.out()).as(outcome.err()).startsWith("refused: ");
      return new Placed(outcome.out().strip().substring("refused: ".length()), 0, 0);
    }
  }

  /** By FIX 4.4. */
  final class Fix implements OrderDoor {
    private static final DateTimeFormatter TIME =
        DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Socket socket;
    private final String name;
    private int sequence;

    Fix(Gateway gateway, String key) throws IOException {
      name = key.substring(0, key.indexOf('.'));
      socket =
          new Socket(
              InetAddress.getLoopbackAddress(), gateway.fixAddress().orElseThrow().getPort());
      socket.setSoTimeout(120_000);
      send("A", "98=0|108=60|554=" + key + "|");
      assertThat(next()).contains("|35=A|");
    }

    private void send(String type, String fields) throws IOException {
      String now = TIME.format(Instant.now());
      String body =
          "35=%s|34=%d|49=%s|52=%s|56=TANDEM|%s"
              .formatted(type, ++sequence, name, now, fields.replace("NOW", now));
      String all = ("8=FIX.4.4|9=" + body.length() + "|" + body).replace('|', '\u0001');
      String sum = "10=%03d\u0001".formatted(all.chars().sum() % 256);
      socket.getOutputStream().write((all + sum).getBytes(StandardCharsets.ISO_8859_1));
    }

    private String next() throws IOException {
      StringBuilder all = new StringBuilder();
      while (all.length() < 8
          || all.charAt(all.length() - 1) != '|'
          || all.lastIndexOf("|10=") != all.length() - 8) {
        int b = socket.getInputStream().read();
        assertThat(b).as("FIX has closed behind " + all).isNotNegative();
        all.append(b == 1 ? '|' : (char) b);
      }
      return all.toString();
    }

    /** The next report of this order; of earlier ones it is reported that they were cancelled. */
    private String next(long order) throws IOException {
      String report = next();
      while (field(report, 11).matches("[0-9]+") && !field(report, 11).equals("" + order)) {
        report = next();
      }
      return report;
    }

    private static String field(String message, int tag) {
      Matcher found = Pattern.compile("\\|" + tag + "=([^|]*)").matcher(message);
      return found.find() ? found.group(1) : "";
    }

    private static String typeOf(OrderType type) {
      return switch (type) {
        case LIMIT -> "2";
        case MARKET -> "1";
        case MARKET_TO_LIMIT -> "K";
        case STOP -> "3";
        case STOP_LIMIT -> "4";
        case TAKE_PROFIT -> "J";
        case TAKE_PROFIT_LIMIT -> "7";
        case TRAILING_STOP -> "P";
      };
    }

    private static String modeOf(SelfTrade mode) {
      return switch (mode) {
        case NONE -> "";
        case CANCEL_NEWEST -> "8000=N|";
        case CANCEL_OLDEST -> "8000=O|";
        case CANCEL_BOTH -> "8000=B|";
        case DECREMENT -> "8000=D|";
      };
    }

    /** The fields of an order that reports repeat; without custom tags. */
    private static List<String> said(OrderRow row) {
      List<String> said = new ArrayList<>();
      said.add("40=" + typeOf(row.type));
      said.add("59=" + row.time.fix());
      Map.of(
              38, row.quantity,
              99, row.trigger,
              211, row.trailing,
              110, row.least,
              111, row.shown,
              152, row.budget)
          .forEach(
              (tag, value) -> said.addAll(value == 0 ? List.of() : List.of(tag + "=" + value)));
      if (row.expires != null) {
        said.add("126=" + TIME.format(row.expires));
      }
      if (row.postOnly != null) {
        said.add(
            switch (row.postOnly) {
              case REJECT -> "18=6";
              case SLIDE -> "18=6 P";
            });
      }
      return said;
    }

    @Override
    public Placed place(long order, OrderRow row) throws IOException {
      String price = row.price == 0 ? "" : "44=" + row.price + "|";
      String more = String.join("|", said(row)) + "|" + price + modeOf(row.selfTrade);
      send("D", "11=" + order + "|1=1|55=1|54=1|60=NOW|" + more);
      String report = next(order);
      if (!field(report, 150).equals("0")) {
        // The kernel's code, or what the session has against the message.
        return new Placed(field(report, 58), 0, 0);
      }
      for (String said : said(row)) {
        assertThat(report).contains("|" + said + "|");
      }
      long filled = 0;
      if (row.filled > 0) {
        String trade = next(order);
        assertThat(field(trade, 150)).as(trade).isEqualTo("F");
        filled = Long.parseLong(field(trade, 32));
        report = trade;
      }
      if (row.released() > 0) {
        report = next(order);
        assertThat(field(report, 150)).as(report).isEqualTo("4");
      }
      return new Placed("OK", filled, Long.parseLong(field(report, 151)));
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}

package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.app.Xxhsum.Outcome;
import dev.tandem.gateway.Gateway;
import dev.tandem.gateway.GatewaySettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code tandem client} against a gateway with a generated market and a user of its own. */
@Timeout(300)
class ClientCommandTest {

  /** The generated market has it, and nobody trades so far away. */
  private static final String[] ORDER = {"1", "1", "4000000001"};

  @TempDir private Path directory;
  private Gateway gateway;
  private Path key;

  @BeforeEach
  void start() throws Exception {
    gateway =
        Gateway.start(
            GatewaySettings.in(directory.resolve("exchange"))
                .port(0)
                .segmentBytes(1 << 20)
                .demo(200)
                .build());
    key = Files.writeString(directory.resolve("key"), gateway.adminToken().orElseThrow());
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private Outcome order(String command, String... rest) {
    InetSocketAddress address = gateway.binaryAddress();
    return client(command, "--gateway", "127.0.0.1:" + address.getPort(), ORDER, rest);
  }

  private Outcome http(String command, String scheme, String... rest) {
    String url = scheme + "://127.0.0.1:" + gateway.address().getPort();
    return client(command, "--url", url, new String[] {"1"}, rest);
  }

  private Outcome client(String command, String option, String at, String[] which, String[] rest) {
    List<String> args = new ArrayList<>(List.of("client", command, option, at));
    args.addAll(List.of("--key-file", key.toString()));
    args.addAll(Arrays.asList(which));
    args.addAll(Arrays.asList(rest));
    return HelpTest.tandem(args.toArray(new String[0]));
  }

  @Test
  void anOrderIsPlacedMovedCancelledAndThenUnknown() {
    Outcome placed = order("place", "BUY", "1", "3");
    assertThat(placed.out()).as(placed.err()).startsWith("accepted: order 4000000001 at 1,");
    assertThat(placed.code()).isZero();
    assertThat(order("move", "2").out()).contains(" at 2, filled 0, open 3,");
    assertThat(order("amend", "2", "5").out()).contains(" at 2, filled 0, open 5,");
    assertThat(order("amend", "2", "3").out()).contains("released 2");
    assertThat(order("amend", "2", "3", "--trigger", "5").out())
        .startsWith("refused: INVALID_TRIGGER");
    assertThat(order("cancel").out()).contains("released 3");
    Outcome again = order("cancel");
    assertThat(again.out()).startsWith("refused: UNKNOWN_ORDER");
    assertThat(again.code()).isOne();
  }

  @Test
  void typeAndInstructionsAreOptions() {
    assertThat(order("place", "SELL", "1000000", "3", "--type", "STOP_LIMIT").out())
        .startsWith("refused: INVALID_TRIGGER");
    Outcome sleeps =
        order(
            "place",
            "BUY",
            "1",
            "3",
            "--type",
            "TAKE_PROFIT_LIMIT",
            "--trigger",
            "1",
            "--time-in-force",
            "DAY");
    assertThat(sleeps.out()).as(sleeps.err()).contains(" at 1, filled 0, open 3,");
    assertThat(http("orders", "http").out())
        .contains(
            "symbol ACME, order 4000000001: BUY 3 at 0.01, TAKE_PROFIT_LIMIT DAY,"
                + " triggerPrice 0.01, asleep\n");
    assertThat(order("cancel").out()).contains("released 3");
    assertThat(order("place", "BUY", "1", "3", "--self-trade", "DECREMENT").out())
        .contains("open 3, released 0");
    assertThat(http("orders", "http").out()).contains(", LIMIT GTC, selfTrade DECREMENT\n");
    assertThat(order("cancel").out()).contains("released 3");
    assertThat(order("place", "BUY", "1", "3", "--post-only", "REJECT").out())
        .contains("open 3, released 0");
    assertThat(order("cancel").out()).contains("released 3");
    assertThat(order("place", "BUY", "1", "3", "--min-quantity", "4").out())
        .startsWith("refused: INVALID_MIN_QUANTITY");
    assertThat(order("place", "BUY", "1", "3", "--type", "MARKET", "--budget", "5").out())
        .startsWith("refused: CONTRADICTORY_INSTRUCTION");
    assertThat(order("place", "BUY", "1", "3", "--expire-time", "5").out()).startsWith("refused: ");
  }

  @Test
  void aBookAndItsChangesAreShown() {
    Outcome watched = http("watch", "ws", "--count", "2");
    assertThat(watched.code()).as(watched.err()).isZero();
    assertThat(watched.out().lines()).hasSize(2).allMatch(line -> line.startsWith("{"));
    Outcome book;
    do {
      book = http("book", "http", "--depth", "3");
      assertThat(book.code()).as(book.err()).isZero();
      // The first orders of the market may have traded with each other.
    } while (book.out().isEmpty());
    assertThat(book.out().lines())
        .hasSizeBetween(1, 6)
        .allMatch(line -> line.contains(" lots in "));
  }

  /** A client with TLS sends no key in plain text, also where the address says http. */
  @Test
  void tlsIsNeverLeftOut() {
    for (Outcome outcome :
        List.of(http("book", "http", "--tls"), http("watch", "ws", "--tls", "--count", "1"))) {
      assertThat(outcome.code()).as(outcome.out()).isEqualTo(2);
      assertThat(outcome.out()).isEmpty();
    }
  }

  @Test
  void aWrongKeyIsReportedByEachCommand() throws Exception {
    Files.writeString(key, "admin.wrong");
    // More than once: whether the gateway's end of the stream comes before the next message
    // differs.
    for (int i = 0; i < 5; i++) {
      Outcome watched = http("watch", "http");
      assertThat(watched.err()).contains("the key is from --key-file " + key);
      assertThat(watched.out()).contains("UNAUTHORIZED");
      assertThat(watched.code()).isEqualTo(2);
    }
    Outcome book = http("book", "http");
    assertThat(book.out()).startsWith("refused: UNAUTHORIZED, no such key");
    assertThat(book.err()).contains("--key-file " + key);
    assertThat(book.code()).isEqualTo(2);
    assertThat(order("cancel").code()).isEqualTo(2);
    assertThat(order("cancel").err()).contains("UNAUTHORIZED").contains("--key-file " + key);
  }

  @Test
  void aFractionIsReportedAsWhatItIsNot() {
    assertThat(order("place", "BUY", "30.5", "3").err())
        .contains("PRICE: '30.5' has more than 0 decimals");
    assertThat(order("place", "BUY", "30", "3e1").err()).contains("QUANTITY: '3e1' is no decimal");
  }

  @Test
  void byTheNameOfASymbolNumbersAreDecimals() throws Exception {
    OrderRequests requests = new OrderRequests(gateway, Files.readString(key));
    JsonNode first = requests.send("GET", "/v1/symbols", "").at("/symbols/0");
    String body =
        ("{\"symbol\":900,\"base\":%d,\"quote\":%d,\"name\":\"AB/CD\","
                + "\"priceDecimals\":2,\"quantityDecimals\":1}")
            .formatted(first.path("base").asInt(), first.path("quote").asInt());
    assertThat(requests.send("POST", "/v1/symbols", body).path("code").asText()).isEqualTo("OK");
    assertThat(named("place", "BUY", "100.25", "0.5").out())
        .startsWith("accepted: order 7 at 100.25, filled 0.0, open 0.5, released 0.0");
    assertThat(http("orders", "http").out())
        .contains("symbol AB/CD, order 7: BUY 0.5 at 100.25, LIMIT GTC\n");
    String url = "http://127.0.0.1:" + gateway.address().getPort();
    String[] symbol = {"AB/CD"};
    assertThat(client("book", "--url", url, symbol, new String[0]).out())
        .matches("bid +100\\.25 +0\\.5 in 1 orders\n");
    String[] once = {"--count", "1"};
    assertThat(client("watch", "--url", url, symbol, once).out())
        .contains("[\"100.25\",\"0.5\",1]");
    assertThat(named("move", "100.3", "0.4").out()).contains(" at 100.30, filled 0.0, open 0.4,");
    assertThat(named("cancel").out()).contains("released 0.4");
    Outcome off = named("place", "BUY", "100.255", "0.5");
    assertThat(off.err()).contains("PRICE: '100.255' has more than 2 decimals");
    assertThat(off.code()).isEqualTo(2);
    assertThat(named("place", "BUY", "1", "0.05").err()).contains("QUANTITY: '0.05' has more");
    Outcome unknown = named("AB-CD", "place", List.of("BUY", "1", "1"));
    assertThat(unknown.err()).contains("there is no symbol AB-CD");
    assertThat(unknown.code()).isEqualTo(2);
  }

  private Outcome named(String command, String... rest) {
    return named("AB/CD", command, List.of(rest));
  }

  private Outcome named(String symbol, String command, List<String> rest) {
    List<String> more = new ArrayList<>(rest);
    more.addAll(List.of("--url", "http://127.0.0.1:" + gateway.address().getPort()));
    String at = "127.0.0.1:" + gateway.binaryAddress().getPort();
    String[] order = {"1", symbol, "7"};
    return client(command, "--gateway", at, order, more.toArray(new String[0]));
  }

  @Test
  void theWholeKeyIsSentOnlyIfThatIsWanted() {
    for (Outcome outcome :
        List.of(
            order("place", "BUY", "1", "3", "--send-key"),
            http("book", "http", "--send-key"),
            http("watch", "http", "--count", "1", "--send-key"))) {
      assertThat(outcome.code()).as(outcome.err()).isZero();
    }
  }

  @Test
  void aKeyOfAnotherFormIsReportedAndNotShown() throws Exception {
    Files.writeString(key, "half");
    for (Outcome outcome : List.of(http("book", "http"), http("watch", "ws"), order("cancel"))) {
      assertThat(outcome.code()).isEqualTo(2);
      assertThat(outcome.err())
          .contains("--key-file: the key is not of the form name.secret")
          .doesNotContain("half");
    }
  }

  @Test
  void anAddressOfAnotherKindIsReportedNotFailedOn() {
    for (Outcome outcome : List.of(http("book", "ftp"), http("watch", "ftp"))) {
      assertThat(outcome.code()).isEqualTo(2);
      assertThat(outcome.err()).contains("expected http://HOST:PORT").doesNotContain("\tat ");
    }
    assertThat(http("watch", "http", "--count", "1").code()).isZero();
    assertThat(http("book", "http", "--depth", "0").out()).contains("depth is 0");
  }

  /** What listens there speaks another protocol, and waits for it. */
  @Test
  void whoListensAndSaysNothingIsNamed() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String at = "127.0.0.1:" + silent.getLocalPort();
      for (String[] more : new String[][] {{}, {"--tls"}}) {
        Outcome outcome = client("cancel", "--gateway", at, ORDER, more);
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("no gateway answers at " + at).contains("says nothing");
      }
    }
  }

  @Test
  void aGatewayThatIsNotThereIsReported() {
    gateway.close();
    for (Outcome outcome : List.of(http("book", "http"), http("watch", "ws"), order("cancel"))) {
      assertThat(outcome.code()).as(outcome.err()).isEqualTo(2);
      assertThat(outcome.err()).contains("127.0.0.1").doesNotContain("null");
    }
  }
}

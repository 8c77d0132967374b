package dev.tandem.gateway;

import static dev.tandem.gateway.Client.order;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.Message;
import dev.tandem.client.wire.Reject;
import dev.tandem.client.wire.UserSubscribed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands a second of a session and for a user, and questions of a key: so few that no machine is
 * too slow for them.
 */
@Timeout(300)
class RatesTest {

  private static final String TOO_MANY_QUESTIONS = "QUESTION_RATE_LIMITED";

  /** What an answer of a stream is called. */
  private static final Set<String> ANSWERS = Set.of("orders", "done", "error");

  @TempDir private Path directory;
  private Gateway gateway;
  private Client rest;
  private String key;

  @BeforeEach
  void start() throws IOException {
    gateway = Gateway.start(GatewaySettings.in(directory).port(0).segmentBytes(1 << 20).build());
    key = gateway.adminToken().orElseThrow();
    new Client(gateway, key).prepare();
  }

  private void limit(UnaryOperator<GatewaySettings.Builder> by) throws IOException {
    gateway.close();
    gateway = Gateway.start(by.apply(GatewaySettings.in(directory).port(0)).build());
    rest = new Client(gateway, key);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  /** Sends until it is answered this; all before that is unknown to the kernel. */
  private static void untilRefused(String code, IntFunction<String> send) {
    String answer = "";
    for (int i = 1; i <= 1_000 && !answer.equals(code); i++) {
      answer = send.apply(i);
      assertThat(answer).isIn(code, "UNKNOWN_ORDER", "UNKNOWN_USER");
    }
    assertThat(answer).isEqualTo(code);
  }

  private String cancel(int user, int session) {
    Client.Answer answer =
        rest.delete("/v1/symbols/1/orders/77?user=%d&session=%d".formatted(user, session));
    assertThat(answer.status()).isEqualTo(answer.code().equals("UNKNOWN_ORDER") ? 404 : 429);
    return answer.code();
  }

  private static String cancel(BinaryClient client, int user, int sequence) {
    try {
      client.cancel(sequence, user, 77);
      assertThat(client.next()).isEqualTo(Reject.ID);
      return Code.of(new Reject().over(client.bytes, 0).code()).name();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String cancel(StreamClient stream, int user) {
    try {
      JsonNode answer =
          stream.ask("{'op':'cancel','user':%d,'symbol':1,'order':77}".formatted(user));
      return answer.path("code").asText();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String code(StreamClient stream, String question) {
    try {
      JsonNode answer = stream.send(question).next(m -> ANSWERS.contains(m.path("t").asText()));
      return answer.path("code").asText();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private StreamClient stream(int session) throws InterruptedException {
    StreamClient stream = new StreamClient(rest);
    stream.ask("{'op':'login','key':'%s','session':%d}".formatted(key, session));
    return stream;
  }

  @Test
  void aSessionHasARate() throws Exception {
    limit(settings -> settings.sessionOrdersPerSecond(1));
    untilRefused("SESSION_RATE_LIMITED", i -> cancel(1, 0));
    // The others have their own.
    assertThat(cancel(1, 1)).isEqualTo("UNKNOWN_ORDER");
    try (BinaryClient client = new BinaryClient(gateway).logon(key, 2, 0)) {
      untilRefused("SESSION_RATE_LIMITED", i -> cancel(client, 1, i));
    }
    try (StreamClient stream = stream(3)) {
      untilRefused("SESSION_RATE_LIMITED", i -> cancel(stream, 1));
    }
    rest.awaitMetric("tandem_gateway_refused_total{reason=\"session_rate_limited\"} 3.0");
  }

  @Test
  void aUserHasARate() throws Exception {
    limit(settings -> settings.userOrdersPerSecond(1));
    untilRefused("USER_RATE_LIMITED", i -> cancel(1, i % 256));
    assertThat(cancel(2, 0)).isEqualTo("UNKNOWN_ORDER");
    try (BinaryClient client = new BinaryClient(gateway).logon(key, 2, 0)) {
      untilRefused("USER_RATE_LIMITED", i -> cancel(client, 3, i));
    }
    try (StreamClient stream = stream(3)) {
      untilRefused("USER_RATE_LIMITED", i -> cancel(stream, 4));
    }
    rest.awaitMetric("tandem_gateway_refused_total{reason=\"user_rate_limited\"} 3.0");
    // A refused command has changed nothing: its sequence is free.
    untilRefused("USER_RATE_LIMITED", i -> cancel(1, 0));
    Eventually.holds(
        "an order after a second",
        () ->
            rest.post("/v1/orders", order(1, 5, "SELL", 30, 1, ",\"sequence\":1")).status() == 200);
  }

  /** Each of them may be many commands. */
  @Test
  void aMassCancelIsACommandOfItsKey() throws Exception {
    limit(settings -> settings.ordersPerSecond(1));
    Client.Answer answer = rest.delete("/v1/users/1/orders");
    for (int i = 0; i < 1_000 && answer.status() == 200; i++) {
      answer = rest.delete("/v1/users/1/orders");
    }
    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.code()).isEqualTo("RATE_LIMITED");
    Eventually.holds(
        "a kill after a second", () -> rest.post("/v1/users/1/kill", "").status() == 200);
    rest.awaitMetric("tandem_gateway_refused_total{reason=\"rate_limited\"} ");
  }

  /** Asks until it is answered this; all before that is answered. */
  private static void untilTooMany(IntFunction<String> ask) {
    String answer = "";
    for (int i = 1; i <= 1_000 && !answer.equals(TOO_MANY_QUESTIONS); i++) {
      answer = ask.apply(i);
      assertThat(answer).isIn(TOO_MANY_QUESTIONS, "");
    }
    assertThat(answer).isEqualTo(TOO_MANY_QUESTIONS);
  }

  @Test
  void questionsByRestHaveARate() throws Exception {
    limit(settings -> settings.questionsPerSecond(1));
    for (String path :
        List.of(
            "/v1/symbols",
            "/v1/symbols/1/book",
            "/v1/users/1/balances",
            "/v1/users/1/orders",
            "/v1/symbols/1/book?depth=1000")) {
      untilTooMany(
          i -> {
            Client.Answer answer = rest.get(path);
            assertThat(answer.status()).isEqualTo(answer.code().isEmpty() ? 200 : 429);
            return answer.code();
          });
    }
    rest.awaitMetric("tandem_gateway_refused_total{reason=\"question_rate_limited\"} 5.0");
    // Orders continue, and so does what needs no key.
    rest.ok(rest.post("/v1/orders", order(1, 5, "SELL", 30, 1, "")));
    rest.ok(rest.get("/health"));
    Eventually.holds(
        "a question after a second", () -> rest.get("/v1/users/1/orders").status() == 200);
    String head = "";
    for (int i = 0; i < 1_000 && !head.contains(" 429 "); i++) {
      head =
          rest.rawHead(
              "GET /v1/symbols HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                  + key
                  + "\r\n\r\n");
    }
    assertThat(head).contains("\r\nretry-after: 1\r\n");
  }

  @Test
  void questionsByStreamHaveARate() throws Exception {
    limit(settings -> settings.questionsPerSecond(1));
    try (StreamClient stream = stream(0)) {
      untilTooMany(i -> code(stream, "{'op':'orders','user':1}"));
      untilTooMany(i -> code(stream, "{'op':'executions','user':%d}".formatted(i)));
      untilTooMany(
          i -> {
            String said = code(stream, "{'op':'subscribe','channel':'TRADES','symbol':1}");
            if (said.isEmpty()) {
              code(stream, "{'op':'unsubscribe','channel':'TRADES','symbol':1}");
            }
            return said;
          });
      rest.awaitMetric("tandem_gateway_refused_total{reason=\"question_rate_limited\"} 3.0");
      assertThat(cancel(stream, 1)).isEqualTo("UNKNOWN_ORDER");
    }
  }

  @Test
  void questionsByTheBinaryProtocolHaveARateAndOrdersContinue() throws Exception {
    limit(settings -> settings.questionsPerSecond(1));
    try (BinaryClient client = new BinaryClient(gateway).logon(key, 1, 0)) {
      // The first hundred at most: one session hears of 256.
      for (int i = 0; i < 100; i++) {
        client.receive(i);
        client.follow(1_000 + i);
      }
      client.cancel(1, 1, 77);
      long refused = 0;
      boolean answered = false;
      while (!answered) {
        if (client.next() == Reject.ID) {
          Reject reject = new Reject().over(client.bytes, 0);
          answered = reject.sequence() == 1;
          if (answered) {
            assertThat(Code.of(reject.code())).isEqualTo(Code.UNKNOWN_ORDER);
          } else {
            assertThat(Code.of(reject.code())).isEqualTo(Code.QUESTION_RATE_LIMITED);
            assertThat(reject.sequence()).isZero();
            assertThat(reject.order() % 1_000).isBetween(0L, 99L);
            refused++;
          }
        } else {
          assertThat(Message.templateId(client.bytes, 0)).isEqualTo(UserSubscribed.ID);
        }
      }
      assertThat(refused).isPositive();
      rest.awaitMetric(
          "tandem_gateway_refused_total{reason=\"question_rate_limited\"} " + refused + ".0");
    }
  }

  @Test
  void aUserWhoSendsTooMuchCanBeKilled() throws Exception {
    limit(settings -> settings.userOrdersPerSecond(1));
    for (int i = 0; i < 10; i++) {
      untilRefused("USER_RATE_LIMITED", n -> cancel(1, n % 256));
      rest.ok(rest.post("/v1/users/1/kill", ""));
      rest.ok(rest.delete("/v1/users/1/orders"));
    }
  }
}

package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.Gateway;
import dev.tandem.gateway.GatewaySettings;
import dev.tandem.gateway.Signer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Logons that are signed, and those that look like it. */
@Timeout(300)
class FixSignedTest {

  private static final String NONCE = "0123456789abcdef";

  @TempDir private Path directory;
  private Gateway gateway;
  private Rest rest;
  private String key;
  private String name;
  private Signer signer;

  @BeforeEach
  void start() throws Exception {
    gateway =
        Gateway.start(
            GatewaySettings.in(directory.resolve("exchange"))
                .port(0)
                .fixPort(0)
                .segmentBytes(1 << 20)
                .build());
    key = gateway.adminToken().orElseThrow();
    name = key.substring(0, key.indexOf('.'));
    signer = new Signer(key);
    rest = new Rest(gateway, key);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private static LocalDateTime now() {
    return LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS);
  }

  private static long millis(LocalDateTime time) {
    return time.toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  private static String rawData(String value) {
    return "95=" + value.length() + "|96=" + value + "|";
  }

  /** A logon of the session 5 with this RawData, and what it is answered first. */
  private String answer(LocalDateTime sent, String heartbeat, String value) throws IOException {
    try (Wire wire = new Wire(gateway, key)) {
      wire.sub = "50=5|";
      return wire.sayAt(sent, "A", "98=0|108=" + heartbeat + "|" + rawData(value)).read();
    }
  }

  @Test
  void aClientOfQuickFixTradesAndItsSecretStaysWithIt() throws Exception {
    try (FixClient client =
        new FixClient(
            gateway.fixAddress().orElseThrow().getPort(),
            key,
            3,
            directory.resolve("client"),
            Map.of("ResetOnLogon", "Y"),
            true)) {
      client.loggedOn().place(1, 1, '1', 30, 5);
      client.rejected(1, "UNKNOWN_SYMBOL");
    }
  }

  @Test
  void aLogonIsSignedOnceAndForItselfOnly() throws Exception {
    LocalDateTime sent = now();
    String signature = signer.hex("FIX LOGON", name, 5, 30, 0, millis(sent), NONCE);
    String right = NONCE + "." + signature;
    // Another heartbeat, time, nonce, flag or session than the signed one.
    List<String> changed =
        List.of(
            answer(sent, "31", right),
            answer(sent.plusNanos(1_000_000), "30", right),
            answer(sent, "30", "X" + right.substring(1)),
            answer(sent, "30|141=Y", right),
            answer(
                sent, "30", NONCE + "." + signer.hex("STREAM LOGIN", name, 5, millis(sent), NONCE)),
            answer(
                sent,
                "30",
                NONCE + "." + signer.hex("FIX LOGON", name, 4, 30, 0, millis(sent), NONCE)));
    assertThat(changed)
        .allSatisfy(
            logout ->
                assertThat(logout).contains("|35=5|", "|58=UNAUTHORIZED: no such key, or the"));
    // None of these has used up the nonce.
    assertThat(answer(sent, "30", right)).contains("|35=A|");
    assertThat(answer(sent, "30", right)).contains("|35=5|", "or its nonce was used before|");
    rest.awaitMetric("tandem_gateway_closed_total{reason=\"no_login\"} 7.0");
  }

  @Test
  void aClockThatIsWrongIsReported() throws Exception {
    for (int seconds : new int[] {-20, 20}) {
      LocalDateTime sent = now().plusSeconds(seconds);
      String signature = signer.hex("FIX LOGON", name, 5, 30, 0, millis(sent), NONCE);
      assertThat(answer(sent, "30", NONCE + "." + signature))
          .contains("|35=5|", "|58=UNAUTHORIZED: SendingTime is more than 10 s");
    }
  }

  @Test
  void whatWasSignedBeforeTheStartIsToBeSignedAgain() throws Exception {
    LocalDateTime sent = now().minusSeconds(5);
    String signature = signer.hex("FIX LOGON", name, 5, 30, 0, millis(sent), NONCE);
    assertThat(answer(sent, "30", NONCE + "." + signature))
        .contains("|35=5|", "|58=SIGN_AGAIN: the gateway was started since SendingTime|");
  }

  @Test
  void whatCannotBeASignatureIsMalformed() throws Exception {
    String zeros = "0".repeat(64);
    List<String> answers =
        List.of(
            answer(now(), "30", NONCE),
            answer(now(), "30", "short." + zeros),
            answer(now(), "30", NONCE + "." + zeros.substring(1)),
            answer(now(), "30", NONCE + "." + zeros.replace('0', 'g')));
    assertThat(answers)
        .allSatisfy(
            logout -> assertThat(logout).contains("|35=5|", "|58=BAD_REQUEST: RawData is not"));
    try (Wire wire = new Wire(gateway, key)) {
      String body =
          wire.body("A", "98=0|108=30|" + rawData(NONCE + "." + zeros))
              .replaceFirst("\\|52=[^|]*", "|52=yesterday");
      wire.send(Wire.framed(body));
      assertThat(wire.read()).contains("|35=5|", "|58=BAD_REQUEST: RawData is not");
    }
    rest.awaitMetric("tandem_gateway_closed_total{reason=\"malformed_message\"} 5.0");
  }
}

package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.Heartbeat;
import dev.tandem.client.wire.LogonAccepted;
import dev.tandem.client.wire.Logout;
import dev.tandem.client.wire.Message;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.SignedLogon;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Logons that are signed, of the binary protocol and of streams, and those that look like it. */
@Timeout(300)
class SignedLogonTest {

  private static final int SESSION = 5;
  private static final int OPTIONS = 1;
  private static final int HEARTBEAT = 60_000;

  @TempDir private Path directory;
  private Gateway gateway;
  private Client rest;
  private String key;
  private String name;
  private Signer signer;
  private final SplittableRandom random = new SplittableRandom(5);

  @BeforeEach
  void start() throws Exception {
    gateway = Gateway.start(GatewaySettings.in(directory).port(0).segmentBytes(1 << 20).build());
    key = gateway.adminToken().orElseThrow();
    name = key.substring(0, key.indexOf('.'));
    signer = new Signer(key);
    rest = new Client(gateway, key);
    rest.prepare();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private byte[] nonce() {
    byte[] nonce = new byte[16];
    random.nextBytes(nonce);
    return nonce;
  }

  private byte[] logon(String purpose, long skewMillis, byte[] nonce) throws Exception {
    long time = System.currentTimeMillis() + skewMillis;
    byte[] all = new byte[Message.HEADER + SignedLogon.BLOCK];
    new SignedLogon()
        .start(ByteBuffer.wrap(all), 0)
        .key(name)
        .time(time)
        .nonce(nonce)
        .signature(signer.sign(purpose, name, SESSION, OPTIONS, HEARTBEAT, time, hex(nonce)))
        .session(SESSION)
        .options(OPTIONS)
        .heartbeatMillis(HEARTBEAT);
    return all;
  }

  private BinaryClient sent(byte[] logon) throws IOException {
    return new BinaryClient(gateway).send(logon, logon.length);
  }

  private Logout refused(byte[] logon) throws IOException {
    try (BinaryClient client = sent(logon)) {
      Logout logout = client.expect(new Logout());
      assertThat(Code.of(logout.code())).isIn(Code.UNAUTHORIZED, Code.BAD_REQUEST);
      return logout;
    }
  }

  private void assertCounted(String reason, int times) {
    assertThat(rest.get("/metrics").text())
        .contains("tandem_gateway_closed_total{reason=\"" + reason + "\"} " + times + ".0");
  }

  @Test
  void aSignedLogonIsItsKeysOwn() throws Exception {
    try (BinaryClient client = sent(logon("BINARY LOGON", 0, nonce()))) {
      LogonAccepted accepted = client.expect(new LogonAccepted());
      assertThat(accepted.session()).isEqualTo(SESSION);
      assertThat(accepted.heartbeatMillis()).isEqualTo(HEARTBEAT);
      assertThat(client.place(1, 1, 11, Side.SELL, 30, 50).report(1).open()).isEqualTo(50);
    }
    // The option was taken over, too.
    rest.awaitMetric("tandem_gateway_cancelled_total{reason=\"disconnect\"} 1.0");
  }

  @Test
  void whateverByteIsAnotherTheLogonIsRefused() throws Exception {
    byte[] right = logon("BINARY LOGON", 0, nonce());
    int unauthorized = 0;
    for (int at = 0; at < SignedLogon.BLOCK; at++) {
      // A name ends at its first zero, and one byte is no field.
      if ((at <= name.length() || at >= SignedLogon.KEY_BYTES) && at != 91) {
        byte[] changed = right.clone();
        changed[Message.HEADER + at] ^= (byte) (1 << random.nextInt(8));
        unauthorized += Code.of(refused(changed).code()) == Code.UNAUTHORIZED ? 1 : 0;
      }
    }
    assertThat(unauthorized).isGreaterThan(60);
    assertCounted("no_login", unauthorized);
    // None of these has used up the nonce.
    try (BinaryClient client = sent(right)) {
      client.expect(new LogonAccepted());
    }
  }

  @Test
  void whatIsSignedForSomethingElseIsRefused() throws Exception {
    assertThat(refused(logon("STREAM LOGIN", 0, nonce())).clockMillis()).isZero();
    assertThat(refused(logon("POST", 0, nonce())).clockMillis()).isZero();
    assertCounted("no_login", 2);
  }

  @Test
  void aNonceIsTakenOnce() throws Exception {
    byte[] nonce = nonce();
    byte[] logon = logon("BINARY LOGON", 0, nonce);
    try (BinaryClient client = sent(logon)) {
      client.expect(new LogonAccepted());
      assertThat(Code.of(refused(logon).code())).isEqualTo(Code.UNAUTHORIZED);
      assertThat(refused(logon("BINARY LOGON", 1, nonce)).clockMillis()).isZero();
      // The session is still who has logged on first.
      client.heartbeat(3);
      assertThat(client.next()).isEqualTo(Heartbeat.ID);
    }
    assertCounted("no_login", 2);
  }

  @Test
  void aTimeThatIsFarAwayIsRefusedWithHowFar() throws Exception {
    assertThat(refused(logon("BINARY LOGON", -60_000, nonce())).clockMillis())
        .isBetween(-200_000, -60_000);
    assertThat(refused(logon("BINARY LOGON", 300_000, nonce())).clockMillis())
        .isBetween(100_000, 300_000);
    long century = 36_525L * 24 * 3_600_000;
    assertThat(refused(logon("BINARY LOGON", century, nonce())).clockMillis())
        .isEqualTo(Integer.MAX_VALUE);
    assertCounted("no_login", 3);
    long before1970 = -2 * System.currentTimeMillis();
    assertThat(Code.of(refused(logon("BINARY LOGON", before1970, nonce())).code()))
        .isEqualTo(Code.BAD_REQUEST);
    assertCounted("malformed_message", 1);
  }

  private String login(String purpose, long skewMillis, String nonce) throws Exception {
    long time = System.currentTimeMillis() + skewMillis;
    String signature = signer.hex(purpose, name, SESSION, time, nonce);
    return "{'op':'login','key':'%s','session':%d,'time':%d,'nonce':'%s','signature':'%s'}"
        .formatted(name, SESSION, time, nonce, signature);
  }

  private JsonNode ask(String login) throws InterruptedException {
    try (StreamClient stream = new StreamClient(rest)) {
      return stream.ask(login);
    }
  }

  @Test
  void aStreamTakesASignedLogin() throws Exception {
    try (StreamClient stream = new StreamClient(rest)) {
      String login = login("STREAM LOGIN", 0, hex(nonce()));
      assertThat(stream.ask(login).path("t").asText()).isEqualTo("done");
      assertThat(stream.ask("{'op':'cancel','user':1,'symbol':1,'order':9}").path("code").asText())
          .isEqualTo("UNKNOWN_ORDER");
      // Overheard.
      assertThat(ask(login).path("detail").asText()).contains("nonce was used");
    }
    String nonce = hex(nonce());
    String right = login("STREAM LOGIN", 0, nonce);
    for (String wrong :
        List.of(
            login("BINARY LOGON", 0, nonce),
            right.replace("'session':5", "'session':6"),
            right.replace("'session':5,", ""),
            right.replace(nonce, hex(nonce())),
            right.replace("'time':", "'time':1"),
            right.replace("'key':'" + name, "'key':'nobody"))) {
      JsonNode refused = ask(wrong);
      assertThat(refused.path("code").asText()).as(wrong).isEqualTo("UNAUTHORIZED");
      assertThat(refused.path("detail").asText()).contains("signature is wrong");
    }
    assertThat(ask(login("STREAM LOGIN", -60_000, nonce)).path("detail").asText())
        .matches("the time of the signature is 6\\d{4} ms behind .*");
    for (String malformed :
        List.of(
            right.replace(nonce, "short"),
            right.replace("'time'", "'user'"),
            right.replaceFirst(",'signature':'[0-9a-f]*'", ""))) {
      assertThat(ask(malformed).path("code").asText()).as(malformed).isEqualTo("BAD_REQUEST");
    }
    assertThat(rest.get("/metrics").text())
        .contains("tandem_gateway_refused_total{reason=\"unauthorized\"} 8.0");
    assertThat(ask(right).path("t").asText()).isEqualTo("done");
  }
}

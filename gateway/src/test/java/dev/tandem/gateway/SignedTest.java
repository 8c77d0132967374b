package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.access.Nonces;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests that are signed, and those that only look like it. */
@Timeout(300)
class SignedTest {

  private static final String BODY = "{\"user\":5}";

  @TempDir private Path directory;
  private Gateway gateway;
  private Client client;
  private String name;
  private Signer signer;

  @BeforeEach
  void start() throws Exception {
    gateway = Gateway.start(GatewaySettings.in(directory).port(0).segmentBytes(1 << 20).build());
    client = new Client(gateway, null);
    String key = gateway.adminToken().orElseThrow();
    name = key.substring(0, key.indexOf('.'));
    signer = new Signer(key);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private static String header(String key, long time, String nonce, String signature) {
    return "Tandem-HMAC-SHA256 key=%s, time=%d, nonce=%s, signature=%s"
        .formatted(key, time, nonce, signature);
  }

  private static String nonce() {
    return UUID.randomUUID().toString();
  }

  private Client.Answer post(String header, String uri, String body) {
    return client.send("POST", uri, body, "Authorization", header);
  }

  private Client.Answer signed(long skewMillis, String nonce) throws Exception {
    long time = System.currentTimeMillis() + skewMillis;
    return post(
        header(name, time, nonce, signer.hex("POST", "/v1/users", time, nonce, BODY)),
        "/v1/users",
        BODY);
  }

  @Test
  void aSignedRequestIsItsKeysOwn() throws Exception {
    assertThat(signed(0, nonce()).status()).isEqualTo(200);
    long time = System.currentTimeMillis();
    String nonce = nonce();
    String uri = "/v1/symbols/1/book?depth=5";
    assertThat(
            client
                .send(
                    "GET",
                    uri,
                    "",
                    "Authorization",
                    header(name, time, nonce, signer.hex("GET", uri, time, nonce, "")))
                .code())
        .isEqualTo("NOT_FOUND");
  }

  @Test
  void theSchemeIsThatInAnyCase() throws Exception {
    long time = System.currentTimeMillis();
    String nonce = nonce();
    String header = header(name, time, nonce, signer.hex("POST", "/v1/users", time, nonce, BODY));
    assertThat(post(header.replace("Tandem-HMAC", "tandem-Hmac"), "/v1/users", BODY).status())
        .isEqualTo(200);
  }

  @Test
  void whatIsOfAnotherRequestIsRefused() throws Exception {
    long time = System.currentTimeMillis();
    String nonce = nonce();
    String signature = signer.hex("POST", "/v1/users", time, nonce, BODY);
    String wrong = (signature.startsWith("0") ? "1" : "0") + signature.substring(1);
    String[][] tries = {
      {header(name, time, nonce, wrong), "/v1/users", BODY},
      {header(name, time, nonce, signature), "/v1/users", "{\"user\":6}"},
      {header(name, time, nonce, signature), "/v1/users/5/suspend", BODY},
      {header(name, time + 1, nonce, signature), "/v1/users", BODY},
      {header(name, time, nonce(), signature), "/v1/users", BODY},
      {header("nobody", time, nonce, signature), "/v1/users", BODY},
    };
    for (String[] request : tries) {
      Client.Answer answer = post(request[0], request[1], request[2]);
      assertThat(answer.status()).as(request[0]).isEqualTo(401);
      assertThat(answer.text()).contains("signature is wrong");
    }
    // None of these has used up the nonce.
    assertThat(post(header(name, time, nonce, signature), "/v1/users", BODY).status())
        .isEqualTo(200);
  }

  @Test
  void aNonceIsTakenOnce() throws Exception {
    String nonce = nonce();
    assertThat(signed(0, nonce).status()).isEqualTo(200);
    Client.Answer again = signed(0, nonce);
    assertThat(again.status()).isEqualTo(401);
    assertThat(again.text()).contains("nonce was used");
    assertThat(signed(0, nonce()).code()).isEqualTo("USER_EXISTS");
  }

  @Test
  void aTimeThatIsFarAwayIsRefused() throws Exception {
    long far = Nonces.WINDOW_MILLIS + 60_000;
    assertThat(signed(far, nonce()).text())
        .contains("the time of the signature is")
        .contains("at most 10000 ms either way are allowed: set the clock");
    assertThat(signed(-far, nonce()).status()).isEqualTo(401);
    assertThat(signed(Nonces.WINDOW_MILLIS / 2, nonce()).status()).isEqualTo(200);
    // In time, but of before the start.
    assertThat(signed(-Nonces.WINDOW_MILLIS / 2, nonce()).code()).isEqualTo("SIGN_AGAIN");
    assertThat(client.get("/metrics").text())
        .contains("tandem_gateway_refused_total{reason=\"unauthorized\"} 2.0");
  }

  @Test
  void malformedSignaturesAreReported() {
    String hex = "0".repeat(64);
    long time = System.currentTimeMillis();
    for (String header :
        new String[] {
          "Tandem-HMAC-SHA256 nonsense",
          "Tandem-HMAC-SHA256 key=admin",
          header(name, time, "short", hex),
          header(name, -1, nonce(), hex),
          header(name, time, nonce(), "00"),
          header(name, time, nonce(), hex) + ", key=twice"
        }) {
      assertThat(post(header, "/v1/users", BODY).status()).as(header).isEqualTo(400);
    }
  }

  /** It is not known any more that the nonce was used. */
  @Test
  void whatWasSignedBeforeARestartIsRefusedAfterIt() throws Exception {
    long time = System.currentTimeMillis();
    String nonce = nonce();
    String header = header(name, time, nonce, signer.hex("POST", "/v1/users", time, nonce, BODY));
    assertThat(post(header, "/v1/users", BODY).status()).isEqualTo(200);
    gateway.close();
    gateway = Gateway.start(GatewaySettings.in(directory).port(0).build());
    client = new Client(gateway, null);
    Client.Answer again = post(header, "/v1/users", BODY);
    assertThat(again.status()).isEqualTo(401);
    assertThat(again.code()).isEqualTo("SIGN_AGAIN");
    assertThat(client.get("/metrics").text())
        .contains("tandem_gateway_refused_total{reason=\"sign_again\"} 1.0");
    // Signed anew it is heard.
    assertThat(signed(0, nonce()).code()).isEqualTo("USER_EXISTS");
  }
}

package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.client.Answer;
import dev.tandem.client.ClientException;
import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.Logon;
import dev.tandem.client.wire.Message;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.SignedLogon;
import dev.tandem.client.wire.TimeInForce;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How the client logs on: what it sends, and what it says if its clock is wrong. */
@Timeout(300)
class SignedClientTest {

  @TempDir private Path directory;
  private Gateway gateway;
  private String key;
  private String name;
  private String secret;

  @BeforeEach
  void start() throws IOException {
    gateway = Gateway.start(GatewaySettings.in(directory).port(0).segmentBytes(1 << 20).build());
    key = gateway.adminToken().orElseThrow();
    String[] parts = key.split("\\.", 2);
    name = parts[0];
    secret = parts[1];
    new Client(gateway, key).prepare();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private static CompletableFuture<Answer> sell(TandemClient client, long order) {
    return client.place(1, 1, order, Side.SELL, TimeInForce.GTC, 30, 1);
  }

  @Test
  void theClientSendsNoSecretAndSignsEachConnectionAnew() throws Exception {
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
    int many = 500;
    try (CuttingProxy proxy = new CuttingProxy(gateway.binaryAddress(), 8_000, 3);
        TandemClient client =
            TandemClient.of("127.0.0.1", proxy.port(), key)
                .heartbeat(Duration.ofSeconds(2))
                // What a new connection sends again, and its answers, come through before a cut.
                .window(10)
                .connect()) {
      byte[] first = proxy.sent().get(0).getBytes(StandardCharsets.ISO_8859_1);
      // Overheard, and sent by somebody else.
      try (BinaryClient other = new BinaryClient(gateway)) {
        other.send(first, Message.HEADER + SignedLogon.BLOCK).ended(Code.UNAUTHORIZED);
      }
      assertThat(new Client(gateway, key).get("/metrics").text())
          .contains("tandem_gateway_closed_total{reason=\"no_login\"} 1.0");
      List<CompletableFuture<Answer>> answers = new ArrayList<>();
      for (int i = 1; i <= many; i++) {
        answers.add(sell(client, i));
      }
      for (CompletableFuture<Answer> answer : answers) {
        assertThat(answer.join().isAccepted()).isTrue();
      }
      assertThat(proxy.cuts()).isGreaterThan(3);
      List<String> nonces = new ArrayList<>();
      for (String sent : proxy.sent()) {
        assertThat(sent)
            .doesNotContain(secret)
            .doesNotContain(secret.substring(0, 8))
            .doesNotContain(new String(hash, StandardCharsets.ISO_8859_1));
        byte[] bytes = sent.getBytes(StandardCharsets.ISO_8859_1);
        if (bytes.length >= Message.HEADER + SignedLogon.BLOCK) {
          SignedLogon logon = new SignedLogon().over(ByteBuffer.wrap(bytes), 0);
          assertThat(Message.templateId(ByteBuffer.wrap(bytes), 0)).isEqualTo(SignedLogon.ID);
          assertThat(logon.key()).isEqualTo(name);
          nonces.add(HexFormat.of().formatHex(logon.nonce()));
        }
      }
      assertThat(nonces).hasSizeGreaterThan(3).doesNotHaveDuplicates();
    }
  }

  private TandemClient.Builder withClock(long skewMillis) {
    InstantSource clock =
        InstantSource.offset(InstantSource.system(), Duration.ofMillis(skewMillis));
    return TandemClient.of("127.0.0.1", gateway.binaryAddress().getPort(), key).clock(clock);
  }

  @Test
  void aClockThatIsFarAwayIsReportedWithWhatToDo() throws Exception {
    assertThatThrownBy(() -> withClock(-3_600_000).connect())
        .isInstanceOf(ClientException.class)
        .hasMessageContaining("UNAUTHORIZED: this machine's clock is 3,6")
        .hasMessageContaining("ms behind the gateway's")
        .hasMessageContaining("sendWholeKey()");
    assertThatThrownBy(() -> withClock(100L * 24 * 3_600_000).connect())
        .hasMessageContaining("at least 2,147,483,647 ms ahead of the gateway's");
    try (TandemClient client = withClock(5_000).connect()) {
      assertThat(sell(client, 1).join().isAccepted()).isTrue();
    }
    try (CuttingProxy proxy = new CuttingProxy(gateway.binaryAddress(), 0, 1);
        TandemClient client =
            TandemClient.of("127.0.0.1", proxy.port(), key)
                .clock(InstantSource.fixed(Instant.EPOCH))
                .sendWholeKey()
                .connect()) {
      assertThat(sell(client, 2).join().isAccepted()).isTrue();
      byte[] first = proxy.sent().get(0).getBytes(StandardCharsets.ISO_8859_1);
      assertThat(Message.templateId(ByteBuffer.wrap(first), 0)).isEqualTo(Logon.ID);
    }
  }

  /** A clock may be behind the gateway's: then a new start of it is in the future for a while. */
  @Test
  void aClientSignsAgainUntilItsTimeIsAfterTheStart() throws Exception {
    AtomicLong behind = new AtomicLong(8_000);
    InstantSource clock = () -> Instant.ofEpochMilli(System.currentTimeMillis() - behind.get());
    int port = gateway.binaryAddress().getPort();
    gateway.close();
    startAgain(port);
    CompletableFuture<TandemClient> connected =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return TandemClient.of("127.0.0.1", port, key).clock(clock).connect();
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    String refused = "tandem_gateway_closed_total{reason=\"no_login\"}";
    new Client(gateway, key).awaitMetric(refused);
    behind.set(0);
    try (TandemClient client = connected.get(120, TimeUnit.SECONDS)) {
      assertThat(sell(client, 1).join().isAccepted()).isTrue();
      // And so does one that was connected.
      behind.set(8_000);
      gateway.close();
      startAgain(port);
      CompletableFuture<Answer> answer = sell(client, 2);
      new Client(gateway, key).awaitMetric(refused);
      behind.set(0);
      assertThat(answer.join().isAccepted()).isTrue();
    }
  }

  private void startAgain(int port) throws IOException {
    gateway = Gateway.start(GatewaySettings.in(directory).port(0).binaryPort(port).build());
  }

  @Test
  void aKeyOfAnotherFormIsRefusedAtOnceAndNotShown() {
    for (String wrong :
        List.of("", "nodot", ".secret", "name.", "Name.secret", "n".repeat(33) + ".s")) {
      assertThatThrownBy(() -> TandemClient.of("127.0.0.1", 1, wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the key is not of the form name.secret");
    }
  }
}

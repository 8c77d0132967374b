package dev.tandem.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.gateway.Signer;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.access.Signature;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who signs, and how often. */
class CallersTest {

  private static final int NONCES = 5;

  @TempDir private Path directory;
  private KeyFile keys;
  private Callers callers;
  private String reader;
  private String trader;
  private int nonces;

  @BeforeEach
  void open() throws IOException {
    keys = KeyFile.open(directory.resolve("keys.json"));
    reader = keys.add("reader", Role.READ, Set.of());
    trader = keys.add("trader", Role.TRADE, Set.of());
    callers = new Callers(keys, new CommandRates.Limits(0, 0, 0, 0), 0, 0, Runnable::run, NONCES);
  }

  private static String name(String key) {
    return key.substring(0, key.indexOf('.'));
  }

  private String nonce() {
    nonces++;
    return "nonce-of-16-or-more-" + nonces;
  }

  private Caller get(String key, long time) throws RefusedException, GeneralSecurityException {
    String nonce = nonce();
    String hex = new Signer(key).hex("GET", "/v1/symbols", time, nonce, "");
    return callers.of(
        new Signature(name(key), time, nonce, hex), "GET", "/v1/symbols", ByteBuffer.allocate(0));
  }

  private Caller logon(String key, long time) throws RefusedException, GeneralSecurityException {
    String nonce = nonce();
    String hex = new Signer(key).hex("BINARY LOGON", name(key), 5, 0, 1_000, time, nonce);
    return callers.ofLogon(new Signature(name(key), time, nonce, hex), "BINARY LOGON", 5, 0, 1_000);
  }

  /** A time that is after the start and accepted. */
  private static long now() {
    return System.currentTimeMillis() + 1_000;
  }

  @Test
  void aKeyThatSignsTooMuchIsRefusedAlone() throws Exception {
    for (int i = 0; i < NONCES; i++) {
      assertThat(get(reader, now()).key().name()).isEqualTo("reader");
    }
    assertThatThrownBy(() -> get(reader, now()))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.refusal()).isEqualTo(Refusal.RATE_LIMITED));
    assertThat(logon(trader, now()).key().name()).isEqualTo("trader");
  }

  @Test
  void whatWasSignedBeforeTheStartIsToBeSignedAgain() throws Exception {
    long start = System.currentTimeMillis() - 1_000;
    assertThatThrownBy(() -> get(trader, start)).isInstanceOf(SignAgainException.class);
    assertThatThrownBy(() -> logon(trader, start)).isInstanceOf(SignAgainException.class);
    assertThatThrownBy(() -> logon(trader, start - 3_600_000))
        .isInstanceOf(ClockSkewException.class)
        .hasMessageMatching("the time of the signature is 3[67]\\d{5} ms behind the gateway's, .*");
    assertThatThrownBy(() -> logon(trader, start + 3_600_000))
        .isInstanceOf(ClockSkewException.class)
        .hasMessageContaining(" ms ahead of the gateway's, ");
    assertThat(logon(trader, now()).key().name()).isEqualTo("trader");
  }

  /** What was taken at one node of a cluster is so taken at no other, though keys are the same. */
  @Test
  void aSignatureIsForOneNode() throws Exception {
    int nodes = 3;
    for (int i = 0; i < 2 * nodes; i++) {
      int taken = 0;
      for (int node = 0; node < nodes; node++) {
        callers = new Callers(keys, new CommandRates.Limits(0, 0, 0, 0), 0, 0, Runnable::run);
        callers.at(node, nodes);
        nonces = i * nodes;
        try {
          assertThat(get(trader, now()).key().name()).isEqualTo("trader");
          taken++;
        } catch (SignAgainException e) {
          assertThat(e).hasMessageContaining("of 3, this is node " + node);
        }
      }
      assertThat(taken).isEqualTo(1);
    }
  }
}

package dev.tandem.gateway.command;

import dev.tandem.gateway.access.ApiKey;
import dev.tandem.gateway.access.KeyConnections;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Nonces;
import dev.tandem.gateway.access.Signature;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/** Finds out who calls. Rates are for all connections of a key. On the event loop. */
public final class Callers {

  private static final int MOST_NONCES = 200_000;

  /** Of all keys together, whose nonces then take at most 180 MB. */
  private static final int MOST_NONCES_OF_ALL = 8_000_000;

  private final KeyFile keys;
  private final Nonces nonces;

  /** What was signed up to here may have been used before. */
  private final long startedMillis = System.currentTimeMillis();

  private int node;
  private int nodes = 1;
  private final CommandRates rates;
  private final KeyConnections connections;

  /**
   * The callers that hold these keys, within these rates.
   *
   * @param mostConnections of one key, streams and those of the binary protocol; 0: any number
   * @param mostCommands of one key in flight; 0: any number
   * @param loop the event loop
   */
  public Callers(
      KeyFile keys,
      CommandRates.Limits limits,
      int mostConnections,
      int mostCommands,
      Executor loop) {
    this(
        keys,
        limits,
        mostConnections,
        mostCommands,
        loop,
        Math.min(MOST_NONCES, MOST_NONCES_OF_ALL / Math.max(1, keys.keys().size())));
  }

  /**
   * The same.
   *
   * @param mostNonces of one key
   */
  Callers(
      KeyFile keys,
      CommandRates.Limits limits,
      int mostConnections,
      int mostCommands,
      Executor loop,
      int mostNonces) {
    this.keys = keys;
    this.nonces = new Nonces(mostNonces);
    this.rates = new CommandRates(limits, mostCommands, loop);
    this.connections = new KeyConnections(mostConnections);
  }

  /** Takes what is signed for this one of several gateways with the same keys; returns this. */
  public Callers at(int newNode, int ofNodes) {
    node = newNode;
    nodes = ofNodes;
    return this;
  }

  /** The connections that have logged on. */
  public KeyConnections connections() {
    return connections;
  }

  /** The caller that sends this token. */
  public Caller of(String token) throws RefusedException {
    ApiKey key =
        keys.find(token)
            .orElseThrow(() -> new RefusedException(Refusal.UNAUTHORIZED, "no such key"));
    return caller(key);
  }

  /** The caller that has the key of this name, for messages without a request. */
  public Optional<Caller> named(String name) {
    return keys.named(name).map(this::caller);
  }

  /** The caller that has signed this request just now, for the first time. */
  public Caller of(Signature signature, String method, String uri, ByteBuffer body)
      throws RefusedException {
    return signedBy(signature, key -> signature.isOf(key, method, uri, body));
  }

  /**
   * The caller that has signed this logon just now, for the first time.
   *
   * @param purpose what is logged on to, as in {@link Signature#isOfLogon}
   * @param numbers the fields of the logon, as there
   * @throws ClockSkewException if its clock is too far from this machine's
   * @throws SignAgainException if it was signed before this gateway was started, or for another one
   */
  public Caller ofLogon(Signature signature, String purpose, long... numbers)
      throws RefusedException {
    return signedBy(signature, key -> signature.isOfLogon(key, purpose, numbers));
  }

  private Caller signedBy(Signature signature, Predicate<ApiKey> holds) throws RefusedException {
    long now = System.currentTimeMillis();
    ApiKey key = keys.named(signature.key()).orElse(null);
    if (key == null || !holds.test(key)) {
      throw new RefusedException(Refusal.UNAUTHORIZED, "no such key, or the signature is wrong");
    }
    if (!Nonces.isInTime(signature, now)) {
      throw new ClockSkewException(signature.timeMillis() - now);
    }
    if (signature.timeMillis() <= startedMillis) {
      throw new SignAgainException(
          "the gateway was started since this was signed, and knows no earlier nonces");
    }
    if (signature.nonce().chars().sum() % nodes != node) {
      throw new SignAgainException(
          "the nonce is for node %d of %d, this is node %d"
              .formatted(signature.nonce().chars().sum() % nodes, nodes, node));
    }
    if (nonces.isFull(key.name(), now)) {
      throw new RefusedException(Refusal.RATE_LIMITED, "too many signed requests of this key");
    }
    if (!nonces.take(signature, now)) {
      throw new RefusedException(Refusal.UNAUTHORIZED, "the nonce was used before");
    }
    return caller(key);
  }

  private Caller caller(ApiKey key) {
    return new Caller(key, 0, rates.of(key));
  }
}

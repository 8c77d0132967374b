package dev.tandem.client;

import dev.tandem.client.wire.AmendOrder;
import dev.tandem.client.wire.CancelOrder;
import dev.tandem.client.wire.MassCancel;
import dev.tandem.client.wire.Message;
import dev.tandem.client.wire.MoveOrder;
import dev.tandem.client.wire.PlaceInstructed;
import dev.tandem.client.wire.PlaceOrder;
import dev.tandem.client.wire.ReduceOrder;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;

/**
 * A session at a gateway. Commands may be sent by any thread and without waiting for answers. Where
 * the connection breaks, it connects again and sends what was not answered once more, under the
 * same sequences: each command is applied at most once, and its future has what the exchange
 * answered when it came first. So an answer may be long in coming, but it is always true.
 *
 * <p>Each connection logs on with the key's name, a time, a nonce and a signature of them; the
 * secret stays here. So the clocks of both machines may differ by at most 10 s.
 *
 * <p>Futures are completed by a thread of the client, which what hangs on them must not keep. They
 * fail with an {@link IOException} if the client is closed, or the gateway refuses the session or
 * says what this version does not understand: then nobody knows what became of the command. A
 * refusal for a reason that a later version of the gateway has added is an answer, {@link
 * dev.tandem.client.wire.Code#OTHER}. Only a command that had been sent before fails then, alone.
 */
public final class TandemClient implements AutoCloseable {

  private static final int CANCEL_ON_DISCONNECT = 1;
  private static final int MOST_BYTES = 128;

  private final ClientSession session;

  private TandemClient(ClientSession session) {
    this.session = session;
  }

  /**
   * A client of this gateway's binary port, with this key.
   *
   * @param key {@code name.secret}
   * @throws IllegalArgumentException if the key has another form
   */
  public static Builder of(String host, int port, String key) {
    return new Builder(InetSocketAddress.createUnresolved(host, port), key);
  }

  /** Makes a client; each method returns this. */
  public static final class Builder {
    final InetSocketAddress address;
    final String key;
    final SigningKey signingKey;
    boolean wholeKey;
    InstantSource clock = InstantSource.system();
    // What pauses and heartbeats go by; tests have another one.
    LongSupplier nanoClock = System::nanoTime;
    int session;
    int options;
    int heartbeatMillis = 1_000;
    int window = 200;
    // A new process must continue above what an earlier one has sent.
    long firstSequence = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
    SSLContext tls;
    ClientListener listener = new ClientListener() {};

    private Builder(InetSocketAddress address, String key) {
      this.address = address;
      this.key = Objects.requireNonNull(key, "key");
      this.signingKey = SigningKey.of(key);
    }

    /**
     * Each logon sends the whole key, with its secret, in place of a signature: where the clocks of
     * the two machines differ by more than 10 s and cannot be set. Without TLS everybody on the
     * network path can read it then.
     */
    public Builder sendWholeKey() {
      wholeKey = true;
      return this;
    }

    /** What says the time of a signed logon, to any thread; by default this machine's clock. */
    public Builder clock(InstantSource source) {
      clock = Objects.requireNonNull(source, "source");
      return this;
    }

    /** Which of the key's sessions, 0 to 255; 0 by default. One client at a time has one. */
    public Builder session(int newSession) {
      session = checked("session", newSession, 0, 255);
      return this;
    }

    /** The gateway cancels the session's orders when the connection breaks. */
    public Builder cancelOnDisconnect() {
      options |= CANCEL_ON_DISCONNECT;
      return this;
    }

    /** How often the client says that it lives, 100 ms to a minute; 1 s by default. */
    public Builder heartbeat(Duration interval) {
      heartbeatMillis = checked("heartbeat", interval.toMillis(), 100, 60_000);
      return this;
    }

    /** How far the sequences that are in flight may be apart, 1 to 255; 200 by default. */
    public Builder window(int sequences) {
      window = checked("window", sequences, 1, 255);
      return this;
    }

    /** The first command's sequence; by default the microseconds since 1970. */
    public Builder firstSequence(long sequence) {
      if (sequence < 1) {
        throw new IllegalArgumentException("sequence " + sequence + ", expected 1 or more");
      }
      firstSequence = sequence;
      return this;
    }

    /** By TLS 1.3; the certificate must be of the host's name. */
    public Builder tls(SSLContext context) {
      tls = Objects.requireNonNull(context, "context");
      return this;
    }

    /** Receives what comes without a request. */
    public Builder listener(ClientListener newListener) {
      listener = Objects.requireNonNull(newListener, "listener");
      return this;
    }

    private static int checked(String what, long value, int least, int most) {
      if (value < least || value > most) {
        throw new IllegalArgumentException(
            what + " is " + value + ", expected " + least + " to " + most);
      }
      return (int) value;
    }

    /**
     * Connects.
     *
     * @throws ClientException if the gateway refuses the session; if that is because the clocks are
     *     too far apart, the message says by how much
     * @throws IOException if there is no gateway, or it is not understood
     */
    public TandemClient connect() throws IOException {
      ClientSession session = new ClientSession(this);
      session.start();
      return new TandemClient(session);
    }
  }

  /**
   * Places an order. Waits where a whole window of commands waits already, but never in a callback.
   *
   * @param order an id that no live order of the symbol has
   * @param price limit, in ticks
   * @param quantity in lots
   */
  public CompletableFuture<Answer> place(
      long user, int symbol, long order, Side side, TimeInForce type, long price, long quantity) {
    return send(
        (bytes, sequence) ->
            new PlaceOrder()
                .start(bytes, 0)
                .sequence(sequence)
                .user(user)
                .symbol(symbol)
                .order(order)
                .side(side.code())
                .timeInForce(type.code())
                .price(price)
                .quantity(quantity));
  }

  /**
   * Places an order of any type, with instructions. Waits as the other one does.
   *
   * @param order writes its fields, before this returns; the sequence is the client's to write
   */
  public CompletableFuture<Answer> place(Consumer<PlaceInstructed> order) {
    ByteBuffer written = ByteBuffer.allocate(MOST_BYTES);
    order.accept(new PlaceInstructed().start(written, 0));
    return send(
        (bytes, sequence) ->
            new PlaceInstructed().over(bytes.put(0, written.array()), 0).sequence(sequence));
  }

  /** Cancels all that is open of an order. */
  public CompletableFuture<Answer> cancel(long user, int symbol, long order) {
    return send(
        (bytes, sequence) ->
            new CancelOrder()
                .start(bytes, 0)
                .sequence(sequence)
                .user(user)
                .symbol(symbol)
                .order(order));
  }

  /**
   * Cancels orders of a user in a symbol, so many at most: the answer's open lots say how many are
   * left, and while they are not 0 it is sent again.
   */
  public CompletableFuture<Answer> massCancel(long user, int symbol) {
    return massCancel(user, symbol, MassCancel.BOTH_SIDES);
  }

  /** The same for the orders of one side. */
  public CompletableFuture<Answer> massCancel(long user, int symbol, Side side) {
    return massCancel(user, symbol, side.code());
  }

  private CompletableFuture<Answer> massCancel(long user, int symbol, int sides) {
    return send(
        (bytes, sequence) ->
            new MassCancel()
                .start(bytes, 0)
                .sequence(sequence)
                .user(user)
                .symbol(symbol)
                .sides(sides));
  }

  /**
   * Gives an order another price and quantity; it loses its place and may take.
   *
   * @param quantity the new open lots; 0 keeps them
   */
  public CompletableFuture<Answer> move(
      long user, int symbol, long order, long price, long quantity) {
    return send(
        (bytes, sequence) ->
            new MoveOrder()
                .start(bytes, 0)
                .sequence(sequence)
                .user(user)
                .symbol(symbol)
                .order(order)
                .price(price)
                .quantity(quantity));
  }

  /**
   * Gives an order another price and total quantity. Fewer lots at the same price, or as many, keep
   * its place; otherwise it loses its place and may take. As the total counts what is filled, a
   * fill that comes between changes nothing of what is meant.
   *
   * @param price the limit, in ticks, also where it stays as it is
   * @param quantity lots with those that are filled; if as many are, the order is cancelled
   */
  public CompletableFuture<Answer> amend(
      long user, int symbol, long order, long price, long quantity) {
    return amend(user, symbol, order, price, quantity, 0);
  }

  /**
   * The same of an order that sleeps, with another trigger.
   *
   * @param triggerPrice in ticks; 0 keeps it
   */
  public CompletableFuture<Answer> amend(
      long user, int symbol, long order, long price, long quantity, long triggerPrice) {
    return send(
        (bytes, sequence) ->
            new AmendOrder()
                .start(bytes, 0)
                .sequence(sequence)
                .user(user)
                .symbol(symbol)
                .order(order)
                .price(price)
                .quantity(quantity)
                .triggerPrice(triggerPrice));
  }

  /** Takes lots off an order, which keeps its place. */
  public CompletableFuture<Answer> reduce(long user, int symbol, long order, long quantity) {
    return send(
        (bytes, sequence) ->
            new ReduceOrder()
                .start(bytes, 0)
                .sequence(sequence)
                .user(user)
                .symbol(symbol)
                .order(order)
                .quantity(quantity));
  }

  /**
   * From now on the listener gets reports of this user's orders, by whatever way commands come.
   * After a lost connection it continues where it was: no report is lost and none comes twice,
   * unless {@link ClientListener#onMissed} says so. A new client begins with what is new.
   */
  public void follow(long user) {
    session.follow(user);
  }

  /** Commands without an answer. */
  public int unanswered() {
    return session.unanswered();
  }

  private interface Encoder {
    Message<?> write(ByteBuffer bytes, long sequence);
  }

  private CompletableFuture<Answer> send(Encoder encoder) {
    LongFunction<byte[]> message =
        sequence -> {
          ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
          int length = encoder.write(bytes, sequence).length();
          return java.util.Arrays.copyOf(bytes.array(), length);
        };
    return session.send(message);
  }

  /** Says goodbye and ends; orders stay. Futures without an answer fail. */
  @Override
  public void close() {
    session.close();
  }
}

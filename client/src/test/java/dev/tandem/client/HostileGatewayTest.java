package dev.tandem.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.ExecutionReport;
import dev.tandem.client.wire.Fill;
import dev.tandem.client.wire.Heartbeat;
import dev.tandem.client.wire.LogonAccepted;
import dev.tandem.client.wire.Logout;
import dev.tandem.client.wire.Message;
import dev.tandem.client.wire.Reject;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever the other side says: a client connects or throws an {@link IOException}, and each of its
 * futures is answered or fails with one. {@code -Dtandem.fuzz.seconds} says for how long, else a
 * number of conversations decides.
 */
@Timeout(7_200)
class HostileGatewayTest {

  private static final long SECONDS = Long.getLong("tandem.fuzz.seconds", 0);
  private static final long SEED = Long.getLong("tandem.fuzz.seed", System.nanoTime());
  private static final int CONVERSATIONS = 250;
  private static final int MOST_MESSAGES = 12;
  private static final long FIRST = 1_000;
  private static final int LIMIT_SECONDS = 60;

  /** Says bytes of the caller's to whoever connects, and then ends the connection. */
  private static final class Gateway implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicInteger connections = new AtomicInteger();
    private final Thread thread = new Thread(this::serve);
    private final byte[] first;
    private final byte[] others;

    /**
     * @param first what the first connection is told
     * @param others what any later one is told
     */
    Gateway(byte[] first, byte[] others) throws IOException {
      this.first = first;
      this.others = others;
      thread.setDaemon(true);
      thread.start();
    }

    private void serve() {
      while (!server.isClosed()) {
        try (Socket socket = server.accept()) {
          byte[] text = connections.getAndIncrement() == 0 ? first : others;
          // The logon first, so that an end with bytes unread resets nothing.
          InputStream in = socket.getInputStream();
          in.read(new byte[1_024]);
          socket.getOutputStream().write(text);
          socket.shutdownOutput();
          while (in.read(new byte[1_024]) >= 0) {
            // Until the client goes.
          }
        } catch (IOException e) {
          // The client went first, or this is closed.
        }
      }
    }

    TandemClient.Builder client() {
      return TandemClient.of("127.0.0.1", server.getLocalPort(), "name.secret")
          .sendWholeKey()
          .heartbeat(Duration.ofSeconds(20))
          .firstSequence(FIRST);
    }

    int connections() {
      return connections.get();
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }

  private interface Start {
    Message<?> at(ByteBuffer bytes);
  }

  private static byte[] bytes(Start start) {
    ByteBuffer bytes = ByteBuffer.allocate(256);
    int length = start.at(bytes).length();
    return Arrays.copyOf(bytes.array(), length);
  }

  private static byte[] accepted() {
    return bytes(bytes -> new LogonAccepted().start(bytes, 0));
  }

  private static byte[] logout(int code) {
    return bytes(bytes -> new Logout().start(bytes, 0).code(code));
  }

  private static byte[] report(long sequence, int trades) {
    return bytes(
        bytes ->
            new ExecutionReport()
                .start(bytes, 0)
                .sequence(sequence)
                .code(Code.OK.code())
                .trades(trades));
  }

  private static byte[] reject(long sequence, int code) {
    return bytes(bytes -> new Reject().start(bytes, 0).sequence(sequence).code(code));
  }

  private static byte[] fill(int side) {
    return bytes(bytes -> new Fill().start(bytes, 0).order(1).quantity(1).side(side));
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  /** The same with a block that is too short for its fields. */
  private static byte[] cut(byte[] message) {
    byte[] cut = Arrays.copyOf(message, Message.HEADER);
    cut[0] = 0;
    return cut;
  }

  @Test
  void aLogonThatIsAnsweredInsaneIsAnIoException() throws IOException {
    for (byte[] answer :
        List.of(logout(30), logout(255), cut(logout(1)), fill(0), cut(fill(0)), new byte[3])) {
      try (Gateway gateway = new Gateway(answer, answer)) {
        assertThatThrownBy(() -> gateway.client().connect()).isInstanceOf(IOException.class);
      }
    }
  }

  /** Another connection would be told the same: the client ends, and says why. */
  @Test
  void whatIsNotUnderstoodEndsTheClient() throws Exception {
    for (byte[] said :
        List.of(
            cut(reject(FIRST, 2)),
            report(FIRST, -1),
            cut(report(FIRST, 0)),
            joined(report(FIRST, 1), fill(2)),
            joined(report(FIRST, 1), cut(fill(0))),
            fill(9),
            cut(logout(1)))) {
      byte[] all = joined(accepted(), said);
      CompletableFuture<Exception> end = new CompletableFuture<>();
      ClientListener listener =
          new ClientListener() {
            @Override
            public void onDisconnected(Exception why) {
              end.complete(why);
            }
          };
      try (Gateway gateway = new Gateway(all, all);
          TandemClient client = gateway.client().listener(listener).connect()) {
        CompletableFuture<Answer> answer = place(client, 1);
        assertThatThrownBy(() -> answer.get(LIMIT_SECONDS, TimeUnit.SECONDS))
            .isInstanceOf(ExecutionException.class)
            .cause()
            .isInstanceOf(IOException.class)
            .hasMessageStartingWith("the client has ended: ")
            .hasCauseInstanceOf(ProtocolException.class);
        assertThat(end.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
        assertThat(gateway.connections()).isEqualTo(1);
      }
    }
  }

  /** Room is made as fills come, not by a number that somebody has said. */
  @Test
  void fillsThatAreOnlyAnnouncedTakeNoRoom() throws Exception {
    byte[] announced = joined(accepted(), report(FIRST, Integer.MAX_VALUE), fill(0));
    byte[] whole = joined(accepted(), report(FIRST, 1), fill(1));
    try (Gateway gateway = new Gateway(announced, whole);
        TandemClient client = gateway.client().connect()) {
      Answer answer = place(client, 1).get(LIMIT_SECONDS, TimeUnit.SECONDS);
      assertThat(answer.fills()).hasSize(1);
      assertThat(answer.fills().get(0).side()).isEqualTo(Side.SELL);
    }
  }

  private static CompletableFuture<Answer> place(TandemClient client, long order) {
    return client.place(1, 1, order, Side.SELL, TimeInForce.GTC, 30, 1);
  }

  private static byte[] message(SplittableRandom random) {
    long sequence = FIRST + random.nextInt(3);
    return switch (random.nextInt(7)) {
      case 0 -> report(sequence, 0);
      case 1 -> joined(report(sequence, 2), fill(0), fill(1));
      case 2 -> reject(sequence, Code.values()[random.nextInt(Code.values().length)].code());
      case 3 -> fill(random.nextInt(2));
      case 4 -> bytes(bytes -> new Heartbeat().start(bytes, 0));
      case 5 -> report(0, 0);
      default -> random.nextInt(8) == 0 ? logout(random.nextInt(256)) : report(sequence, 0);
    };
  }

  private static byte[] flipped(byte[] bytes, int at, int bit) {
    byte[] flipped = bytes.clone();
    flipped[at] ^= (byte) (1 << bit);
    return flipped;
  }

  private static byte[] conversation(SplittableRandom random) {
    byte[] all = random.nextInt(30) == 0 ? new byte[0] : accepted();
    int accepted = all.length;
    for (int i = random.nextInt(MOST_MESSAGES); i >= 0; i--) {
      all = joined(all, message(random));
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      int from = random.nextInt(20) == 0 ? 0 : accepted;
      int at = from + random.nextInt(all.length - from);
      int end = Math.min(all.length, at + 1 + random.nextInt(16));
      byte[] before = Arrays.copyOf(all, at);
      all =
          switch (random.nextInt(6)) {
            case 0 -> before.length > accepted ? before : all;
            case 1 -> joined(before, Arrays.copyOfRange(all, at, all.length), before);
            case 2 -> joined(before, Arrays.copyOfRange(all, end, all.length), message(random));
            default -> flipped(all, at, random.nextInt(8));
          };
    }
    return all;
  }

  @Test
  void everyFutureEndsWhateverIsSaid() throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    long end = System.nanoTime() + SECONDS * 1_000_000_000L;
    // What a second connection gets ends the client, so that no conversation continues for ever.
    byte[] over = logout(Code.UNAUTHORIZED.code());
    int answered = 0;
    int failed = 0;
    for (int i = 0; SECONDS == 0 ? i < CONVERSATIONS : System.nanoTime() - end < 0; i++) {
      String what = "seed %d, conversation %d".formatted(SEED, i);
      try (Gateway gateway = new Gateway(conversation(random), over);
          TandemClient client = gateway.client().connect()) {
        for (CompletableFuture<Answer> each : List.of(place(client, 1), place(client, 2))) {
          try {
            each.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            answered++;
          } catch (ExecutionException | CompletionException e) {
            assertThat(e).as(what).cause().isInstanceOf(IOException.class);
            failed++;
          }
        }
      } catch (IOException e) {
        // Nothing was said that a client could continue from.
        failed++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError(what + ": " + e, e);
      }
    }
    if (SECONDS == 0) {
      assertThat(answered).as("answered, seed %d", SEED).isPositive();
      assertThat(failed).as("failed, seed %d", SEED).isPositive();
    }
  }
}

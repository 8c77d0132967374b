package dev.tandem.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.ExecutionReport;
import dev.tandem.client.wire.Fill;
import dev.tandem.client.wire.LogonAccepted;
import dev.tandem.client.wire.Logout;
import dev.tandem.client.wire.Message;
import dev.tandem.client.wire.PlaceOrder;
import dev.tandem.client.wire.Reject;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.SubscribeUser;
import dev.tandem.client.wire.TimeInForce;
import dev.tandem.client.wire.UserSubscribed;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a gateway says to commands that come again, and what one of a later version may say. */
@Timeout(300)
class LaterGatewayTest {

  private static final int LIMIT_SECONDS = 100;
  private static final long FIRST = 1_000;
  private static final int ADDED_CODE = 77;
  private static final int ADDED_CODE_OF_GATEWAY = 240;

  /** What is said on one connection, after the logon was accepted. */
  @FunctionalInterface
  private interface Talk {
    void with(Client client) throws IOException;
  }

  /** A connection as the gateway has it. */
  private static final class Client {
    private final Socket socket;
    private final DataInputStream in;
    private final ByteBuffer bytes = ByteBuffer.allocate(1_024);
    private final int appended;

    Client(Socket socket, int appended) throws IOException {
      this.socket = socket;
      this.in = new DataInputStream(socket.getInputStream());
      this.appended = appended;
    }

    /** The sequence of the next order; heartbeats are passed over. */
    long order() throws IOException {
      do {
        message();
      } while (Message.templateId(bytes, 0) != PlaceOrder.ID);
      return new PlaceOrder().over(bytes, 0).sequence();
    }

    void message() throws IOException {
      in.readFully(bytes.array(), 0, Message.HEADER);
      in.readFully(bytes.array(), Message.HEADER, Message.blockLength(bytes, 0));
    }

    /** Says a message, with what a later version has appended to it. */
    void say(Message<?> message, ByteBuffer at) throws IOException {
      int length = message.length();
      byte[] all = new byte[length + appended];
      at.get(0, all, 0, length);
      Arrays.fill(all, length, all.length, (byte) 0xA5);
      int block = all.length - Message.HEADER;
      all[0] = (byte) block;
      all[1] = (byte) (block >> Byte.SIZE);
      all[6] = (byte) (appended > 0 ? Message.VERSION + 1 : Message.VERSION);
      socket.getOutputStream().write(all);
      socket.getOutputStream().flush();
    }

    void accept() throws IOException {
      ByteBuffer to = ByteBuffer.allocate(256);
      say(new LogonAccepted().start(to, 0), to);
    }

    void refuse(long sequence, int code, int firstCode) throws IOException {
      ByteBuffer to = ByteBuffer.allocate(256);
      say(new Reject().start(to, 0).sequence(sequence).code(code).firstCode(firstCode), to);
    }

    /** The next user that the client wants to hear of. */
    long received() throws IOException {
      do {
        message();
      } while (Message.templateId(bytes, 0) != SubscribeUser.ID);
      return new SubscribeUser().over(bytes, 0).user();
    }

    void refuseToReceive(long user) throws IOException {
      ByteBuffer to = ByteBuffer.allocate(256);
      say(new Reject().start(to, 0).order(user).code(Code.QUESTION_RATE_LIMITED.code()), to);
    }

    void report(long sequence, int trades) throws IOException {
      ByteBuffer to = ByteBuffer.allocate(256);
      say(
          new ExecutionReport()
              .start(to, 0)
              .sequence(sequence)
              .code(Code.OK.code())
              .open(5)
              .trades(trades),
          to);
    }

    void fill(long order) throws IOException {
      ByteBuffer to = ByteBuffer.allocate(256);
      say(new Fill().start(to, 0).order(order).quantity(1), to);
    }

    void logout(int code) throws IOException {
      ByteBuffer to = ByteBuffer.allocate(256);
      say(new Logout().start(to, 0).code(code), to);
    }

    /** Until the client goes. */
    void stay() throws IOException {
      while (in.read(bytes.array()) >= 0) {
        // Whatever it says.
      }
    }
  }

  /** A gateway that has a talk with each connection, one after the other. */
  private static final class Gateway implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final CompletableFuture<Void> end;

    Gateway(int appended, Talk... talks) throws IOException {
      end =
          CompletableFuture.runAsync(
              () -> {
                for (Talk talk : talks) {
                  try (Socket socket = server.accept()) {
                    Client client = new Client(socket, appended);
                    client.message();
                    client.accept();
                    talk.with(client);
                  } catch (IOException e) {
                    // The client was closed.
                  }
                }
              },
              task -> Thread.ofPlatform().daemon().start(task));
    }

    TandemClient.Builder client() {
      return TandemClient.of("127.0.0.1", server.getLocalPort(), "name.secret")
          .sendWholeKey()
          .heartbeat(Duration.ofSeconds(60))
          .firstSequence(FIRST);
    }

    @Override
    public void close() throws IOException {
      server.close();
      end.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
    }
  }

  private static CompletableFuture<Answer> place(TandemClient client, long order) {
    return client.place(1, 1, order, Side.SELL, TimeInForce.GTC, 30, 5);
  }

  private static Answer answer(CompletableFuture<Answer> of) throws Exception {
    return of.get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  /** Two of them are refused at the very same time of a clock: both are sent once more. */
  @Test
  void allThatIsRefusedForNowIsSentOnceMore() throws Exception {
    AtomicLong clock = new AtomicLong(System.nanoTime());
    ClientListener listener =
        new ClientListener() {
          @Override
          public void onExecution(Execution execution) {
            clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
          }
        };
    try (Gateway gateway =
        new Gateway(
            0,
            client -> {
              client.order();
              client.order();
            },
            client -> {
              long first = client.order();
              long second = client.order();
              client.refuse(first, Code.BUSY.code(), 0);
              client.refuse(second, Code.BUSY.code(), 0);
              // The client has got both when this comes, and its clock continues.
              client.fill(1);
              client.report(client.order(), 0);
              client.report(client.order(), 0);
              client.stay();
            })) {
      TandemClient.Builder builder = gateway.client().listener(listener);
      builder.nanoClock = clock::get;
      try (TandemClient client = builder.connect()) {
        CompletableFuture<Answer> first = place(client, 1);
        CompletableFuture<Answer> second = place(client, 2);
        assertThat(answer(first).isAccepted()).isTrue();
        assertThat(answer(second).isAccepted()).isTrue();
      }
    }
  }

  /** Its commands continue meanwhile, and it says that it was late. */
  @Test
  void aSubscriptionThatIsRefusedJustNowIsRequestedAgain() throws Exception {
    CompletableFuture<Long> missed = new CompletableFuture<>();
    ClientListener listener =
        new ClientListener() {
          @Override
          public void onMissed(long user, Missed reports) {
            if (reports == Missed.NOT_BEGUN) {
              missed.complete(user);
            }
          }
        };
    try (Gateway gateway =
            new Gateway(
                0,
                client -> {
                  client.refuseToReceive(client.received());
                  client.report(client.order(), 0);
                  long user = client.received();
                  ByteBuffer to = ByteBuffer.allocate(256);
                  client.say(new UserSubscribed().start(to, 0).user(user).run(5).number(8), to);
                  client.stay();
                });
        TandemClient client = gateway.client().listener(listener).connect()) {
      client.follow(7);
      assertThat(answer(place(client, 1)).isAccepted()).isTrue();
      assertThat(missed.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(7);
    }
  }

  @Test
  void fieldsThatALaterVersionHasAddedAreLeftOut() throws Exception {
    try (Gateway gateway =
            new Gateway(
                400,
                client -> {
                  client.report(client.order(), 1);
                  client.fill(1);
                  client.refuse(client.order(), Code.INVALID_PRICE.code(), 0);
                  client.stay();
                });
        TandemClient client = gateway.client().connect()) {
      Answer first = answer(place(client, 1));
      assertThat(first.open()).isEqualTo(5);
      assertThat(first.fills()).hasSize(1);
      Answer second = answer(place(client, 2));
      assertThat(second.code()).isEqualTo(Code.INVALID_PRICE);
      assertThat(second.codeNumber()).isEqualTo(Code.INVALID_PRICE.code());
    }
  }

  @Test
  void aReasonThatALaterVersionHasAddedIsAnAnswerAndTheClientContinues() throws Exception {
    try (Gateway gateway =
            new Gateway(
                0,
                client -> {
                  client.refuse(client.order(), ADDED_CODE, 0);
                  client.refuse(client.order(), Code.DUPLICATE_COMMAND.code(), ADDED_CODE);
                  client.logout(ADDED_CODE_OF_GATEWAY);
                },
                client -> {
                  client.report(client.order(), 0);
                  client.stay();
                });
        TandemClient client = gateway.client().connect()) {
      Answer first = answer(place(client, 1));
      assertThat(first.code()).isEqualTo(Code.OTHER);
      assertThat(first.codeNumber()).isEqualTo(ADDED_CODE);
      assertThat(first.isAccepted()).isFalse();
      Answer second = answer(place(client, 2));
      assertThat(second.code()).isEqualTo(Code.OTHER);
      assertThat(second.codeNumber()).isEqualTo(ADDED_CODE);
      assertThat(second.repeated()).isTrue();
      // The logout was for a reason that nobody knows, too: the client comes back.
      assertThat(answer(place(client, 3)).isAccepted()).isTrue();
    }
  }

  /** It may be what BUSY is, and the command may have been accepted before. */
  @Test
  void aCommandThatCameAgainAndIsRefusedForSuchAReasonFailsAlone() throws Exception {
    try (Gateway gateway =
            new Gateway(
                0,
                client -> client.order(),
                client -> {
                  client.refuse(client.order(), ADDED_CODE_OF_GATEWAY, 0);
                  client.report(client.order(), 0);
                  client.stay();
                });
        TandemClient client = gateway.client().connect()) {
      CompletableFuture<Answer> lost = place(client, 1);
      assertThatThrownBy(() -> answer(lost))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(IOException.class)
          .hasMessageContaining("refused by code " + ADDED_CODE_OF_GATEWAY);
      assertThat(answer(place(client, 2)).isAccepted()).isTrue();
    }
  }

  @Test
  void aSessionThatIsRefusedForSuchAReasonSaysTheNumber() throws Exception {
    ByteBuffer to = ByteBuffer.allocate(256);
    int length = new Logout().start(to, 0).code(ADDED_CODE_OF_GATEWAY).length();
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> said =
          CompletableFuture.runAsync(
              () -> {
                try (Socket socket = server.accept()) {
                  socket.getInputStream().read(new byte[1_024]);
                  socket.getOutputStream().write(to.array(), 0, length);
                  socket.getOutputStream().flush();
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      assertThatThrownBy(() -> TandemClient.of("127.0.0.1", server.getLocalPort(), "a.b").connect())
          .isInstanceOfSatisfying(
              ClientException.class,
              e -> {
                assertThat(e.code()).isEqualTo(Code.OTHER);
                assertThat(e.codeNumber()).isEqualTo(ADDED_CODE_OF_GATEWAY);
              })
          .hasMessageContaining("code " + ADDED_CODE_OF_GATEWAY);
      said.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
  }
}

package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@code tandem serve} is killed, and connections to it are cut, while clients send orders: what
 * was acknowledged is there, and what is sent again is not applied twice.
 */
class ServeKillTest {

  /** The usual number, and 20 at the full count of the crash tests; as many cuts. */
  static final int KILLS = CrashScale.isFull() ? 20 : 2;

  private static final int SESSIONS = 3;

  /** Half of them are orders: a million at the full count. */
  private static final long COMMANDS = CrashScale.isFull() ? 670_000 : 1_000;

  static final long LOTS_OF_ALL = 1_000_000_000L;

  @TempDir private Path directory;

  /** How clients speak to the gateway. */
  enum Protocol {
    REST,
    WEBSOCKET;

    Runnable client(SessionOrders orders, int port, String key) {
      return this == REST ? new RestOrders(orders, port, key) : new StreamOrders(orders, port, key);
    }

    /** Without snapshots but the last one the log has its first record still. */
    String snapshots() {
      return this == REST ? "--snapshot-every=400" : "--snapshot-every=0";
    }
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void whatWasAcknowledgedIsThereAndNothingTwice(Protocol protocol) throws Exception {
    String[] options = {"--orders-per-second=0", protocol.snapshots()};
    List<SessionOrders> sessions = new ArrayList<>();
    for (int session = 0; session < SESSIONS; session++) {
      sessions.add(new SessionOrders(session, COMMANDS));
    }
    ServeProcess server = new ServeProcess(directory, null, options);
    try (CuttableProxy proxy = new CuttableProxy(port(server))) {
      String key = server.key();
      prepare(server);
      List<Thread> clients = new ArrayList<>();
      for (SessionOrders orders : sessions) {
        clients.add(Thread.ofPlatform().daemon().start(protocol.client(orders, proxy.port(), key)));
      }
      LongSupplier answered = () -> sum(sessions, SessionOrders::answered);
      long all = SESSIONS * COMMANDS;
      for (int broken = 1; broken <= 2 * KILLS; broken++) {
        Deadline.awaitCount("answers by " + protocol, answered, all * broken / (2 * KILLS + 1));
        if (broken % 2 == 0) {
          Deadline.await("a connection to cut", () -> proxy.cut() > 0);
        } else {
          server.kill();
          server.close();
          server = new ServeProcess(directory, key, options);
          proxy.to(port(server));
        }
      }
      Deadline.awaitCount("the last answers by " + protocol, answered, all);
      for (Thread client : clients) {
        client.join();
      }
      compare(server, sessions);
      assertThat(server.stop()).isZero();
      // A stop as it should be leaves a snapshot that holds everything.
      server = new ServeProcess(directory, key, options);
      compare(server, sessions);
      assertThat(server.stop()).isZero();
    } finally {
      server.close();
    }
    if (protocol == Protocol.WEBSOCKET) {
      assertReplays(directory);
    }
  }

  private static int port(ServeProcess server) {
    return URI.create(server.address()).getPort();
  }

  private static long sum(List<SessionOrders> sessions, ToLongFunction<SessionOrders> of) {
    return sessions.stream().mapToLong(of).sum();
  }

  /** A command that was lost, or applied twice, would leave other lots. */
  private static void compare(ServeProcess server, List<SessionOrders> sessions) throws Exception {
    for (SessionOrders orders : sessions) {
      assertThat(orders.wrong()).isEmpty();
    }
    long live = sum(sessions, SessionOrders::live);
    long bought = sum(sessions, SessionOrders::bought);
    assertThat(bought).isPositive();
    assertThat(sum(sessions, SessionOrders::missing)).isPositive();
    assertThat(live).isGreaterThanOrEqualTo(SESSIONS * SessionOrders.OPEN);
    String open = server.get("/v1/users/1/orders").body();
    assertThat(open.split("\"order\":", -1)).hasSize((int) live + 1);
    assertThat(server.get("/v1/users/1/balances").body())
        .contains("\"available\":" + (LOTS_OF_ALL - live - bought))
        .contains("\"held\":" + live);
    assertThat(server.get("/v1/users/2/balances").body()).contains("\"available\":" + bought);
  }

  /** The state behind the last snapshot is that of all commands from the first one on. */
  static void assertReplays(Path directory) {
    StringWriter out = new StringWriter();
    PrintWriter to = new PrintWriter(out);
    assertThat(
            Main.run(
                new String[] {"recover", directory.resolve("log").toString(), "--check"}, to, to))
        .as(out.toString())
        .isZero();
  }

  static void prepare(ServeProcess server) throws Exception {
    for (String[] step :
        new String[][] {
          {"/v1/symbols", "{\"symbol\":1,\"base\":10,\"quote\":20}"},
          {"/v1/users", "{\"user\":1}"},
          {"/v1/users", "{\"user\":2}"},
          {
            "/v1/users/2/deposits",
            "{\"currency\":20,\"amount\":" + LOTS_OF_ALL + ",\"transaction\":1}"
          },
          {
            "/v1/users/1/deposits",
            "{\"currency\":10,\"amount\":" + LOTS_OF_ALL + ",\"transaction\":1}"
          }
        }) {
      assertThat(server.post(step[0], step[1]).statusCode()).isEqualTo(200);
    }
  }
}

package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.Main;
import dev.tandem.it.CrashScale;
import dev.tandem.it.serve.ServeProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@code tandem serve} is killed, and connections to it are cut, while a client in another process
 * sends orders, moves and cancels: what was acknowledged is there, what is sent again is not
 * applied twice, and the books are the client's.
 */
class ServeKillTest {

  /** One, and 20 at the full count of the crash tests; as many cuts. */
  static final int KILLS = CrashScale.isFull() ? 20 : 1;

  private static final long FULL_ORDERS = 1_000_000;
  private static final int COMMANDS = 1_500;

  @TempDir private Path directory;

  /** Of the client. */
  @TempDir private Path temporary;

  /** How clients speak to the gateway. */
  enum Protocol {
    REST(3),
    WEBSOCKET(3),
    BINARY(1),
    FIX(1);

    private final int sessions;

    Protocol(int sessions) {
      this.sessions = sessions;
    }

    Runnable client(SessionOrders orders, int port, String key) {
      return switch (this) {
        case REST -> new RestOrders(orders, port, key);
        case WEBSOCKET -> new StreamOrders(orders, port, key);
        case BINARY -> new BinaryOrders(orders, port, key);
        case FIX -> new FixOrders(orders, port, key);
      };
    }

    /** Snapshots, from which it starts after a kill, by one protocol; the whole log in any case. */
    private String[] options() {
      return new String[] {
        "--orders-per-second=0",
        this == REST ? "--snapshot-every=200" : "--snapshot-every=0",
        "--whole-log",
        this == FIX ? "--fix=0" : "--binary-port=0"
      };
    }

    /** Whether it was started with snapshots, or has files beside the log. */
    private boolean hasStateOfItsOwn() {
      return this == REST || this == FIX;
    }

    private int port(ServeProcess server) {
      return switch (this) {
        case REST, WEBSOCKET -> URI.create(server.address()).getPort();
        case BINARY -> server.binaryPort();
        case FIX -> server.fixPort();
      };
    }

    /** A million orders in a full run. */
    private long commandsOfASession() {
      if (!CrashScale.isFull()) {
        return COMMANDS / sessions;
      }
      long groups = FULL_ORDERS / SessionOrders.ORDERS_OF_A_GROUP / sessions + 1;
      return groups * SessionOrders.GROUP;
    }
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void whatWasAcknowledgedIsThereAndNothingTwice(Protocol protocol) throws Exception {
    String[] options = protocol.options();
    ServeProcess server = new ServeProcess(directory, null, options);
    try (CuttableProxy proxy = new CuttableProxy(protocol.port(server))) {
      String key = server.key();
      server.prepare();
      try (ClientProcess client =
          new ClientProcess(
              temporary,
              protocol,
              proxy.port(),
              key,
              protocol.sessions,
              protocol.commandsOfASession())) {
        for (int broken = 1; broken <= 2 * KILLS; broken++) {
          client.await(broken, 2 * KILLS + 1);
          if (broken % 2 == 0) {
            Deadline.await("a connection to cut", () -> proxy.cut() > 0);
          } else {
            server.kill();
            server.close();
            server = new ServeProcess(directory, key, options);
            proxy.to(protocol.port(server));
          }
        }
        client.end();
        client.compare(server);
        assertThat(server.stop()).isZero();
        if (protocol.hasStateOfItsOwn() || CrashScale.isFull()) {
          // A stop as it should be leaves a snapshot that holds everything.
          server = new ServeProcess(directory, key, options);
          client.compare(server);
          assertThat(server.stop()).isZero();
        }
      }
    } finally {
      server.close();
    }
    assertReplays(directory);
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
}

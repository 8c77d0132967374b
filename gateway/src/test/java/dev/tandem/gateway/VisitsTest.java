package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.client.wire.Side;
import dev.tandem.core.api.Topology;
import dev.tandem.gateway.http.HttpLimits;
import dev.tandem.wal.Durability;
import io.micrometer.core.instrument.Counter;
import io.netty.channel.SingleThreadEventLoop;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever hostile connections have sent, the event loop comes to all others in the same visit.
 * Counted in visits and messages, and by no clock: the loop is held while all of it is sent.
 */
@Timeout(300)
class VisitsTest {

  /** Read in one visit of one connection: 16 times 64 KiB, as Netty has it. */
  private static final int MOST_READ = 16 * (64 << 10);

  private static final int FRAME = 7;

  @TempDir private Path directory;
  private Gateway gateway;
  private Client rest;
  private String key;
  private final List<SocketChannel> hostile = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    HttpLimits limits =
        new HttpLimits(
            256, 2_000, Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMinutes(5));
    gateway =
        Gateway.start(
            GatewaySettings.in(directory)
                .port(0)
                .topology(Topology.fused())
                .durability(Durability.NONE)
                .segmentBytes(1 << 20)
                .ordersPerSecond(0)
                .limits(limits)
                .build());
    key = gateway.adminToken().orElseThrow();
    rest = new Client(gateway, key);
    rest.prepare();
  }

  @AfterEach
  void stop() throws IOException {
    for (SocketChannel one : hostile) {
      one.close();
    }
    gateway.close();
  }

  private SocketChannel connect(int port) throws IOException {
    SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    hostile.add(channel);
    return channel;
  }

  /** Sends this again and again, until no socket takes more; how many bytes it were. */
  private static long flood(SocketChannel to, byte[] piece) throws IOException {
    ByteBuffer much = ByteBuffer.allocate(piece.length * Math.max(1, (64 << 10) / piece.length));
    while (much.remaining() >= piece.length) {
      much.put(piece);
    }
    much.flip();
    to.configureBlocking(false);
    long sent = 0;
    for (int n = to.write(much); n > 0; n = to.write(much)) {
      sent += n;
      if (!much.hasRemaining()) {
        much.rewind();
      }
    }
    return sent;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private SocketChannel stream() throws IOException {
    SocketChannel channel = connect(rest.port());
    channel.write(ByteBuffer.wrap(bytes(RawStream.UPGRADE)));
    InputStream in = channel.socket().getInputStream();
    StringBuilder head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      head.append((char) in.read());
    }
    channel.write(ByteBuffer.wrap(RawStream.frame("{'op':'login','key':'" + key + "'}")));
    StringBuilder done = new StringBuilder();
    while (done.indexOf("done") < 0) {
      done.append((char) in.read());
    }
    return channel;
  }

  private double refused() {
    Counter counter =
        gateway.meters().find("tandem.gateway.refused").tag("reason", "bad_request").counter();
    return counter == null ? 0 : counter.count();
  }

  private double there(String gauge) {
    return gateway.meters().find("tandem.gateway." + gauge).gauge().value();
  }

  /** What the loop had done when the orders of the others had come to the exchange. */
  private record Seen(int visits, double refused) {}

  /** Counts the visits of the loop, from now on and on the loop, until so many orders are there. */
  private void count(int visit, int orders, CompletableFuture<Seen> seen) {
    ((SingleThreadEventLoop) gateway.loop())
        .executeAfterEventLoopIteration(
            () -> {
              if (gateway.desk().openOrders().size() >= orders) {
                seen.complete(new Seen(visit, refused()));
              } else {
                // A task of the next visit, which counts at its end.
                gateway.loop().execute(() -> count(visit + 1, orders, seen));
              }
            });
  }

  @Test
  void nobodyWaitsForMoreThanAVisit() throws Exception {
    int binaryPort = gateway.binaryAddress().getPort();
    String http = "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\n";
    SocketChannel malformedFrames = stream();
    SocketChannel pings = stream();
    SocketChannel malformedHttp = connect(rest.port());
    SocketChannel oversizedLine = connect(rest.port());
    SocketChannel oversizedBody = connect(rest.port());
    SocketChannel pipelined = connect(rest.port());
    SocketChannel neverReads = connect(rest.port());
    SocketChannel garbage = connect(binaryPort);
    List<SocketChannel> slow = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      slow.add(connect(i % 2 == 0 ? rest.port() : binaryPort));
    }
    try (Socket byRest = new Socket(InetAddress.getLoopbackAddress(), rest.port());
        BinaryClient heartbeats = new BinaryClient(gateway).logon(key, 1, 0);
        BinaryClient byBinary = new BinaryClient(gateway).logon(key, 2, 0);
        StreamClient byStream = new StreamClient(rest)) {
      assertThat(byStream.ask("{'op':'login','key':'" + key + "'}").path("t").asText())
          .isEqualTo("done");
      // The gateway has all of these connections, and says so.
      Eventually.holds("all connections", () -> there("binary.connections") == 28);
      Eventually.holds("all connections", () -> there("connections") >= 35);
      CountDownLatch held = new CountDownLatch(1);
      CountDownLatch released = new CountDownLatch(1);
      CompletableFuture<Seen> seen = new CompletableFuture<>();
      gateway
          .loop()
          .execute(
              () -> {
                held.countDown();
                try {
                  released.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                count(0, 3, seen);
              });
      held.await();
      long floods = flood(malformedFrames, RawStream.frame("x"));
      flood(pings, RawStream.frame("{'op':'ping'}"));
      flood(malformedHttp, bytes("\0\1\2 nonsense\r\n"));
      flood(oversizedLine, bytes("GET /" + "x".repeat(9_000)));
      flood(oversizedBody, bytes(http + "Content-Length: 99999999\r\n\r\n" + "x".repeat(9_000)));
      flood(pipelined, bytes("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"));
      neverReads.write(
          ByteBuffer.wrap(bytes("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100))));
      flood(garbage, new byte[] {1, 2, 3, 4, 5, 6, 7});
      heartbeats.socket().setTcpNoDelay(true);
      heartbeats.heartbeat(1);
      for (SocketChannel one : slow) {
        one.write(ByteBuffer.wrap(bytes("P")));
      }
      String body = Client.order(1, 1, "SELL", 30, 1, "");
      byRest
          .getOutputStream()
          .write(
              bytes(
                  http
                      + "Authorization: Bearer "
                      + key
                      + "\r\nContent-Length: "
                      + body.length()
                      + "\r\n\r\n"
                      + body));
      byBinary.place(1, 1, 2, Side.SELL, 30, 1);
      byStream.send(
          "{'op':'place','user':1,'symbol':1,'order':3,'side':'SELL','price':30,'quantity':1}");
      released.countDown();
      Seen when = seen.get(4, TimeUnit.MINUTES);
      // The visit that was held, and the one that looks at all sockets.
      assertThat(when.visits()).isLessThanOrEqualTo(1);
      // Much more waits than is read at once: others came before the rest of it.
      assertThat(floods).isGreaterThan(2 * MOST_READ);
      assertThat(when.refused()).isLessThanOrEqualTo((double) MOST_READ / FRAME + 1_000);
      assertThat(byBinary.report(1).order()).isEqualTo(2);
    }
  }
}

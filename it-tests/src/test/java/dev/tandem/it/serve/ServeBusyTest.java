package dev.tandem.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.CrashScale;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Very many connections that all place orders at once, beside more that say nothing, and one that
 * never reads: all are answered, in a heap of 256 MiB, and the last one costs what sockets hold.
 */
class ServeBusyTest {

  private static final int BUSY = CrashScale.isFull() ? 1_000 : 100;
  private static final int IDLE = CrashScale.isFull() ? 10_000 : 200;
  private static final int ROUNDS = CrashScale.isFull() ? 100 : 10;
  private static final int SILENCE_MILLIS = 120_000;

  /** Requests that Linux's buffers of a connection hold, and far fewer than are offered. */
  private static final long MOST_UNREAD_BYTES = 16L << 20;

  private static final long OFFERED_BYTES = 64L << 20;

  private static final int TRIES = 50;

  @TempDir private Path directory;
  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void closeAll() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private List<Socket> open(int port, int count) throws IOException {
    List<Socket> opened = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      sockets.add(socket);
      socket.setSoTimeout(SILENCE_MILLIS);
      socket.setTcpNoDelay(true);
      opened.add(socket);
    }
    return opened;
  }

  private static byte[] request(String method, String path, String key, String body) {
    return "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(method, path, key, body.length(), body)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] order(String key, long order) {
    return request(
        "POST",
        "/v1/orders",
        key,
        "{\"user\":1,\"symbol\":1,\"order\":%d,\"side\":\"SELL\",\"price\":%d,\"quantity\":1}"
            .formatted(order, 100 + order % 500));
  }

  /** One whole response: bodies end with the brace that ends their object. */
  private static String response(Socket socket) throws IOException {
    InputStream from = socket.getInputStream();
    byte[] bytes = new byte[2_048];
    StringBuilder text = new StringBuilder();
    do {
      int n = from.read(bytes);
      assertThat(n).as(text.toString()).isPositive();
      text.append(new String(bytes, 0, n, StandardCharsets.US_ASCII));
    } while (text.charAt(text.length() - 1) != '}');
    return text.toString();
  }

  private static void askAll(List<Socket> idle, String key) throws IOException {
    for (Socket socket : idle) {
      socket.getOutputStream().write(request("GET", "/v1/demo", key, ""));
    }
    for (Socket socket : idle) {
      assertThat(response(socket)).startsWith("HTTP/1.1 200");
    }
  }

  /** Bytes of requests that are taken from who reads no answer, until it is closed or waits. */
  private static long offer(SocketChannel channel, String key) throws InterruptedException {
    byte[] one = request("GET", "/openapi.json", key, "");
    long taken = 0;
    int full = 0;
    try {
      ByteBuffer rest = ByteBuffer.wrap(one);
      while (full < TRIES && taken < OFFERED_BYTES) {
        int n = channel.write(rest);
        taken += n;
        if (!rest.hasRemaining()) {
          rest.rewind();
        }
        full = n == 0 ? full + 1 : 0;
        if (n == 0) {
          // The gateway has time to take more, if it would.
          Thread.sleep(5);
        }
      }
    } catch (IOException e) {
      // Closed: too many requests came together.
    }
    return taken;
  }

  @Test
  void allAreAnsweredAndWhoNeverReadsCostsLittle() throws Exception {
    try (ServeProcess server =
        new ServeProcess(
            directory,
            null,
            "--binary-port=0",
            "--orders-per-second=0",
            "--max-connections=" + 2 * (BUSY + IDLE + 100))) {
      server.prepare();
      String key = server.key();
      int port = URI.create(server.address()).getPort();
      List<Socket> idle = open(port, IDLE);
      askAll(idle, key);
      List<Socket> busy = open(port, BUSY);
      long order = 0;
      try (SocketChannel deaf =
          SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
        deaf.configureBlocking(false);
        long taken = 0;
        for (int round = 0; round < ROUNDS; round++) {
          if (round == ROUNDS / 2) {
            taken = offer(deaf, key);
          }
          for (Socket socket : busy) {
            socket.getOutputStream().write(order(key, ++order));
          }
          for (Socket socket : busy) {
            assertThat(response(socket))
                .startsWith("HTTP/1.1 200")
                .contains("\"code\":\"OK\"")
                .contains("\"open\":1");
          }
        }
        assertThat(taken).isPositive().isLessThan(MOST_UNREAD_BYTES);
        System.out.println(order + " orders; of who never reads " + taken + " bytes were taken");
      }
      askAll(idle, key);
      assertThat(server.get("/v1/users/1/balances").body()).contains("\"held\":" + order);
      assertThat(server.stop()).isZero();
    }
  }
}

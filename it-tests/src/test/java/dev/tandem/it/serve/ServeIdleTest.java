package dev.tandem.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import dev.tandem.it.CrashScale;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Very many connections that are open and say nothing, while another one works. */
class ServeIdleTest {

  private static final int MANY = CrashScale.isFull() ? 10_000 : 400;
  private static final int SILENCE_MILLIS = 120_000;

  @TempDir private Path directory;

  private static void ask(Socket socket) throws IOException {
    socket
        .getOutputStream()
        .write(
            "GET /v1/demo HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    byte[] bytes = new byte[1_024];
    StringBuilder text = new StringBuilder();
    while (!text.toString().endsWith("}")) {
      int n = socket.getInputStream().read(bytes);
      assertThat(n).isPositive();
      text.append(new String(bytes, 0, n, StandardCharsets.US_ASCII));
    }
    assertThat(text.toString()).startsWith("HTTP/1.1 200");
  }

  @Test
  void idleConnectionsHoldAndOthersAreServed() throws Exception {
    List<Socket> idle = new ArrayList<>();
    try (ServeProcess server =
        new ServeProcess(
            directory, null, "--binary-port=0", "--max-connections=" + 2 * (MANY + 100))) {
      server.prepare();
      int port = URI.create(server.address()).getPort();
      for (int i = 0; i < MANY; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(SILENCE_MILLIS);
        idle.add(socket);
        ask(socket);
      }
      try (TandemClient client =
          TandemClient.of("127.0.0.1", server.binaryPort(), server.key()).connect()) {
        for (int i = 1; i <= 500; i++) {
          assertThat(client.place(1, 1, i, Side.SELL, TimeInForce.GTC, 30, 1).join().isAccepted())
              .isTrue();
        }
      }
      for (Socket socket : idle) {
        ask(socket);
      }
    } finally {
      for (Socket socket : idle) {
        socket.close();
      }
    }
  }
}

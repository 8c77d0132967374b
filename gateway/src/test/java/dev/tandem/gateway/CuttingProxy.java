package dev.tandem.gateway;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes bytes on between a client and a gateway, and cuts connections in the midst of it. */
final class CuttingProxy implements AutoCloseable {

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final InetSocketAddress to;
  private final SplittableRandom random;
  private final AtomicInteger cuts = new AtomicInteger();
  private final List<ByteArrayOutputStream> sent = new CopyOnWriteArrayList<>();

  /** How many bytes a direction passes before it is cut, at most; 0: it is never cut. */
  private volatile int mostBytes;

  CuttingProxy(InetSocketAddress to, int mostBytes, long seed) throws IOException {
    this.to = to;
    this.mostBytes = mostBytes;
    this.random = new SplittableRandom(seed);
    start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  int cuts() {
    return cuts.get();
  }

  /** What the client has sent until now, a text of ISO 8859-1 for each connection. */
  List<String> sent() {
    return sent.stream().map(bytes -> bytes.toString(StandardCharsets.ISO_8859_1)).toList();
  }

  void cutNoMore() {
    mostBytes = 0;
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
  }

  private synchronized int limit() {
    return mostBytes == 0 ? Integer.MAX_VALUE : random.nextInt(mostBytes) + 100;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        Socket gateway = new Socket(to.getAddress(), to.getPort());
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        sent.add(record);
        start(() -> pass(client, gateway, limit(), record));
        start(() -> pass(gateway, client, limit(), OutputStream.nullOutputStream()));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void pass(Socket from, Socket into, int limit, OutputStream record) {
    byte[] bytes = new byte[1_000];
    try (from;
        into) {
      for (int passed = 0; passed < limit; ) {
        int n = from.getInputStream().read(bytes, 0, Math.min(bytes.length, limit - passed));
        if (n < 0) {
          return;
        }
        record.write(bytes, 0, n);
        into.getOutputStream().write(bytes, 0, n);
        passed += n;
      }
      cuts.incrementAndGet();
    } catch (IOException e) {
      // The other direction was cut.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}

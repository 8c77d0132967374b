package dev.tandem.it.crash;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A port that leads to a server, wherever that listens by now, and whose connections break. */
final class CuttableProxy implements AutoCloseable {

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile int to;

  CuttableProxy(int to) throws IOException {
    this.to = to;
    start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** New connections go there. */
  void to(int port) {
    to = port;
  }

  /**
   * Resets all connections, so that what is in flight is lost.
   *
   * @return how many sides of them there were
   */
  int cut() {
    int cut = 0;
    for (Socket socket : open) {
      try {
        socket.setSoLinger(true, 0);
        socket.close();
        cut++;
      } catch (IOException e) {
        // Closed already.
      }
    }
    return cut;
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        try {
          Socket behind = new Socket(InetAddress.getLoopbackAddress(), to);
          client.setTcpNoDelay(true);
          behind.setTcpNoDelay(true);
          open.add(client);
          open.add(behind);
          start(() -> pass(client, behind));
          start(() -> pass(behind, client));
        } catch (IOException e) {
          // Nobody is there: the client tries again.
          client.close();
        }
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void pass(Socket from, Socket into) {
    try (from;
        into) {
      from.getInputStream().transferTo(into.getOutputStream());
    } catch (IOException e) {
      // Cut, or the server is gone.
    } finally {
      open.remove(from);
      open.remove(into);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    cut();
  }
}

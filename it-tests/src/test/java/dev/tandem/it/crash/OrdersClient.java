package dev.tandem.it.crash;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The process of a client: places the orders of its sessions, and prints how many answers it has,
 * and in the end what the gateway must say of all users and books.
 */
final class OrdersClient {

  private static final long REPORT_NANOS = 5_000_000;
  private static final int MOST_WRONG = 10;

  private OrdersClient() {}

  /** Protocol, port, sessions, commands of each; the key is in the environment. */
  public static void main(String[] args) throws InterruptedException {
    ServeKillTest.Protocol protocol = ServeKillTest.Protocol.valueOf(args[0]);
    int port = Integer.parseInt(args[1]);
    String key = System.getenv("TANDEM_KEY");
    List<SessionOrders> sessions = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[2]); i++) {
      SessionOrders orders = new SessionOrders(i, Long.parseLong(args[3]));
      sessions.add(orders);
      threads.add(Thread.ofPlatform().daemon().start(protocol.client(orders, port, key)));
    }
    PrintStream out = System.out;
    long reported = 0;
    while (threads.stream().anyMatch(Thread::isAlive)) {
      long answered = sessions.stream().mapToLong(SessionOrders::answered).sum();
      if (answered > reported) {
        reported = answered;
        out.println("answered " + reported);
      }
      LockSupport.parkNanos(REPORT_NANOS);
    }
    for (SessionOrders orders : sessions) {
      report(out, orders);
    }
    out.println("end");
    out.flush();
    // A client of FIX has threads of its own.
    Runtime.getRuntime().halt(0);
  }

  private static void report(PrintStream out, SessionOrders orders) {
    out.println("answered " + orders.answered() + " of session " + orders.session);
    orders.wrong().stream().limit(MOST_WRONG).forEach(wrong -> out.println("wrong " + wrong));
    out.println("asks " + orders.symbol() + " " + orders.asks());
    out.println("lots " + orders.held() + " " + orders.sold() + " " + orders.paid());
    orders.open().forEach(order -> out.println("open " + order));
  }
}

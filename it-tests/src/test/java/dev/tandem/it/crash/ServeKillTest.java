package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code tandem serve} is killed while clients place orders: what was acknowledged is there, and
 * what is sent again is not applied twice.
 */
class ServeKillTest {

  /** The usual number, and 20 at the full count of the crash tests. */
  private static final int KILLS = CrashScale.isFull() ? 20 : 2;

  private static final int CLIENTS = 3;
  static final long LOTS_OF_ALL = 1_000_000_000L;

  @TempDir private Path directory;

  /** One client: sends its sequence again and again until it is answered. */
  private static final class Orders extends Thread {
    private final ServeProcess server;
    private final int session;
    private final AtomicInteger acknowledged;
    private final List<Integer> done;
    int next;

    Orders(
        ServeProcess server,
        int session,
        int next,
        AtomicInteger acknowledged,
        List<Integer> done) {
      this.server = server;
      this.session = session;
      this.next = next;
      this.acknowledged = acknowledged;
      this.done = done;
    }

    @Override
    public void run() {
      try {
        while (!isInterrupted()) {
          HttpResponse<String> answer = server.post("/v1/orders", order(session, next));
          assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
          done.add(id(session, next));
          next++;
          acknowledged.incrementAndGet();
        }
      } catch (IOException e) {
        // The server is gone; the order that was on its way is sent again.
      } catch (InterruptedException e) {
        // Enough.
      }
    }
  }

  private static int id(int session, int sequence) {
    return session * 1_000_000 + sequence;
  }

  private static String order(int session, int sequence) {
    return """
    {"user":1,"symbol":1,"order":%d,"side":"SELL","price":%d,"quantity":1,"session":%d,"sequence":%d}
    """
        .formatted(id(session, sequence), 100 + sequence % 50, session, sequence);
  }

  @Test
  void whatWasAcknowledgedIsThereAndNothingTwice() throws Exception {
    SplittableRandom random = new SplittableRandom(5);
    List<Integer> acknowledged = Collections.synchronizedList(new ArrayList<>());
    int[] next = {1, 1, 1};
    String key = null;
    for (int kill = 0; kill < KILLS; kill++) {
      try (ServeProcess server = new ServeProcess(directory, key, "--snapshot-every=400")) {
        if (key == null) {
          key = server.key();
          prepare(server);
        }
        AtomicInteger count = new AtomicInteger();
        List<Orders> clients = new ArrayList<>();
        for (int session = 0; session < CLIENTS; session++) {
          clients.add(new Orders(server, session, next[session], count, acknowledged));
        }
        clients.forEach(Thread::start);
        int enough = 100 + random.nextInt(300);
        while (count.get() < enough && clients.stream().allMatch(Thread::isAlive)) {
          Thread.sleep(1);
        }
        assertThat(count.get()).isGreaterThanOrEqualTo(enough);
        server.kill();
        for (Orders client : clients) {
          client.join();
          next[client.session] = client.next;
        }
      }
    }
    try (ServeProcess server = new ServeProcess(directory, key)) {
      // All that was answered once more: answered again, and applied to nothing.
      for (int session = 0; session < CLIENTS; session++) {
        String answer = server.post("/v1/orders", order(session, next[session] - 1)).body();
        assertThat(answer).contains("\"DUPLICATE_COMMAND\"").contains("\"first\":\"OK\"");
        // What was on its way when it was killed is there or not; now it is there once.
        assertThat(server.post("/v1/orders", order(session, next[session])).statusCode())
            .isEqualTo(200);
        acknowledged.add(id(session, next[session]));
      }
      assertThat(acknowledged).doesNotHaveDuplicates();
      String open = server.get("/v1/users/1/orders").body();
      assertThat(open.split("\"order\":", -1)).hasSize(acknowledged.size() + 1);
      for (int order : acknowledged) {
        assertThat(open).contains("\"order\":" + order + ",");
      }
      assertThat(server.get("/v1/users/1/balances").body())
          .contains("\"available\":" + (LOTS_OF_ALL - acknowledged.size()))
          .contains("\"held\":" + acknowledged.size());
      assertThat(server.stop()).isZero();
    }
    // A stop as it should be leaves a snapshot that holds everything.
    try (ServeProcess server = new ServeProcess(directory, key)) {
      assertThat(server.get("/v1/users/1/balances").body())
          .contains("\"held\":" + acknowledged.size());
    }
  }

  static void prepare(ServeProcess server) throws Exception {
    for (String[] step :
        new String[][] {
          {"/v1/symbols", "{\"symbol\":1,\"base\":10,\"quote\":20}"},
          {"/v1/users", "{\"user\":1}"},
          {
            "/v1/users/1/deposits",
            "{\"currency\":10,\"amount\":" + LOTS_OF_ALL + ",\"transaction\":1}"
          }
        }) {
      assertThat(server.post(step[0], step[1]).statusCode()).isEqualTo(200);
    }
  }
}

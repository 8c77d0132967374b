package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.client.Answer;
import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.OrderType;
import dev.tandem.client.wire.Side;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code tandem serve} is killed again and again, and its connections cut, under a client that
 * sends on: every order comes to be accepted, each is applied once, and the log leads to the same
 * state.
 */
class ServeBinaryKillTest {

  private static final int KILLS = ServeKillTest.KILLS;
  private static final int ORDERS = CrashScale.isFull() ? 1_000_000 : 6_000;

  /** So many orders stay open; an older one is cancelled for each that is placed. */
  private static final int OPEN = 300;

  @TempDir private Path directory;

  private final AtomicLong answered = new AtomicLong();
  private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();

  // What it is told is kept.
  @SuppressWarnings("FutureReturnValueIgnored")
  private void count(CompletableFuture<Answer> answer) {
    answer.whenComplete(
        (told, failure) -> {
          if (failure != null || !told.isAccepted()) {
            wrong.add(failure == null ? told.toString() : failure.toString());
          }
          answered.incrementAndGet();
        });
  }

  private void send(TandemClient client) {
    for (int i = 1; i <= ORDERS; i++) {
      count(client.place(1, 1, i, Side.SELL, OrderType.GTC, 100 + i % 50, 1));
      if (i > OPEN) {
        count(client.cancel(1, 1, i - OPEN));
      }
    }
  }

  @Test
  void everyOrderIsThereOnce() throws Exception {
    // Without snapshots but the last one, so that the log has its first record still.
    String[] options = {"--orders-per-second=0", "--snapshot-every=0", "--binary-port=0"};
    ServeProcess server = new ServeProcess(directory, null, options);
    try {
      String key = server.key();
      ServeKillTest.prepare(server);
      long commands = 2L * ORDERS - OPEN;
      try (CuttableProxy proxy = new CuttableProxy(server.binaryPort());
          TandemClient client = TandemClient.of("127.0.0.1", proxy.port(), key).connect()) {
        Thread sender = Thread.ofPlatform().daemon().start(() -> send(client));
        for (int broken = 1; broken <= 2 * KILLS; broken++) {
          Deadline.awaitCount("answers", answered::get, commands * broken / (2 * KILLS + 1));
          if (broken % 2 == 0) {
            Deadline.await("a connection to cut", () -> proxy.cut() > 0);
          } else {
            server.kill();
            server.close();
            server = new ServeProcess(directory, key, options);
            proxy.to(server.binaryPort());
          }
        }
        Deadline.awaitCount("the last answers", answered::get, commands);
        sender.join();
        assertThat(client.unanswered()).isZero();
      }
      assertThat(wrong).isEmpty();
      assertThat(answered.get()).isEqualTo(commands);
      String open = server.get("/v1/users/1/orders").body();
      assertThat(open.split("\"order\":", -1)).hasSize(OPEN + 1);
      for (int order = ORDERS - OPEN + 1; order <= ORDERS; order++) {
        assertThat(open).contains("\"order\":" + order + ",");
      }
      assertThat(server.get("/v1/users/1/balances").body())
          .contains("\"available\":" + (ServeKillTest.LOTS_OF_ALL - OPEN))
          .contains("\"held\":" + OPEN);
      assertThat(server.stop()).isZero();
    } finally {
      server.close();
    }
    ServeKillTest.assertReplays(directory);
  }
}

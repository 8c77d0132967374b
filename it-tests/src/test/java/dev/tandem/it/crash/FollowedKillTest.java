package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.client.Answer;
import dev.tandem.client.ClientListener;
import dev.tandem.client.Execution;
import dev.tandem.client.Missed;
import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import dev.tandem.it.CrashScale;
import dev.tandem.it.serve.ServeProcess;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code tandem serve} is killed while two users trade whose orders are followed, by a stream and
 * by the binary protocol: each fill is reported once to each side, and reports equal balances.
 */
@Tag("thorough")
@Timeout(3_600)
class FollowedKillTest {

  private static final int KILLS = CrashScale.isFull() ? 100 : 2;
  private static final int ANSWERS = 600;
  private static final int IN_FLIGHT = 100;
  private static final long SELLER = 1;
  private static final long BUYER = 2;
  private static final int LOTS = 10;
  private static final int MONEY = 20;
  private static final int PRICE = 30;

  /** Nothing of a user is missed, however long a follower takes to come back, over snapshots. */
  private static final String[] OPTIONS = {
    "--orders-per-second=0", "--binary-port=0", "--report-history=65536", "--snapshot-every=500"
  };

  @TempDir private Path directory;
  private final AtomicLong answered = new AtomicLong();
  private volatile boolean stopped;

  private static int port(ServeProcess server) {
    return URI.create(server.address()).getPort();
  }

  @Test
  void eachFillIsReportedOnceToEachSide() throws Exception {
    ServeProcess server = new ServeProcess(directory, null, OPTIONS);
    FollowedFills byStream = new FollowedFills("stream");
    FollowedFills byBinary = new FollowedFills("binary");
    try (CuttableProxy http = new CuttableProxy(port(server));
        CuttableProxy binary = new CuttableProxy(server.binaryPort())) {
      String key = server.key();
      server.prepare();
      try (StreamFollower stream = new StreamFollower(http.port(), key, byStream, SELLER, BUYER);
          TandemClient follower =
              TandemClient.of("127.0.0.1", binary.port(), key)
                  .session(1)
                  .listener(listener(byBinary))
                  .connect();
          TandemClient trader =
              TandemClient.of("127.0.0.1", binary.port(), key).session(2).connect()) {
        follower.follow(SELLER);
        follower.follow(BUYER);
        stream.awaitBegun();
        CompletableFuture<Void> load = CompletableFuture.runAsync(() -> trade(trader));
        for (int kill = 1; kill <= KILLS; kill++) {
          awaitAnswers(load);
          server.kill();
          server.close();
          server = new ServeProcess(directory, key, OPTIONS);
          http.to(port(server));
          binary.to(server.binaryPort());
        }
        awaitAnswers(load);
        stopped = true;
        load.join();
        long sold = ServeProcess.LOTS_OF_ALL - has(server, SELLER, LOTS);
        assertThat(has(server, BUYER, LOTS)).isEqualTo(sold).isPositive();
        assertThat(has(server, SELLER, MONEY)).isEqualTo(sold * PRICE);
        assertThat(has(server, BUYER, MONEY)).isEqualTo(ServeProcess.LOTS_OF_ALL - sold * PRICE);
        for (FollowedFills fills : new FollowedFills[] {byStream, byBinary}) {
          Deadline.await(
              fills + ", sold " + sold, () -> fills.of(SELLER) >= sold && fills.of(BUYER) >= sold);
          assertThat(fills.faults()).isEmpty();
          assertThat(fills.of(SELLER)).isEqualTo(sold);
          assertThat(fills.of(BUYER)).isEqualTo(sold);
        }
      }
    } finally {
      server.close();
    }
  }

  private void awaitAnswers(CompletableFuture<Void> load) {
    LongSupplier count =
        () -> {
          // Fails if the load has.
          load.getNow(null);
          return answered.get();
        };
    Deadline.awaitCount("answers", count, answered.get() + ANSWERS);
  }

  /** What a user has of a currency, free and held. */
  private static long has(ServeProcess server, long user, int currency) throws Exception {
    JsonNode balances =
        new ObjectMapper().readTree(server.get("/v1/users/" + user + "/balances").body());
    for (JsonNode balance : balances.path("balances")) {
      if (balance.path("currency").asInt() == currency) {
        return balance.path("available").asLong() + balance.path("held").asLong();
      }
    }
    return 0;
  }

  /** Sells that rest, and buys that take at once. */
  private void trade(TandemClient trader) {
    List<CompletableFuture<Answer>> waiting = new ArrayList<>();
    for (long order = 1; !stopped; order += 2) {
      waiting.add(trader.place(SELLER, 1, order, Side.SELL, TimeInForce.GTC, PRICE, 3));
      waiting.add(trader.place(BUYER, 1, order + 1, Side.BUY, TimeInForce.IOC, PRICE, 2));
      while (waiting.size() >= IN_FLIGHT) {
        assertThat(waiting.remove(0).join().isAccepted()).isTrue();
        answered.incrementAndGet();
      }
    }
    waiting.forEach(CompletableFuture::join);
  }

  private static ClientListener listener(FollowedFills fills) {
    return new ClientListener() {
      @Override
      public void onExecution(Execution fill) {
        fills.add(fill.user(), fill.trade(), fill.quantity());
      }

      @Override
      public void onReport(Answer report) {
        report.fills().forEach(fill -> fills.add(report.user(), fill.trade(), fill.quantity()));
      }

      @Override
      public void onMissed(long user, Missed why) {
        fills.fault(user + " has missed reports: " + why);
      }
    };
  }
}

package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Connections that are half closed, cut, slow or repeated, beside a market that trades: whatever is
 * carried out of what came by them, its session has the report of, once. The market continues, and
 * its balances are what its reports say. For ten minutes at the full count of the crash tests.
 */
@Timeout(1_200)
class FixHostileTest extends FixSetup {

  private static final boolean FULL = Integer.getInteger("tandem.crash.scale", 1) >= 50;
  private static final long FULL_NANOS = 600_000_000_000L;
  private static final int EPISODES = 15;
  private static final int MOST_ORDERS = 40;
  private static final int MONEY = 1_000_000;

  /** Above the ids of orders of connections that end badly. */
  private static final long SALES = 1_000_000_000_000L;

  private static final long PURCHASES = 2 * SALES;
  private static final Pattern EXEC_ID = Pattern.compile("\\|17=([^|]+)\\|");
  private static final Pattern PLACED = Pattern.compile("\\|11=(\\d+)\\|.*\\|150=0\\|");

  /** What becomes of a connection. */
  private enum Kind {
    HALF_CLOSED,
    CUT,
    SLOW,
    UNREAD,
    REPEATED
  }

  private final SplittableRandom random = new SplittableRandom(Long.getLong("tandem.seed", 1));
  private long id;

  @Test
  void everyOrderThatIsCarriedOutIsReported() throws Exception {
    rest.send("POST", "/v1/users", "{\"user\":3}");
    rest.send(
        "POST",
        "/v1/users/3/deposits",
        "{\"currency\":20,\"amount\":%d,\"transaction\":1}".formatted(MONEY));
    AtomicBoolean ended = new AtomicBoolean();
    CompletableFuture<int[]> market = new CompletableFuture<>();
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    market.complete(trade(ended));
                  } catch (Throwable e) {
                    market.completeExceptionally(e);
                  }
                });
    long began = System.nanoTime();
    int episode = 0;
    while (FULL ? System.nanoTime() - began < FULL_NANOS : episode < EPISODES) {
      // Fails if the market has.
      market.getNow(null);
      episode(Kind.values()[episode % Kind.values().length], 10 + episode % 200);
      episode++;
    }
    ended.set(true);
    int[] rounds = market.get(120, TimeUnit.SECONDS);
    thread.join();
    if (FULL) {
      System.out.printf(
          "FIX: %d connections, %d orders, beside %d trades%n", episode, id, rounds[0] + rounds[1]);
    }
    assertThat(rounds[0]).isPositive();
    assertLots(1, MONEY - rounds[0] + rounds[1]);
    assertLots(2, MONEY + rounds[0] - rounds[1]);
  }

  private void assertLots(int user, long lots) {
    assertThat(rest.send("GET", "/v1/users/" + user + "/balances", ""))
        .contains("\"currency\":10,\"available\":" + lots + ",");
  }

  /** Users 1 and 2 sell to each other in turn; how many lots each has sold by its reports. */
  private int[] trade(AtomicBoolean ended) throws IOException {
    int[] sold = new int[2];
    try (Wire seller = session(1);
        Wire buyer = session(2)) {
      for (int round = 1; !ended.get(); round++) {
        int user = 1 + round % 2;
        seller.say("D", order(SALES + round, user, 2, 30));
        assertThat(seller.read()).contains("|35=8|", "|150=0|", "|11=" + (SALES + round) + "|");
        buyer.say("D", order(PURCHASES + round, 3 - user, 1, 30));
        assertThat(buyer.read()).contains("|35=8|", "|150=0|");
        assertThat(buyer.read()).contains("|35=8|", "|150=F|", "|32=1|");
        assertThat(seller.read()).contains("|35=8|", "|150=F|", "|11=" + (SALES + round) + "|");
        sold[user - 1]++;
      }
    }
    return sold;
  }

  private Wire session(int number) throws IOException {
    Wire wire = new Wire(gateway, admin);
    wire.sub = "50=" + number + "|";
    assertThat(wire.logon("141=Y|").read()).contains("|35=A|34=1|");
    return wire;
  }

  private static String order(long id, int user, int side, int price) {
    return Wire.order(1)
        .replaceFirst("11=1\\|1=1\\|", "11=" + id + "|1=" + user + "|")
        .replace("|54=2|38=5|", "|54=" + side + "|38=1|")
        .replace("|44=30|", "|44=" + price + "|");
  }

  private void episode(Kind kind, int number) throws Exception {
    long first = id + 1;
    int next;
    try (Wire wire = session(number)) {
      String orders = orders(wire);
      switch (kind) {
        case HALF_CLOSED -> {
          wire.send(orders);
          wire.drain();
        }
        case CUT -> {
          wire.send(orders.substring(0, random.nextInt(1, orders.length())));
          wire.cut();
        }
        case SLOW -> {
          for (int at = 0; at < orders.length(); ) {
            int end = Math.min(orders.length(), at + random.nextInt(1, 200));
            wire.send(orders.substring(at, end));
            at = end;
          }
        }
        case UNREAD -> {
          StringBuilder all = new StringBuilder(orders);
          for (int i = 0; i < 20; i++) {
            all.append(Wire.framed(wire.body("2", "7=1|16=0|")));
          }
          wire.send(all.toString());
        }
        case REPEATED -> {
          wire.send(orders);
          try (Wire second = new Wire(gateway, admin)) {
            second.sub = wire.sub;
            second.next = wire.next;
            second.logon("");
            second.send(orders(second));
            wire.next = second.next;
            wire.ended();
          }
        }
      }
      next = wire.next;
    }
    verify(number, next + 1, first);
  }

  private String orders(Wire wire) {
    StringBuilder all = new StringBuilder();
    for (int i = random.nextInt(1, MOST_ORDERS); i > 0; i--) {
      all.append(Wire.framed(wire.body("D", order(++id, 3, 1, 1))));
    }
    return all.toString();
  }

  /** The session's client comes back: it is sent each report of what was carried out, once. */
  private void verify(int number, int next, long first) throws IOException {
    try (Wire wire = new Wire(gateway, admin)) {
      wire.sub = "50=" + number + "|";
      wire.next = next;
      assertThat(wire.logon("").read()).contains("|35=A|");
      String asked = wire.read();
      while (!asked.contains("|35=2|")) {
        // What was in flight when it logged on.
        assertThat(asked).contains("|35=8|");
        asked = wire.read();
      }
      String missing = asked.replaceFirst(".*\\|7=(\\d+)\\|.*", "$1");
      wire.send(
          Wire.framed(
              wire.body("4", "123=Y|36=" + (next + 1) + "|")
                  .replaceFirst("\\|34=\\d+", "|34=" + missing)));
      wire.next = next + 1;
      Set<Long> live = live(first);
      wire.say("2", "7=1|16=0|").say("1", "112=end|");
      Set<Long> reported = new TreeSet<>();
      Set<String> execIds = new HashSet<>();
      boolean isEnd = false;
      // The newest may come behind the answer; one that never comes is a failure of this read.
      while (!isEnd || !reported.containsAll(live)) {
        String message = wire.read();
        assertThat(message).isNotNull();
        isEnd |= message.contains("|112=end|");
        Matcher execId = EXEC_ID.matcher(message);
        if (execId.find()) {
          boolean isNew = execIds.add(execId.group(1));
          assertThat(isNew || message.contains("|43=Y|")).as(message).isTrue();
        }
        Matcher placed = PLACED.matcher(message);
        if (placed.find()) {
          reported.add(Long.parseLong(placed.group(1)));
        }
      }
      assertThat(live(first)).containsAll(reported);
    }
    rest.send("DELETE", "/v1/users/3/orders", "");
  }

  private Set<Long> live(long first) {
    Set<Long> live = new TreeSet<>();
    for (JsonNode order : rest.orders(3)) {
      assertThat(order.path("order").asLong()).isGreaterThanOrEqualTo(first);
      live.add(order.path("order").asLong());
    }
    return live;
  }
}

package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many subscribers are sent the same bytes: each every change, in order, from where it began. */
@Timeout(300)
class FanOutTest {

  private static final int SUBSCRIBERS = 12;
  private static final int ORDERS = 300;

  @TempDir private Path directory;
  private Gateway gateway;
  private String token;
  private Client admin;

  int loops() {
    return 1;
  }

  @BeforeEach
  void start() throws IOException {
    gateway =
        Gateway.start(
            GatewaySettings.in(directory)
                .loops(loops())
                .port(0)
                .segmentBytes(1 << 20)
                .ordersPerSecond(0)
                .build());
    token = gateway.adminToken().orElseThrow();
    admin = new Client(gateway, token);
    admin.prepare();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private StreamClient open() throws InterruptedException {
    StreamClient stream = new StreamClient(admin);
    stream.ask("{'op':'login','key':'" + token + "'}");
    return stream;
  }

  private static String order(int order) {
    return "{'op':'place','user':1,'symbol':1,'order':%d,'side':'SELL','price':%d,'quantity':1,'id':'%d'}"
        .formatted(order, 30 + order % 7, order);
  }

  /** Orders come without waiting, so many changes are in one visit of the loop. */
  @Test
  void eachSubscriberGetsEachChange() throws Exception {
    List<StreamClient> subscribers = new ArrayList<>();
    try (StreamClient trader = open()) {
      for (int i = 0; i < SUBSCRIBERS; i++) {
        if (i == SUBSCRIBERS / 2) {
          // The other half begins in the middle of it.
          place(trader, 1, ORDERS);
        }
        StreamClient subscriber = open();
        subscriber.ask("{'op':'subscribe','channel':'levels','symbol':1}");
        subscribers.add(subscriber);
      }
      place(trader, 1 + ORDERS, ORDERS);
      for (StreamClient subscriber : subscribers) {
        JsonNode snapshot = subscriber.next();
        assertThat(snapshot.path("t").asText()).isEqualTo("snapshot");
        long seq = snapshot.path("seq").asLong();
        boolean first = true;
        while (seq < 2 * ORDERS) {
          JsonNode change = subscriber.next();
          assertThat(change.path("t").asText()).isEqualTo("levels");
          if (first) {
            assertThat(change.path("prev").asLong()).isLessThanOrEqualTo(seq);
            first = false;
          } else {
            assertThat(change.path("prev").asLong()).isEqualTo(seq);
          }
          assertThat(change.path("seq").asLong()).isGreaterThan(seq);
          seq = change.path("seq").asLong();
        }
      }
    } finally {
      subscribers.forEach(StreamClient::close);
    }
  }

  private static void place(StreamClient trader, int first, int count) {
    for (int order = first; order < first + count; order++) {
      trader.send(order(order));
    }
  }

  /** Its own answer comes behind the market data that the order has made. */
  @Test
  void anAnswerIsBehindItsMarketData() throws Exception {
    try (StreamClient trader = open()) {
      trader.ask("{'op':'subscribe','channel':'levels','symbol':1}");
      assertThat(trader.next().path("t").asText()).isEqualTo("snapshot");
      place(trader, 1, ORDERS);
      for (int order = 1; order <= ORDERS; order++) {
        assertThat(trader.next().path("seq").asLong()).isEqualTo(order);
        assertThat(trader.next().path("id").asText()).isEqualTo(Integer.toString(order));
      }
    }
  }
}

package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.client.wire.CancelOrder;
import dev.tandem.client.wire.Code;
import dev.tandem.core.api.Topology;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Role;
import dev.tandem.wal.Durability;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * However much a key sends at once, the kernel has room for others. Counted in commands, and by no
 * clock: the loop is held while all of it is sent.
 */
@Timeout(300)
class KeyShareFloodTest {

  /** Slots of the kernel's ring. */
  private static final int RING = 4_096;

  private static final int IN_A_STREAM = 1_500;

  @TempDir private Path directory;
  private Gateway gateway;
  private Client rest;
  private String key;
  private String otherKey;

  /** Event loops. */
  int loops() {
    return 1;
  }

  @BeforeEach
  void start() throws IOException {
    KeyFile keys = KeyFile.open(directory.resolve("keys.json"));
    key = keys.add("admin", Role.ADMIN, Set.of());
    otherKey = keys.add("other", Role.TRADE, Set.of());
    gateway =
        Gateway.start(
            GatewaySettings.in(directory)
                .port(0)
                .loops(loops())
                .topology(Topology.fused())
                .durability(Durability.NONE)
                .segmentBytes(1 << 20)
                .ordersPerSecond(0)
                .build());
    rest = new Client(gateway, key);
    rest.prepare();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  /** Holds the loop until it is told to continue. */
  private CountDownLatch hold() throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    gateway
        .loop()
        .execute(
            () -> {
              held.countDown();
              try {
                released.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    held.await();
    return released;
  }

  /** Cancels of orders that are not there: each costs the kernel a place, and is refused by it. */
  private static byte[] cancels(long from, int count) {
    ByteBuffer all = ByteBuffer.allocate(count * 64);
    CancelOrder cancel = new CancelOrder();
    for (int i = 0; i < count; i++) {
      ByteBuffer one = ByteBuffer.allocate(64);
      cancel.start(one, 0).sequence(from + i).user(1).order(1).symbol(1);
      all.put(one.array(), 0, cancel.length());
    }
    return Arrays.copyOf(all.array(), all.position());
  }

  /** The numbers in the event stream of so many refusals by the kernel. */
  private static List<Long> events(BinaryClient of, int count) throws IOException {
    List<Long> events = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      events.add(of.reject(i, Code.UNKNOWN_ORDER).eventNumber());
    }
    return events;
  }

  /** One key sends more than the kernel's ring holds; nobody is refused, and others wait little. */
  @Test
  void aKeyThatSendsMuchDoesNotFillTheRing() throws Exception {
    int flood = 3 * RING / 2;
    try (BinaryClient first = new BinaryClient(gateway).logon(key, 1, 0);
        BinaryClient second = new BinaryClient(gateway).logon(key, 2, 0);
        BinaryClient other = new BinaryClient(gateway).logon(otherKey, 0, 0);
        StreamClient stream = new StreamClient(rest)) {
      stream.ask("{'op':'login','key':'" + key + "','session':3}");
      CountDownLatch released = hold();
      byte[] much = cancels(1, flood);
      first.send(much, much.length);
      second.send(much, much.length);
      for (int i = 1; i <= IN_A_STREAM; i++) {
        stream.send("{'op':'cancel','user':1,'symbol':1,'order':1,'id':'" + i + "'}");
      }
      other.cancel(1, 1, 1);
      released.countDown();
      long itsEvent = other.reject(1, Code.UNKNOWN_ORDER).eventNumber();
      List<Long> all = events(first, flood);
      all.addAll(events(second, flood));
      for (int i = 1; i <= IN_A_STREAM; i++) {
        JsonNode answer = stream.next();
        assertThat(answer.path("code").asText()).isEqualTo("UNKNOWN_ORDER");
        assertThat(answer.path("id").asText()).isEqualTo(Integer.toString(i));
        all.add(answer.path("event").asLong());
      }
      if (loops() == 1) {
        // With more loops nobody knows which one comes to its connections first.
        assertThat(all.stream().filter(event -> event < itsEvent).count())
            .isLessThanOrEqualTo(GatewaySettings.KEY_COMMANDS);
      }
    }
  }

  /** What waits for its turn when the client has gone is given back. */
  @Test
  void whoGoesWhileHeWaitsLeavesNothing() throws Exception {
    try (BinaryClient first = new BinaryClient(gateway).logon(key, 1, 0);
        StreamClient stream = new StreamClient(rest)) {
      stream.ask("{'op':'login','key':'" + key + "','session':3}");
      CountDownLatch released = hold();
      byte[] much = cancels(1, RING / 2);
      first.send(much, much.length);
      for (int i = 1; i <= IN_A_STREAM; i++) {
        stream.send("{'op':'cancel','user':1,'symbol':1,'order':1}");
      }
      released.countDown();
    }
    rest.awaitMetric("tandem_gateway_waiting 0.0");
    rest.awaitMetric("tandem_gateway_binary_connections 0.0");
    rest.awaitMetric("tandem_gateway_sessions 0.0");
    try (BinaryClient again = new BinaryClient(gateway).logon(key, 1, 0)) {
      byte[] much = cancels(10_000, RING);
      again.send(much, much.length);
      for (int i = 0; i < RING; i++) {
        again.reject(10_000 + i, Code.UNKNOWN_ORDER);
      }
    }
  }
}

package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernel on the event loop and on threads of its own: clients see no difference. */
@Timeout(300)
class KernelThreadTest {

  @TempDir private Path directory;

  private Gateway gateway(boolean kernelThread) throws IOException {
    return Gateway.start(
        GatewaySettings.in(directory)
            .port(0)
            .segmentBytes(1 << 20)
            .kernelThread(kernelThread)
            .build());
  }

  private static String order(int user, int order, String side, int quantity) {
    return "{\"user\":%d,\"symbol\":1,\"side\":\"%s\",\"price\":30,\"quantity\":%d,\"order\":%d}"
        .formatted(user, side, quantity, order);
  }

  private static int openOrders(Client client) {
    return client.liveOrders(1).size();
  }

  private static boolean hasKernelThread() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("tandem-0"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ordersTradeAndAreThereInTheOtherWayAfterARestart(boolean kernelThread) throws IOException {
    String key;
    try (Gateway gateway = gateway(kernelThread)) {
      assertThat(hasKernelThread()).isEqualTo(kernelThread);
      key = gateway.adminToken().orElseThrow();
      Client client = new Client(gateway, key);
      client.prepare();
      client.ok(client.post("/v1/orders", order(1, 1, "SELL", 2)));
      client.ok(client.post("/v1/orders", order(1, 2, "SELL", 2)));
      client.ok(client.post("/v1/orders", order(2, 3, "BUY", 3)));
      assertThat(openOrders(client)).isEqualTo(1);
    }
    try (Gateway gateway = gateway(!kernelThread)) {
      Client client = new Client(gateway, key);
      assertThat(openOrders(client)).isEqualTo(1);
      client.ok(client.post("/v1/orders", order(2, 4, "BUY", 1)));
      assertThat(openOrders(client)).isZero();
    }
  }
}

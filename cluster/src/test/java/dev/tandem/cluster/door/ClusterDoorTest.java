package dev.tandem.cluster.door;

import static dev.tandem.cluster.TestCluster.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.cluster.ClusterConfig;
import dev.tandem.cluster.EnvelopeSender;
import dev.tandem.cluster.NodeStatus;
import dev.tandem.cluster.ReplicaListener;
import dev.tandem.cluster.TestCluster;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.gateway.Gateway;
import dev.tandem.gateway.GatewaySettings;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Role;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One node with its gateway, whose replica others change, too. */
@Timeout(300)
class ClusterDoorTest {

  private static final String SELL =
      "{\"user\":1,\"symbol\":1,\"order\":1,\"side\":\"SELL\",\"price\":30,\"quantity\":5,"
          + "\"sequence\":1}";

  @TempDir private Path dir;

  private final HttpClient http = HttpClient.newHttpClient();
  private ClusterConfig config;
  private String key;
  private String address;

  @BeforeEach
  void makeKey() throws IOException {
    config = TestCluster.alone(dir);
    key = KeyFile.open(dir.resolve("keys.json")).add("admin", Role.ADMIN, Set.of());
  }

  @AfterEach
  void closeClient() {
    http.close();
  }

  private GatewaySettings.Builder settings() {
    return GatewaySettings.in(dir).port(0);
  }

  private ClusterDoor start() throws IOException {
    ClusterDoor door = ClusterDoor.start(config, 0, new ReplicaListener() {}, e -> {});
    Gateway gateway = door.open(settings());
    address = "http://127.0.0.1:" + gateway.address().getPort();
    return door;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(address + path));
  }

  private String send(HttpRequest.Builder request) throws Exception {
    return http.send(
            request.header("Authorization", "Bearer " + key).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private String get(String path) throws Exception {
    return send(request(path).GET());
  }

  private String post(String path, String body) throws Exception {
    return send(request(path).POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private boolean isLeader() {
    try {
      return get("/health").contains("\"role\":\"leader\"");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aWrongKeyIsRefused() throws Exception {
    try (ClusterDoor door = start()) {
      String right = key;
      key = "other." + right.substring(right.indexOf('.') + 1);
      assertThat(get("/v1/symbols")).contains("UNAUTHORIZED", "no such key");
      key = right + "x";
      assertThat(get("/v1/symbols")).contains("UNAUTHORIZED");
      key = right;
      assertThat(get("/v1/symbols")).contains("\"symbols\":[]");
      assertThat(door.node().lastCommand()).isEqualTo(-1);
    }
  }

  private void prepare() throws Exception {
    assertThat(post("/v1/symbols", "{\"symbol\":1,\"base\":10,\"quote\":20}")).contains("\"OK\"");
    for (int user = 1; user <= 2; user++) {
      assertThat(post("/v1/users", "{\"user\":" + user + "}")).contains("\"OK\"");
      post(
          "/v1/users/" + user + "/deposits",
          "{\"currency\":%d,\"amount\":1000,\"transaction\":1}".formatted(user * 10));
    }
  }

  @Test
  void answersAndBooksAreThoseOfTheOwnReplica() throws Exception {
    try (ClusterDoor door = start()) {
      prepare();
      assertThat(post("/v1/orders", SELL)).contains("\"code\":\"OK\"");
      assertThat(post("/v1/orders", SELL)).contains("DUPLICATE_COMMAND", "\"first\":\"OK\"");
      assertThat(get("/v1/symbols/1/book")).contains("\"asks\":[[30,5,1]]");
      assertThat(get("/v1/users/1/balances"))
          .contains("{\"currency\":10,\"available\":995,\"held\":5}");
      assertThat(get("/v1/demo")).contains("\"node\":0,\"nodes\":1");
      await("a role", () -> isLeader());
      assertThat(get("/health")).contains("\"status\":\"up\"", "\"lag\":");
      assertThat(get("/metrics"))
          .contains("tandem_cluster_leader 1.0", "tandem_cluster_repeats_commands_total 0.0");
      assertThat(door.node().summary().join().commands()).isEqualTo(7);
      assertThat(send(request("/v1/users/1/orders").DELETE())).contains("\"cancelled\":1");
      // The snapshot has what the log before it has.
      NodeStatus.takeSnapshot(config, 60_000_000_000L);
      assertThat(post("/v1/orders", SELL.replace("\"sequence\":1", "\"sequence\":2")))
          .contains("\"code\":\"OK\"");
    }
    try (ClusterDoor door = start()) {
      assertThat(get("/v1/users/1/orders")).contains("\"order\":1");
      assertThat(get("/v1/symbols/1/book")).contains("\"asks\":[[30,5,1]]");
      assertThat(post("/v1/orders", SELL.replace("\"sequence\":1", "\"sequence\":2")))
          .contains("DUPLICATE_COMMAND", "\"first\":\"OK\"");
      assertThat(door.node().end()).isNotDone();
    }
  }

  @Test
  void whatComesByOtherNodesIsShownAndAnswersNobodyHere() throws Exception {
    try (ClusterDoor door = start();
        EnvelopeSender other = new EnvelopeSender(config)) {
      prepare();
      assertThat(get("/v1/symbols/1/book")).contains("\"asks\":[]");
      Command command = new Command();
      Commands.place(command, 1, 1, 77, Side.SELL, TimeInForce.GTC, 40, 3);
      other.hello(9, 1);
      other.command(9, 1, 1, command);
      await("the other's order", () -> door.node().lastCommand() == 5);
      assertThat(post("/v1/orders", SELL)).contains("\"code\":\"OK\"", "\"open\":5");
      assertThat(get("/v1/symbols/1/book")).contains("\"asks\":[[30,5,1],[40,3,1]]");
      assertThat(get("/v1/users/1/orders")).contains("\"order\":77", "\"order\":1");
      assertThat(
              post(
                  "/v1/orders",
                  "{\"user\":2,\"symbol\":1,\"order\":2,\"side\":\"BUY\",\"price\":40,"
                      + "\"quantity\":8}"))
          .contains("\"filled\":8");
      assertThat(get("/v1/users/1/balances"))
          .contains("{\"currency\":10,\"available\":992,\"held\":0}")
          .contains("{\"currency\":20,\"available\":270,\"held\":0}");
    }
  }

  /** As by a second node of the same number: neither may answer for the other. */
  @Test
  void aGatewayWhoseNumberIsTakenStops() throws Exception {
    try (ClusterDoor door = ClusterDoor.start(config, 0, new ReplicaListener() {}, e -> {});
        EnvelopeSender second = new EnvelopeSender(config)) {
      Gateway gateway = door.open(settings());
      address = "http://127.0.0.1:" + gateway.address().getPort();
      prepare();
      second.hello(0, Long.MAX_VALUE);
      assertThat(gateway.failure().get(120, TimeUnit.SECONDS))
          .hasMessageContaining("another gateway has taken the number 0");
      assertThat(get("/health")).contains("\"status\":\"down\"");
      assertThat(post("/v1/orders", SELL)).contains("UNAVAILABLE");
    }
  }

  @Test
  void whatANodeHasNotIsRefused() throws IOException {
    try (ClusterDoor door = ClusterDoor.start(config, 0, new ReplicaListener() {}, e -> {})) {
      assertThatThrownBy(() -> door.open(settings().demo(10)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no generated market, no FIX, no history and no times of stages");
      assertThatThrownBy(() -> door.open(settings().stageMetrics(true)))
          .hasMessageContaining("no times of stages");
      Path empty = dir.resolve("empty");
      assertThatThrownBy(() -> door.open(GatewaySettings.in(empty).port(0)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("there is no key");
    }
    ClusterDoor ended = ClusterDoor.start(config, 0, new ReplicaListener() {}, e -> {});
    ended.close();
    assertThatThrownBy(() -> ended.open(settings())).hasMessageContaining("has ended");
  }
}

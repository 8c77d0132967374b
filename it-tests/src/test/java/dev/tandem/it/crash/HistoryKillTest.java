package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.core.LoggedCommands;
import dev.tandem.core.command.Command;
import dev.tandem.flow.model.Input;
import dev.tandem.flow.model.ModelStories;
import dev.tandem.flow.model.NaiveExchange;
import dev.tandem.it.CrashScale;
import dev.tandem.it.serve.ServeProcess;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.WalReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code tandem serve --history} is killed while it takes orders and writes their history: the
 * story of each order, as REST gives it page by page, is that of the serial model, which was given
 * the commands of the log.
 */
@Tag("thorough")
class HistoryKillTest {

  private static final int COMMANDS = CrashScale.isFull() ? 10_000 : 300;
  private static final int KILLS = CrashScale.isFull() ? 20 : 2;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;
  private ServeProcess server;

  private ServeProcess start(String key) throws IOException {
    return new ServeProcess(
        directory,
        key,
        "--history",
        "--whole-log",
        "--orders-per-second=0",
        "--questions-per-second=0",
        "--snapshot-every=100");
  }

  @Test
  void everyStoryIsTheModels() throws Exception {
    Random random = new Random(CrashScale.seed());
    server = start(null);
    try {
      String key = server.key();
      server.prepare();
      for (int life = 0; life <= KILLS; life++) {
        for (int i = 0; i < COMMANDS / (KILLS + 1); i++) {
          send(random);
        }
        if (life < KILLS) {
          server.kill();
          server.close();
          server = start(key);
        }
      }
      Map<Long, List<String>> found = stories();
      assertThat(server.stop()).isZero();
      assertThat(found).isEqualTo(model());
    } finally {
      server.close();
    }
  }

  /** Ids are used again and again, and many commands are refused. */
  private void send(Random random) throws IOException, InterruptedException {
    int order = 1 + random.nextInt(30);
    int symbol = 1 + random.nextInt(2);
    boolean sells = random.nextBoolean();
    String at = "/v1/symbols/%d/orders/%d".formatted(symbol, order);
    String user = "{\"user\":" + (sells ? 1 : 2);
    int price = 95 + random.nextInt(10);
    switch (random.nextInt(8)) {
      case 0 -> server.post(at + "/move", user + ",\"price\":" + price + "}");
      case 1 -> server.post(at + "/reduce", user + ",\"quantity\":" + random.nextInt(9) + "}");
      default ->
          server.post(
              "/v1/orders",
              user
                  + ",\"symbol\":%d,\"order\":%d,\"side\":\"%s\",\"timeInForce\":\"%s\",\"price\":%d,\"quantity\":%d}"
                      .formatted(
                          symbol,
                          order,
                          sells ? "SELL" : "BUY",
                          random.nextInt(3) == 0 ? "IOC" : "GTC",
                          price,
                          1 + random.nextInt(20)));
    }
  }

  private Map<Long, List<String>> stories() throws IOException, InterruptedException {
    long last = JSON.readTree(server.post("/v1/symbols/1/tick", "").body()).path("event").asLong();
    Deadline.await("the history", () -> get("/v1/history").path("next").asLong() > last);
    Map<Long, List<String>> found = new TreeMap<>();
    String after = "";
    while (after != null) {
      JsonNode page = get("/v1/history/orders?limit=50" + after);
      for (JsonNode order : page.path("orders")) {
        found.put(order.path("placed").asLong(), story(order));
      }
      after = page.has("next") ? "&after=" + page.path("next").asLong() : null;
    }
    return found;
  }

  private List<String> story(JsonNode order) {
    List<String> lines = new ArrayList<>();
    long user = order.path("user").asLong();
    String path =
        "/v1/history/orders/%d?user=%d&symbol=%d&placed=%d&limit=5"
            .formatted(
                order.path("order").asLong(),
                user,
                order.path("symbol").asLong(),
                order.path("placed").asLong());
    String after = "";
    while (after != null) {
      JsonNode page = get(path + after);
      for (JsonNode event : page.path("events")) {
        lines.add(
            ModelStories.line(
                event.path("event").asLong(),
                event.path("kind").asText(),
                event.path("quantity").asLong(),
                event.path("price").asLong(),
                event.path("triggerPrice").asLong(),
                user));
      }
      after = page.has("next") ? "&after=" + page.path("next").asLong() : null;
    }
    return lines;
  }

  private JsonNode get(String path) {
    try {
      return JSON.readTree(server.get(path).body());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(path, e);
    }
  }

  private Map<Long, List<String>> model() throws IOException {
    NaiveExchange model = new NaiveExchange();
    Path log = directory.resolve("log");
    Command command = new Command();
    try (WalReader reader = WalReader.open(log, ReadMode.READ_ONLY, 0)) {
      while (reader.next()) {
        if (reader.type() == LoggedCommands.COMMAND) {
          LoggedCommands.decode(log, reader.sequence(), reader.body(), command);
          model.apply(Input.of(command));
        }
      }
    }
    return new ModelStories(model.events()).stories();
  }
}

package dev.tandem.it.crash;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

/** Follows users by a stream, and comes back where it was whenever the connection has ended. */
final class StreamFollower implements AutoCloseable {

  private static final long PAUSE_NANOS = 20_000_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI address;
  private final String key;
  private final FollowedFills fills;
  private final long[] users;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<Long, String> runs = new ConcurrentHashMap<>();
  private final Map<Long, Long> last = new ConcurrentHashMap<>();
  private final CompletableFuture<Void> followed;
  private volatile boolean closed;
  private volatile WebSocket open;
  private volatile TextMessages messages;

  StreamFollower(int port, String key, FollowedFills fills, long... users) {
    this.address = URI.create("ws://127.0.0.1:" + port + "/v1/stream");
    this.key = key;
    this.fills = fills;
    this.users = users;
    followed = CompletableFuture.runAsync(this::follow, task -> new Thread(task).start());
  }

  void awaitBegun() {
    Deadline.await("the stream to follow", () -> last.size() == users.length);
  }

  private void follow() {
    while (!closed) {
      messages = new TextMessages(this::received);
      try {
        open = http.newWebSocketBuilder().buildAsync(address, messages).join();
        say("{\"op\":\"login\",\"key\":\"" + key + "\"}");
        for (long user : users) {
          String run = runs.get(user);
          String from = run == null ? "" : ",\"run\":\"" + run + "\",\"from\":" + last.get(user);
          say("{\"op\":\"executions\",\"user\":" + user + ",\"id\":\"" + user + "\"" + from + "}");
        }
        messages.ended().join();
      } catch (CompletionException e) {
        // There is no gateway just now, or it has gone meanwhile.
        Deadline.awaitAtMost(PAUSE_NANOS, () -> closed);
      }
    }
  }

  private void say(String message) {
    open.sendText(message, true).join();
  }

  private void received(String text) {
    try {
      received(JSON.readTree(text));
    } catch (JsonProcessingException e) {
      fills.fault(e.toString());
    }
  }

  private void received(JsonNode message) {
    switch (message.path("t").asText()) {
      case "done" -> begun(message);
      case "report" -> {
        counted(message);
        for (JsonNode trade : message.path("trades")) {
          fill(message, trade.path("id").asLong(), trade);
        }
      }
      case "fill" -> {
        counted(message);
        fill(message, message.path("trade").asLong(), message);
      }
      default -> fills.fault(message.toString());
    }
  }

  private void begun(JsonNode message) {
    if (!message.has("seq")) {
      return;
    }
    long user = message.path("id").asLong();
    long seq = message.path("seq").asLong();
    if (runs.put(user, message.path("run").asText()) != null
        && !(message.path("resumed").asBoolean() && seq == last.get(user))) {
      fills.fault(message.toString());
    }
    last.put(user, seq);
  }

  private void counted(JsonNode message) {
    long user = message.path("user").asLong();
    long seq = message.path("seq").asLong();
    if (last.put(user, seq) != seq - 1) {
      fills.fault("not the next: " + message);
    }
  }

  private void fill(JsonNode message, long trade, JsonNode of) {
    fills.add(message.path("user").asLong(), trade, of.path("quantity").asLong());
  }

  @Override
  public void close() {
    closed = true;
    messages.ended().complete(null);
    followed.join();
    http.shutdownNow();
  }
}

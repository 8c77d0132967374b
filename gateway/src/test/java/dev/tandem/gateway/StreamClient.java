package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A WebSocket of a test. */
final class StreamClient implements WebSocket.Listener, AutoCloseable {

  private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
  final CompletableFuture<Integer> closed = new CompletableFuture<>();
  private final StringBuilder part = new StringBuilder();
  private final WebSocket socket;

  StreamClient(Client client) {
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(client.uri("ws", "/v1/stream"), this)
            .join();
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    part.append(data);
    if (last) {
      try {
        messages.add(Client.JSON.readTree(part.toString()));
      } catch (java.io.IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
      part.setLength(0);
    }
    from.request(1);
    return null;
  }

  @Override
  public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    closed.complete(status);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    closed.complete(-1);
  }

  StreamClient send(String json) {
    socket.sendText(json.replace('\'', '"'), true).join();
    return this;
  }

  /** A message whose end does not come. */
  void sendInPieces(String piece, int pieces) {
    for (int i = 0; i < pieces; i++) {
      socket.sendText(piece, false).join();
    }
  }

  void sendBinary() {
    socket.sendBinary(java.nio.ByteBuffer.wrap(new byte[] {1, 2, 3}), true).join();
  }

  /** The next message. */
  JsonNode next() throws InterruptedException {
    JsonNode message = messages.poll(120, TimeUnit.SECONDS);
    assertThat(message).isNotNull();
    return message;
  }

  /** The next message that is wanted; others are left out. */
  JsonNode next(Predicate<JsonNode> wanted) throws InterruptedException {
    JsonNode message = next();
    while (!wanted.test(message)) {
      message = next();
    }
    return message;
  }

  /** Asks, and waits for the answer. */
  JsonNode ask(String json) throws InterruptedException {
    send(json);
    JsonNode answer = next();
    assertThat(answer.path("t").asText()).isIn("answer", "done", "error");
    return answer;
  }

  @Override
  public void close() {
    socket.abort();
  }
}

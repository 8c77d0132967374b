package dev.tandem.it.crash;

import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** The whole messages of one connection, until it ends in whatever way. */
final class TextMessages implements WebSocket.Listener {

  private final Consumer<String> to;
  private final StringBuilder part = new StringBuilder();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  TextMessages(Consumer<String> to) {
    this.to = to;
  }

  /** Completed when nothing more comes. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    part.append(data);
    if (last) {
      to.accept(part.toString());
      part.setLength(0);
    }
    from.request(1);
    return null;
  }

  @Override
  public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    ended.complete(null);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    ended.complete(null);
  }
}

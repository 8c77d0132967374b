package dev.tandem.app.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem client watch}. */
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description =
        "Prints the market data of a symbol as it comes, a JSON object a line, until it is"
            + " stopped.")
final class WatchCommand implements Callable<Integer> {

  /** What can be watched. */
  enum Channel {
    LEVELS,
    TOP,
    ORDERS,
    TRADES
  }

  @Spec private CommandSpec spec;

  @Mixin private GatewayOptions gateway;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:8480",
      description = "The gateway's address. Default: ${DEFAULT-VALUE}.")
  private URI url;

  @Option(
      names = "--channel",
      paramLabel = "CHANNEL",
      defaultValue = "LEVELS",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Channel channel;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "0",
      description = "Ends after so many messages; 0: never. Default: ${DEFAULT-VALUE}.")
  private long count;

  @Parameters(paramLabel = "SYMBOL", description = "The symbol, by number or name.")
  private String symbol;

  /** Puts messages together; an empty one is the end. */
  private static final class Messages implements WebSocket.Listener {
    private final LinkedBlockingQueue<String> whole = new LinkedBlockingQueue<>(1_024);
    private final StringBuilder part = new StringBuilder();

    private void add(String message) {
      try {
        // The gateway waits meanwhile, and conflates.
        whole.put(message);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
      part.append(text);
      if (last) {
        add(part.toString());
        part.setLength(0);
      }
      from.request(1);
      return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
      add("");
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      add("");
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    ObjectMapper json = new ObjectMapper();
    ObjectNode login = json.createObjectNode().put("op", "login");
    ObjectNode subscribe =
        json.createObjectNode()
            .put("op", "subscribe")
            .put("channel", channel.name().toLowerCase(Locale.ROOT))
            .put("symbol", symbol);
    Messages messages = new Messages();
    URI address = gateway.stream(url);
    try (HttpClient http = gateway.http()) {
      WebSocket socket;
      try {
        socket =
            http.newWebSocketBuilder().buildAsync(address.resolve("/v1/stream"), messages).join();
      } catch (CompletionException e) {
        throw new IOException("no gateway answers at " + address + ": " + e.getCause(), e);
      }
      try {
        gateway.login(login);
        // One after the other: a login that is refused ends the stream.
        for (ObjectNode message : List.of(login, subscribe)) {
          send(message.toString(), socket);
          String answer = messages.whole.take();
          if (!json.readTree(answer).path("t").asText().equals("done")) {
            return refused(answer);
          }
        }
        return print(messages, json);
      } finally {
        socket.abort();
        http.shutdownNow();
      }
    }
  }

  private static void send(String text, WebSocket socket) {
    try {
      socket.sendText(text, true).join();
    } catch (CompletionException e) {
      // The gateway has ended the stream; what it has said of that comes with the messages.
    }
  }

  private void show(String message) {
    spec.commandLine().getOut().println(message);
    spec.commandLine().getOut().flush();
  }

  private int refused(String message) throws IOException {
    if (message.isEmpty()) {
      throw new IOException("the gateway has ended the stream");
    }
    show(message);
    return gateway.refused(new ObjectMapper().readTree(message).path("code").asText());
  }

  private int print(Messages messages, ObjectMapper json) throws IOException, InterruptedException {
    long left = count;
    while (true) {
      String message = messages.whole.take();
      if (message.isEmpty() || json.readTree(message).path("t").asText().equals("error")) {
        return refused(message);
      }
      show(message);
      if (--left == 0) {
        return ExitCode.OK;
      }
    }
  }
}

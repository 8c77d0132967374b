package dev.tandem.it.crash;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Locale;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends the commands of a session over a WebSocket, several at once, and again where it broke. */
final class StreamOrders implements Runnable {

  private static final int UNANSWERED = 100;
  private static final int SECONDS = 20;
  private static final Pattern MEMBER = Pattern.compile("\"(id|code|first)\":\"(\\w+)\"");

  private final SessionOrders orders;
  private final URI address;
  private final String key;
  private final ConcurrentSkipListSet<Long> unanswered = new ConcurrentSkipListSet<>();

  StreamOrders(SessionOrders orders, int port, String key) {
    this.orders = orders;
    this.address = URI.create("ws://127.0.0.1:" + port + "/v1/stream");
    this.key = key;
  }

  private void answer(String message) {
    if (!message.contains("\"t\":\"answer\"")) {
      return;
    }
    String id = "0";
    String code = "";
    String first = null;
    Matcher found = MEMBER.matcher(message);
    while (found.find()) {
      switch (found.group(1)) {
        case "id" -> id = found.group(2);
        case "code" -> code = found.group(2);
        default -> first = found.group(2);
      }
    }
    long sequence = Long.parseLong(id);
    if (unanswered.contains(sequence)) {
      orders.answered(sequence, first == null ? code : first);
      unanswered.remove(sequence);
    }
  }

  @Override
  public void run() {
    long next = 1;
    try (HttpClient http = HttpClient.newHttpClient()) {
      while (next <= orders.last || !unanswered.isEmpty()) {
        TextMessages answers = new TextMessages(this::answer);
        WebSocket socket = null;
        try {
          socket =
              http.newWebSocketBuilder()
                  .buildAsync(address, answers)
                  .get(SECONDS, TimeUnit.SECONDS);
          send(
              socket,
              "{\"op\":\"login\",\"key\":\"%s\",\"session\":%d}".formatted(key, orders.session));
          for (long sequence : unanswered) {
            send(socket, message(orders.command(sequence)));
          }
          while (!answers.ended().isDone() && (next <= orders.last || !unanswered.isEmpty())) {
            if (next <= orders.last && unanswered.size() < UNANSWERED) {
              unanswered.add(next);
              send(socket, message(orders.command(next++)));
            } else {
              Thread.sleep(1);
            }
          }
        } catch (ExecutionException | TimeoutException e) {
          // The connection or the server is gone: all that was not answered once more.
          Thread.sleep(5);
        } finally {
          if (socket != null) {
            socket.abort();
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void send(WebSocket socket, String message)
      throws InterruptedException, ExecutionException, TimeoutException {
    socket.sendText(message, true).get(SECONDS, TimeUnit.SECONDS);
  }

  private String message(SessionOrders.Command c) {
    String start =
        "{\"op\":\"%s\",\"id\":\"%d\",\"sequence\":%d,\"user\":%d,\"symbol\":%d,\"order\":%d"
            .formatted(
                c.isOrder() ? "place" : c.kind().name().toLowerCase(Locale.ROOT),
                c.sequence(),
                c.sequence(),
                c.user(),
                orders.symbol(),
                c.order());
    return start
        + switch (c.kind()) {
          case SELL, BUY ->
              ",\"side\":\"%s\",\"timeInForce\":\"%s\",\"price\":%d,\"quantity\":%d}"
                  .formatted(
                      c.kind(),
                      c.kind() == SessionOrders.Kind.BUY ? "IOC" : "GTC",
                      c.price(),
                      c.lots());
          case MOVE -> ",\"price\":%d}".formatted(c.price());
          case CANCEL -> "}";
        };
  }
}

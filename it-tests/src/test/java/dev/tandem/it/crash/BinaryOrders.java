package dev.tandem.it.crash;

import dev.tandem.client.Answer;
import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;

/** Sends the commands of a session by the Java client, which sends again by itself. */
final class BinaryOrders implements Runnable {

  private final SessionOrders orders;
  private final int port;
  private final String key;

  BinaryOrders(SessionOrders orders, int port, String key) {
    this.orders = orders;
    this.port = port;
    this.key = key;
  }

  @Override
  public void run() {
    try (TandemClient client = TandemClient.of("127.0.0.1", port, key).connect()) {
      for (long sequence = 1; sequence <= orders.last; sequence++) {
        count(sequence, send(client, orders.command(sequence)));
      }
      Deadline.awaitCount("answers", orders::answered, orders.last);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private CompletableFuture<Answer> send(TandemClient client, SessionOrders.Command c) {
    int symbol = orders.symbol();
    return switch (c.kind()) {
      case SELL ->
          client.place(1, symbol, c.order(), Side.SELL, TimeInForce.GTC, c.price(), c.lots());
      case BUY ->
          client.place(2, symbol, c.order(), Side.BUY, TimeInForce.IOC, c.price(), c.lots());
      case MOVE -> client.move(1, symbol, c.order(), c.price(), 0);
      case CANCEL -> client.cancel(1, symbol, c.order());
    };
  }

  // What it is told is kept.
  @SuppressWarnings("FutureReturnValueIgnored")
  private void count(long sequence, CompletableFuture<Answer> answer) {
    answer.whenComplete(
        (reported, failure) ->
            orders.answered(sequence, failure != null ? failure.toString() : codeOf(reported)));
  }

  private static String codeOf(Answer reported) {
    return reported.isAccepted() ? "OK" : reported.code().name();
  }
}

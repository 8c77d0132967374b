package dev.tandem.gateway;

import dev.tandem.client.Answer;
import dev.tandem.client.ClientListener;
import dev.tandem.client.Execution;
import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;

/** The example of {@code docs/gateway.md}. */
final class ClientExample {

  private ClientExample() {}

  // example
  static Answer trade(String host, int port, String key) throws Exception {
    ClientListener listener =
        new ClientListener() {
          @Override
          public void onExecution(Execution e) {
            System.out.println("order " + e.order() + " sold " + e.quantity() + " at " + e.price());
          }
        };
    try (TandemClient client = TandemClient.of(host, port, key).listener(listener).connect()) {
      client.follow(1);
      client.place(1, 1, 101, Side.SELL, TimeInForce.GTC, 30, 50).join();
      Answer bought = client.place(2, 1, 102, Side.BUY, TimeInForce.IOC, 31, 40).join();
      Answer moved = client.move(1, 1, 101, 29, 0).join();
      System.out.println("filled " + bought.filled() + ", then " + moved.open() + " at 29");
      return client.cancel(1, 1, 101).join();
    }
  }
  // example
}

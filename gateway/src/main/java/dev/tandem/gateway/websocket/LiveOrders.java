package dev.tandem.gateway.websocket;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.core.command.Side;
import dev.tandem.gateway.bridge.OpenOrders;
import java.io.IOException;

/** A user's live orders, as the event loop knows them. On the event loop. */
final class LiveOrders {

  private LiveOrders() {}

  /** Writes them as they are after all that was answered. */
  static void write(OpenOrders orders, long user, JsonGenerator to) throws IOException {
    to.writeArrayFieldStart("orders");
    for (OpenOrders.Open order : orders.allOfUser(user)) {
      to.writeStartObject();
      to.writeNumberField("symbol", order.symbol());
      to.writeNumberField("order", order.order());
      to.writeStringField("side", Side.of(order.side()).name());
      to.writeNumberField("price", order.price());
      to.writeNumberField("quantity", order.quantity());
      to.writeEndObject();
    }
    to.writeEndArray();
  }
}

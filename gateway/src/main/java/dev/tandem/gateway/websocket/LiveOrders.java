package dev.tandem.gateway.websocket;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.core.command.Side;
import dev.tandem.gateway.bridge.OpenOrders;
import dev.tandem.gateway.bridge.OrderDesk;
import java.io.IOException;

/** A user's live orders, from the books that the event loop keeps. On the event loop. */
final class LiveOrders {

  private LiveOrders() {}

  /** Writes them as they are after all that was answered. */
  static void write(OrderDesk desk, long user, JsonGenerator to) throws IOException {
    Rows row = new Rows(3);
    to.writeArrayFieldStart("orders");
    for (OpenOrders.Open order : desk.openOrders().allOfUser(user)) {
      // A visitor cannot throw what the generator throws.
      row.clear();
      desk.book(order.symbol())
          .view()
          .order(
              order.order(),
              (side, price, id, whose, lots, tag) -> row.add(side, price, lots, 0, 0));
      write(order, row, to);
    }
    to.writeEndArray();
  }

  private static void write(OpenOrders.Open order, Rows row, JsonGenerator to) throws IOException {
    for (int i = 0; i < row.count(); i++) {
      to.writeStartObject();
      to.writeNumberField("symbol", order.symbol());
      to.writeNumberField("order", order.order());
      to.writeStringField("side", Side.of((byte) row.get(i, 0)).name());
      to.writeNumberField("price", row.get(i, 1));
      to.writeNumberField("quantity", row.get(i, 2));
      to.writeEndObject();
    }
  }
}

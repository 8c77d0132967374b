package dev.tandem.gateway.websocket;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.core.command.Side;
import dev.tandem.gateway.bridge.OpenOrders;
import dev.tandem.gateway.bridge.OrderDesk;
import dev.tandem.gateway.command.OrderFields;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.command.Units;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.json.JsonFields;
import dev.tandem.gateway.json.JsonText;
import java.io.IOException;
import java.util.function.IntFunction;

/**
 * A user's live orders, page by page, as the event loop knows them: after all that was answered. So
 * an answer is bounded, however many they are, and the kernel does not stop for it. On the event
 * loop.
 */
public final class LiveOrders {

  /** Orders of a page, at most, and by default. */
  public static final int MOST = 1_000;

  /** The field for the most orders of a page. */
  public static final String LIMIT = "limit";

  /** The field for the place to continue at: {@code next} of an earlier answer. */
  public static final String AFTER = "after";

  private LiveOrders() {}

  /** Writes the page that these fields request, within this visit of the loop. */
  public static JsonText.Writer page(OrderDesk desk, long user, JsonFields fields)
      throws BadRequestException, RefusedException {
    int limit = (int) fields.number(LIMIT, 1, MOST, MOST);
    OpenOrders.Id after = after(fields.textOrNull(AFTER));
    if (desk.hasFailed()) {
      throw new RefusedException(Refusal.UNAVAILABLE, "the exchange has stopped");
    }
    OpenOrders.Page page = desk.openOrders().ofUser(user, after, limit);
    IntFunction<Units> units = desk.listings().unitsOf(fields);
    return to -> write(page, units, to);
  }

  private static OpenOrders.Id after(String text) throws BadRequestException {
    if (text == null) {
      return null;
    }
    int colon = text.indexOf(':');
    try {
      return new OpenOrders.Id(
          Integer.parseInt(text.substring(0, Math.max(0, colon))),
          Long.parseLong(text.substring(colon + 1)));
    } catch (NumberFormatException e) {
      throw new BadRequestException("after is none that an answer has named as its next");
    }
  }

  private static void write(OpenOrders.Page page, IntFunction<Units> unitsOf, JsonGenerator to)
      throws IOException {
    to.writeArrayFieldStart("orders");
    for (OpenOrders.Open order : page.orders()) {
      Units units = unitsOf.apply(order.symbol());
      to.writeStartObject();
      units.symbol(order.symbol(), to);
      to.writeNumberField("order", order.order());
      to.writeStringField("side", Side.of(order.side()).name());
      OrderFields.write(
          order.type(),
          order.terms(),
          order.trigger(),
          order.trailing(),
          order.trailsInPpm(),
          units,
          to);
      units.price("price", order.price(), to);
      units.quantity("quantity", order.quantity(), to);
      if (order.terms().displayQuantity() != 0) {
        units.quantity("hidden", order.hidden(), to);
      }
      if (order.filled() != 0) {
        units.quantity("filled", order.filled(), to);
      }
      if (order.isAsleep()) {
        to.writeBooleanField("asleep", true);
      }
      to.writeEndObject();
    }
    to.writeEndArray();
    if (page.more()) {
      OpenOrders.Open last = page.orders().getLast();
      to.writeStringField("next", last.symbol() + ":" + last.order());
    }
  }
}

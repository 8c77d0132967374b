package dev.tandem.it.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.TimeInForce;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The orders of a symbol as the reader in Python tells them, in the form of an exchange's copy. */
final class ReadBook {

  private ReadBook() {}

  static List<BookSnapshot.Order> orders(JsonNode symbol, String name, Side side) {
    Map<Long, Long> hidden = new HashMap<>();
    symbol.get("icebergs").forEach(i -> hidden.put(i.get(0).asLong(), i.get(2).asLong()));
    List<BookSnapshot.Order> found = new ArrayList<>();
    for (JsonNode o : symbol.get(name)) {
      long hides = hidden.getOrDefault(o.get("order").asLong(), 0L);
      found.add(
          new BookSnapshot.Order(
              side,
              o.get("price").asLong(),
              o.get("order").asLong(),
              o.get("user").asLong(),
              o.get("lots").asLong() - hides,
              hides,
              o.get("filled").asLong()));
    }
    return found;
  }

  static List<BookSnapshot.Stop> stops(JsonNode read) {
    List<BookSnapshot.Stop> found = new ArrayList<>();
    for (JsonNode o : read) {
      int terms = o.get("terms").asInt();
      found.add(
          new BookSnapshot.Stop(
              Side.of((byte) o.get("side").asInt()),
              OrderType.of(terms >> 4),
              TimeInForce.of(terms & 15),
              o.get("waits").asBoolean(),
              o.get("trigger").asLong(),
              o.get("price").asLong(),
              o.get("order").asLong(),
              o.get("user").asLong(),
              o.get("lots").asLong(),
              o.get("offset").asLong(),
              o.get("ppm").asBoolean()));
    }
    return found;
  }
}

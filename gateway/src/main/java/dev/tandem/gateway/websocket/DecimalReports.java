package dev.tandem.gateway.websocket;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tandem.gateway.command.Units;
import dev.tandem.gateway.json.JsonText;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.IntFunction;

/** Writes reports in decimals: all sessions share those that are kept, which are in numbers. */
final class DecimalReports {

  private static final JsonFactory FACTORY = new JsonFactory();

  private DecimalReports() {}

  /** The same report; it is read and not released. */
  static ByteBuf of(ByteBuf report, IntFunction<Units> unitsOf) {
    byte[] bytes = ByteBufUtil.getBytes(report);
    try {
      int symbol = symbol(bytes);
      Units units = symbol < 0 ? Units.NUMBERS : unitsOf.apply(symbol);
      return JsonText.object(to -> copy(bytes, units, to));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Below 0 if it names none. */
  private static int symbol(byte[] report) throws IOException {
    try (JsonParser from = FACTORY.createParser(report)) {
      while (from.nextToken() != null) {
        if ("symbol".equals(from.currentName())) {
          return from.nextIntValue(-1);
        }
      }
      return -1;
    }
  }

  private static void copy(byte[] report, Units units, JsonGenerator to) throws IOException {
    try (JsonParser from = FACTORY.createParser(report)) {
      from.nextToken();
      while (from.nextToken() != JsonToken.END_OBJECT || !from.getParsingContext().inRoot()) {
        if (from.currentToken() == JsonToken.VALUE_NUMBER_INT) {
          write(from.currentName(), from.getLongValue(), units, to);
        } else {
          to.copyCurrentEvent(from);
        }
      }
    }
  }

  private static void write(String field, long number, Units units, JsonGenerator to)
      throws IOException {
    switch (field) {
      case "symbol" -> units.name((int) number, to);
      case "price", "triggerPrice", "trailing" -> units.price(number, to);
      case "quantity",
          "filled",
          "open",
          "released",
          "prevented",
          "minQuantity",
          "displayQuantity" ->
          units.quantity(number, to);
      case "budget" -> units.amount(number, to);
      default -> to.writeNumber(number);
    }
  }
}

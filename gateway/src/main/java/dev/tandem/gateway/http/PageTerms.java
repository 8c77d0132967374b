package dev.tandem.gateway.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.gateway.json.JsonText;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Writes into the page which orders there are, so that its form offers what the exchange has. */
final class PageTerms {

  private static final String PLACE = "/*TERMS*/null";

  private PageTerms() {}

  /**
   * The page with the lists in it.
   *
   * @param history whether the gateway can be asked for what happened
   * @throws IllegalStateException if it has no place for them
   */
  static String into(String page, boolean history) {
    if (!page.contains(PLACE)) {
      throw new IllegalStateException("the page lacks " + PLACE);
    }
    ByteBuf lists =
        JsonText.object(
            to -> {
              to.writeBooleanField("history", history);
              write(to);
            });
    try {
      return page.replace(PLACE, lists.toString(StandardCharsets.UTF_8));
    } finally {
      lists.release();
    }
  }

  private static void write(JsonGenerator to) throws IOException {
    to.writeArrayFieldStart("types");
    for (OrderType type : OrderType.values()) {
      write(type, to);
    }
    to.writeEndArray();
    to.writeArrayFieldStart("times");
    for (TimeInForce time : TimeInForce.values()) {
      to.writeStartObject();
      to.writeStringField("name", time.name());
      to.writeBooleanField("rests", time.rests());
      to.writeBooleanField("expires", OrderTerms.expires(OrderTerms.of(OrderType.LIMIT, time)));
      to.writeEndObject();
    }
    to.writeEndArray();
    writeNames("postOnly", List.of(PostOnly.values()), to);
    writeNames("selfTrade", List.of(SelfTrade.values()), to);
  }

  private static void write(OrderType type, JsonGenerator to) throws IOException {
    to.writeStartObject();
    to.writeStringField("name", type.name());
    to.writeBooleanField("limit", type == OrderType.LIMIT);
    to.writeBooleanField("price", !type.mayLackPrice());
    boolean trails = type == OrderType.TRAILING_STOP;
    to.writeBooleanField("trigger", type.hasTrigger() && !trails);
    to.writeBooleanField("trailing", trails);
    to.writeBooleanField("budget", type == OrderType.MARKET);
    List<TimeInForce> times =
        Stream.of(TimeInForce.values())
            .filter(time -> !OrderTerms.contradict(OrderTerms.of(type, time)))
            .toList();
    writeNames("times", times, to);
    to.writeEndObject();
  }

  private static void writeNames(String field, List<? extends Enum<?>> values, JsonGenerator to)
      throws IOException {
    to.writeArrayFieldStart(field);
    for (Enum<?> value : values) {
      to.writeString(value.name());
    }
    to.writeEndArray();
  }
}

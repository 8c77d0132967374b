package dev.tandem.gateway.command;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Instructions;
import dev.tandem.core.command.LiveTerms;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.SelfTrade;
import java.io.IOException;
import java.time.Instant;

/** Writes what an order says beside side, price and quantity, under the names of its request. */
public final class OrderFields {

  private static final long NS = 1_000_000_000;

  private OrderFields() {}

  /**
   * Writes those of a live order.
   *
   * @param trigger in ticks; 0 of one that does not sleep, or trails
   * @param trailing how far it trails the best price, in ticks or ppm; 0 of one that does not
   */
  public static void write(
      OrderType type,
      LiveTerms terms,
      long trigger,
      long trailing,
      boolean inPpm,
      Units units,
      JsonGenerator to)
      throws IOException {
    to.writeStringField("type", type.name());
    to.writeStringField("timeInForce", terms.timeInForce().name());
    if (trigger > 0) {
      units.price("triggerPrice", trigger, to);
    }
    if (trailing > 0 && inPpm) {
      to.writeNumberField("trailingPpm", trailing);
    } else if (trailing > 0) {
      units.price("trailing", trailing, to);
    }
    if (terms.expireTime() != 0) {
      long ns = terms.expireTime();
      to.writeStringField("expireTime", Instant.ofEpochSecond(ns / NS, ns % NS).toString());
    }
    if (terms.postOnly() != null) {
      to.writeStringField("postOnly", terms.postOnly().name());
    }
    if (terms.selfTrade() != SelfTrade.NONE) {
      to.writeStringField("selfTrade", terms.selfTrade().name());
    }
    if (terms.displayQuantity() > 0) {
      units.quantity("displayQuantity", terms.displayQuantity(), to);
    }
    if (terms.linkedOrder() != 0) {
      to.writeNumberField("linkedOrder", terms.linkedOrder());
    }
  }

  /** Writes those of the order of a PLACE; none of one that says nothing. */
  public static void write(Command place, Units units, JsonGenerator to) throws IOException {
    Instructions said = place.instructions();
    if (said == null && place.terms == 0) {
      return;
    }
    long trigger = said == null ? 0 : said.triggerPrice();
    long trailing = said == null ? 0 : said.trailing();
    boolean inPpm = said != null && said.trailsInPpm();
    write(OrderTerms.type(place.terms), LiveTerms.of(place), trigger, trailing, inPpm, units, to);
    if (said != null && said.minQuantity() > 0) {
      units.quantity("minQuantity", said.minQuantity(), to);
    }
    if (said != null && said.budget() > 0) {
      units.amount("budget", said.budget(), to);
    }
  }
}

package dev.tandem.gateway.command;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.client.Decimals;
import java.io.IOException;
import java.util.function.IntFunction;

/**
 * How a symbol and its numbers are written: as numbers of ticks, lots and units, or by its name and
 * as texts of decimals.
 *
 * @param name empty if the symbol has none
 * @param price decimals; {@link #NONE}: as a number
 * @param quantity decimals, or the same
 * @param amount decimals of the quote currency, or the same
 */
public record Units(String name, int price, int quantity, int amount) {

  private static final int NONE = -1;

  /** As numbers. */
  public static final Units NUMBERS = new Units("", NONE, NONE, NONE);

  /** The same for all symbols. */
  public static final IntFunction<Units> NUMBERS_OF_ALL = symbol -> NUMBERS;

  /** Writes the field {@code symbol}. */
  public void symbol(int symbol, JsonGenerator to) throws IOException {
    to.writeFieldName("symbol");
    name(symbol, to);
  }

  /** Writes a symbol. */
  public void name(int symbol, JsonGenerator to) throws IOException {
    if (name.isEmpty()) {
      to.writeNumber(symbol);
    } else {
      to.writeString(name);
    }
  }

  /** Writes a price. */
  public void price(long ticks, JsonGenerator to) throws IOException {
    write(ticks, price, to);
  }

  /** Writes a field that is a price. */
  public void price(String field, long ticks, JsonGenerator to) throws IOException {
    to.writeFieldName(field);
    write(ticks, price, to);
  }

  /** Writes a quantity. */
  public void quantity(long lots, JsonGenerator to) throws IOException {
    write(lots, quantity, to);
  }

  /** Writes a field that is a quantity. */
  public void quantity(String field, long lots, JsonGenerator to) throws IOException {
    to.writeFieldName(field);
    write(lots, quantity, to);
  }

  /** Writes an amount of the quote currency. */
  public void amount(long units, JsonGenerator to) throws IOException {
    write(units, amount, to);
  }

  /** Writes a field that is an amount of the quote currency. */
  void amount(String field, long units, JsonGenerator to) throws IOException {
    to.writeFieldName(field);
    write(units, amount, to);
  }

  /** The text of a symbol. */
  public String nameText(int symbol) {
    return name.isEmpty() ? Integer.toString(symbol) : name;
  }

  /** The text of a price. */
  public String priceText(long ticks) {
    return text(ticks, price);
  }

  /** The text of a quantity. */
  public String quantityText(long lots) {
    return text(lots, quantity);
  }

  /** The text of an amount of the quote currency. */
  public String amountText(long units) {
    return text(units, amount);
  }

  private static String text(long number, int decimals) {
    return Decimals.text(number, Math.max(0, decimals));
  }

  private static void write(long number, int decimals, JsonGenerator to) throws IOException {
    if (decimals == NONE) {
      to.writeNumber(number);
    } else {
      to.writeString(Decimals.text(number, decimals));
    }
  }
}

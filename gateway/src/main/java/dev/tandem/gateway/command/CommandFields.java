package dev.tandem.gateway.command;

import dev.tandem.client.Decimals;
import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.json.JsonFields;

/**
 * The fields of a command as the kernel counts: a price, a quantity or an amount is a number of
 * ticks, lots or units, or a text of decimals.
 */
final class CommandFields {

  private static final int MOST_CHARACTERS = 40;

  /** The fields as they came. */
  final JsonFields plain;

  private final Listings listings;

  CommandFields(JsonFields plain, Listings listings) {
    this.plain = plain;
    this.listings = listings;
  }

  boolean has(String field) {
    return plain.has(field);
  }

  /** Says that one is missing before what the others mean is looked up. */
  void require(String... fields) throws BadRequestException {
    for (String field : fields) {
      if (!has(field)) {
        throw new BadRequestException(field + " is missing");
      }
    }
  }

  long user() throws BadRequestException {
    return plain.number("user", Long.MIN_VALUE, Long.MAX_VALUE);
  }

  long order() throws BadRequestException {
    return plain.number("order", Long.MIN_VALUE, Long.MAX_VALUE);
  }

  int symbol() throws BadRequestException, RefusedException {
    return listings.symbol(plain);
  }

  int currency(String field) throws BadRequestException, RefusedException {
    return listings.currency(plain, field);
  }

  /** In ticks. */
  long price(String field, long least) throws BadRequestException, RefusedException {
    return plain.isText(field)
        ? parse(field, spec().naming().decimals(), least, Refusal.PRICE_OFF_GRID)
        : plain.number(field, least, Long.MAX_VALUE);
  }

  /** In lots. */
  long quantity(String field, long least) throws BadRequestException, RefusedException {
    return plain.isText(field)
        ? parse(field, spec().naming().quantityDecimals(), least, Refusal.QUANTITY_OFF_GRID)
        : plain.number(field, least, Long.MAX_VALUE);
  }

  /** In units of the quote currency. */
  long quoteAmount(String field, long least) throws BadRequestException, RefusedException {
    return plain.isText(field)
        ? amount(field, spec().quoteCurrency(), least)
        : plain.number(field, least, Long.MAX_VALUE);
  }

  /** In units of a currency. */
  long amount(String field, int currency, long least) throws BadRequestException, RefusedException {
    return plain.isText(field)
        ? parse(field, listings.currency(currency).decimals(), least, Refusal.AMOUNT_OFF_GRID)
        : plain.number(field, least, Long.MAX_VALUE);
  }

  /** Those that are left out are none. */
  LotLimits limits() throws BadRequestException {
    return new LotLimits(
        plain.number("lotStep", 0, Long.MAX_VALUE, 0),
        plain.number("minLots", 0, Long.MAX_VALUE, 0),
        plain.number("maxLots", 0, Long.MAX_VALUE, 0),
        plain.number("maxValue", 0, Long.MAX_VALUE, 0));
  }

  long protectionPoints() throws BadRequestException {
    return plain.number("protectionPoints", 0, Long.MAX_VALUE, 0);
  }

  /** What is traded in the symbol. */
  SymbolSpec spec() throws BadRequestException, RefusedException {
    int symbol = symbol();
    SymbolSpec spec = listings.symbol(symbol);
    if (spec == null) {
      // Its decimals may be in flight.
      throw new RefusedException(Refusal.NOT_FOUND, "there is no symbol " + symbol);
    }
    return spec;
  }

  private long parse(String field, int decimals, long least, Refusal offGrid)
      throws BadRequestException, RefusedException {
    String text = plain.text(field);
    if (text.length() > MOST_CHARACTERS) {
      throw new BadRequestException(field + " has more than " + MOST_CHARACTERS + " characters");
    }
    long number;
    try {
      number = Decimals.parse(text, decimals);
    } catch (NumberFormatException e) {
      throw new BadRequestException(field + ": " + e.getMessage());
    } catch (ArithmeticException e) {
      throw new RefusedException(offGrid, field + ": " + e.getMessage());
    }
    if (number < least) {
      throw new BadRequestException(
          "%s is %s, expected %s or more".formatted(field, text, Decimals.text(least, decimals)));
    }
    return number;
  }
}

package dev.tandem.gateway.command;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.json.JsonFields;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntFunction;

/**
 * The symbols and the currencies, by number and by name. The event loop adds to them; any thread
 * reads.
 */
public final class Listings {

  /** The field by which a question says that it wants decimals, in any case of its value. */
  public static final String UNITS = "units";

  private enum Answered {
    TICKS,
    DECIMAL
  }

  private final ConcurrentSkipListMap<Integer, SymbolSpec> symbols = new ConcurrentSkipListMap<>();
  private final ConcurrentSkipListMap<Integer, Naming> currencies = new ConcurrentSkipListMap<>();
  private final Map<String, Integer> symbolNames = new ConcurrentHashMap<>();
  private final Map<String, Integer> currencyNames = new ConcurrentHashMap<>();

  /** Nothing is listed. */
  public Listings() {}

  /** Lists what a command has added or updated, if it has. */
  public void answered(Command answer) {
    if (answer.payload == null || answer.isRejected()) {
      return;
    }
    if (answer.payload instanceof SymbolSpec spec) {
      add(spec);
    } else if (answer.payload instanceof Naming naming) {
      add(answer.currency, naming);
    }
  }

  /** Lists a symbol; of one that is listed its limits may be others. */
  public void add(SymbolSpec spec) {
    symbols.put(spec.symbol(), spec);
    if (spec.naming().isNamed()) {
      symbolNames.put(spec.naming().name(), spec.symbol());
    }
  }

  /** Lists a currency. */
  public void add(int currency, Naming naming) {
    currencies.put(currency, naming);
    currencyNames.put(naming.name(), currency);
  }

  /** All symbols, by rising number. */
  public Collection<SymbolSpec> symbols() {
    return Collections.unmodifiableCollection(symbols.values());
  }

  /** The currencies that have a name, by rising number. */
  public SortedMap<Integer, Naming> currencies() {
    return Collections.unmodifiableSortedMap(currencies);
  }

  /** What is traded in a symbol; null if there is none. */
  public SymbolSpec symbol(int symbol) {
    return symbols.get(symbol);
  }

  /** The number of the symbol of this name; null if there is none. */
  public Integer symbolNamed(String name) {
    return symbolNames.get(name);
  }

  /** What a currency is called, and its decimals; none of one without a name. */
  public Naming currency(int currency) {
    return currencies.getOrDefault(currency, Naming.NONE);
  }

  /** The symbol that the field of this name is: a number from 0, or a name. */
  public int symbol(JsonFields from) throws BadRequestException, RefusedException {
    return isName(from, "symbol")
        ? named(symbolNames, "symbol", from.text("symbol"))
        : (int) from.number("symbol", 0, Integer.MAX_VALUE);
  }

  /** The currency that a field is: a number or a name. */
  int currency(JsonFields from, String field) throws BadRequestException, RefusedException {
    return isName(from, field)
        ? named(currencyNames, "currency", from.text(field))
        : (int) from.number(field, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  private static int named(Map<String, Integer> names, String what, String name)
      throws RefusedException {
    Integer found = names.get(name);
    if (found == null) {
      throw new RefusedException(Refusal.NOT_FOUND, "there is no " + what + " of the name " + name);
    }
    return found;
  }

  /** Whether it is a name; a text of digits is a number. */
  private static boolean isName(JsonFields from, String field) throws BadRequestException {
    if (!from.isText(field)) {
      return false;
    }
    String text = from.text(field);
    if (!Naming.isName(text)) {
      return false;
    }
    try {
      Integer.parseInt(text);
      return false;
    } catch (NumberFormatException e) {
      return true;
    }
  }

  /** Whether a request is answered in decimals: it says so, or names its symbol by its name. */
  public boolean isInDecimals(JsonFields from) throws BadRequestException {
    return from.has(UNITS)
        ? from.choice(UNITS, Answered.class) == Answered.DECIMAL
        : isName(from, "symbol");
  }

  /** How the answer to a request is written, by symbol. */
  public IntFunction<Units> unitsOf(JsonFields from) throws BadRequestException {
    return isInDecimals(from) ? this::units : Units.NUMBERS_OF_ALL;
  }

  /** The names and decimals of a symbol. */
  public Units units(int symbol) {
    SymbolSpec spec = symbols.get(symbol);
    if (spec == null) {
      return Units.NUMBERS;
    }
    Naming naming = spec.naming();
    return new Units(
        naming.name(),
        naming.decimals(),
        naming.quantityDecimals(),
        currency(spec.quoteCurrency()).decimals());
  }
}

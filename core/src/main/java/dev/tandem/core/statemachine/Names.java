package dev.tandem.core.statemachine;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which symbols there are and what they are, and the names of symbols and currencies: no two
 * symbols share one, nor do two currencies. All of it is known where commands enter, so that every
 * stage behind finds the same. For one thread at a time.
 */
public final class Names {

  private final Map<Integer, SymbolSpec> symbols = new HashMap<>();
  private final Set<String> ofSymbols = new HashSet<>();
  private final SortedMap<Integer, Naming> currencies = new TreeMap<>();
  private final Set<String> ofCurrencies = new HashSet<>();

  /** Adds or updates what a well-formed command names; why not, or null. */
  ResultCode apply(Command c) {
    return switch (c.type) {
      case CommandType.ADD_SYMBOL -> addSymbol((SymbolSpec) c.payload);
      case CommandType.UPDATE_SYMBOL -> updateSymbol((SymbolSpec) c.payload);
      default -> addCurrency(c.currency, (Naming) c.payload);
    };
  }

  ResultCode addSymbol(SymbolSpec spec) {
    if (symbols.containsKey(spec.symbol())) {
      return ResultCode.SYMBOL_EXISTS;
    }
    if (spec.naming().isNamed() && !ofSymbols.add(spec.naming().name())) {
      return ResultCode.NAME_IN_USE;
    }
    symbols.put(spec.symbol(), spec);
    return null;
  }

  private ResultCode updateSymbol(SymbolSpec spec) {
    SymbolSpec known = symbols.get(spec.symbol());
    if (known == null) {
      return ResultCode.UNKNOWN_SYMBOL;
    }
    if (!spec.isUpdateOf(known)) {
      return ResultCode.SYMBOL_FIELD_FIXED;
    }
    symbols.put(spec.symbol(), spec);
    return null;
  }

  ResultCode addCurrency(int currency, Naming naming) {
    if (currencies.containsKey(currency)) {
      return ResultCode.CURRENCY_EXISTS;
    }
    if (!ofCurrencies.add(naming.name())) {
      return ResultCode.NAME_IN_USE;
    }
    currencies.put(currency, naming);
    return null;
  }

  /** The currencies that have a name, by rising id. A view, for the thread that admits. */
  public SortedMap<Integer, Naming> currencies() {
    return Collections.unmodifiableSortedMap(currencies);
  }
}

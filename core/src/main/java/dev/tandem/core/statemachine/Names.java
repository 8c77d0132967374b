package dev.tandem.core.statemachine;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which symbols there are, and the names of symbols and currencies: no two symbols share one, nor
 * do two currencies. All of it is known where commands enter, so that every stage behind finds the
 * same. For one thread at a time.
 */
public final class Names {

  private final Set<Integer> symbols = new HashSet<>();
  private final Set<String> ofSymbols = new HashSet<>();
  private final SortedMap<Integer, Naming> currencies = new TreeMap<>();
  private final Set<String> ofCurrencies = new HashSet<>();

  /** Adds what a well-formed ADD_SYMBOL or ADD_CURRENCY names; why not, or null. */
  ResultCode add(Command c) {
    return c.type == CommandType.ADD_SYMBOL
        ? addSymbol((SymbolSpec) c.payload)
        : addCurrency(c.currency, (Naming) c.payload);
  }

  ResultCode addSymbol(SymbolSpec spec) {
    if (symbols.contains(spec.symbol())) {
      return ResultCode.SYMBOL_EXISTS;
    }
    if (spec.naming().isNamed() && !ofSymbols.add(spec.naming().name())) {
      return ResultCode.NAME_IN_USE;
    }
    symbols.add(spec.symbol());
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

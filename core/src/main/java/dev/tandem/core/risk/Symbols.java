package dev.tandem.core.risk;

import dev.tandem.core.command.IdIndex;
import dev.tandem.core.command.SymbolSpec;
import java.util.Arrays;

/** What is traded in each symbol, by a number that counts them. Not thread-safe. */
final class Symbols {

  private final IdIndex index = new IdIndex(64);
  private final Accounts accounts;
  private SymbolSpec[] specs = new SymbolSpec[64];
  private int[] quoteNumbers = new int[64];

  Symbols(Accounts accounts) {
    this.accounts = accounts;
  }

  /** The number of a symbol, or {@link IdIndex#ABSENT}. */
  int find(int symbol) {
    return index.find(symbol);
  }

  /** Adds a symbol, which is not there, with its currencies. */
  void add(SymbolSpec spec) {
    int number = index.findOrAdd(spec.symbol());
    if (number == specs.length) {
      specs = Arrays.copyOf(specs, number * 2);
      quoteNumbers = Arrays.copyOf(quoteNumbers, number * 2);
    }
    specs[number] = spec;
    quoteNumbers[number] = accounts.currency(spec.quoteCurrency());
    accounts.currency(spec.baseCurrency());
  }

  /** Gives a symbol, which is there, another specification with the same currencies. */
  void update(SymbolSpec spec) {
    specs[index.find(spec.symbol())] = spec;
  }

  SymbolSpec spec(int number) {
    return specs[number];
  }

  /** The number of the quote currency among those of the accounts. */
  int quoteNumber(int number) {
    return quoteNumbers[number];
  }

  /** How many symbols there are. */
  int size() {
    return index.size();
  }
}

package dev.tandem.flow;

import dev.tandem.core.command.SymbolSpec;
import java.nio.file.Path;

/**
 * One symbol of a {@link Flow}.
 *
 * @param spec the kernel's specification; its id is the symbol's index in the flow
 * @param name what people call it: the id in a file of many symbols, the file's name otherwise
 * @param file where its commands came from; null if they were generated
 * @param priceUnit price units of the file in one tick: outputs are in the file's units
 */
public record FlowSymbol(SymbolSpec spec, String name, Path file, long priceUnit) {

  /** Currency that everything is paid in. */
  public static final int QUOTE_CURRENCY = 1;

  /** The base currency of symbol 0; the others follow. */
  public static final int FIRST_BASE_CURRENCY = 2;

  /** Symbol {@code index} with scales 1 and these fees. */
  public static FlowSymbol of(
      int index, String name, Path file, long priceUnit, long makerFeePpm, long takerFeePpm) {
    SymbolSpec spec =
        new SymbolSpec(
            index, FIRST_BASE_CURRENCY + index, QUOTE_CURRENCY, 1, 1, makerFeePpm, takerFeePpm);
    return new FlowSymbol(spec, name, file, priceUnit);
  }
}

package dev.tandem.flow.model;

import dev.tandem.core.command.Naming;
import dev.tandem.core.command.ResultCode;
import java.util.stream.Stream;

/** What symbols and currencies may be called. */
final class NaiveNames {

  private NaiveNames() {}

  static boolean isOfSymbol(Naming naming) {
    return naming.name().isEmpty()
        ? naming.decimals() == 0 && naming.quantityDecimals() == 0
        : isNamed(naming) && naming.quantityDecimals() >= 0 && naming.quantityDecimals() <= 18;
  }

  static boolean isOfCurrency(Naming naming) {
    return naming != null && isNamed(naming) && naming.quantityDecimals() == 0;
  }

  private static boolean isNamed(Naming naming) {
    return naming.name().matches("[A-Z0-9./_-]{1,24}")
        && naming.name().matches(".*[A-Z].*")
        && naming.decimals() >= 0
        && naming.decimals() <= 18;
  }

  /** The refusal of a symbol's name that another has; null if none has. */
  static ResultCode inUse(NaiveState state, Naming naming) {
    return naming.name().isEmpty()
        ? null
        : inUse(state.books.values().stream().map(book -> book.spec.naming()), naming);
  }

  static ResultCode inUse(Stream<Naming> taken, Naming naming) {
    return taken.anyMatch(other -> other.name().equals(naming.name()))
        ? ResultCode.NAME_IN_USE
        : null;
  }
}

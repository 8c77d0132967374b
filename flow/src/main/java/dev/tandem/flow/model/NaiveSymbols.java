package dev.tandem.flow.model;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import java.util.List;

/** The specifications of symbols: which ones can be, and what an update may change. */
final class NaiveSymbols {

  private NaiveSymbols() {}

  static boolean specifies(byte type) {
    return type == CommandType.ADD_SYMBOL || type == CommandType.UPDATE_SYMBOL;
  }

  static ResultCode form(Input in) {
    SymbolSpec spec = in.spec();
    boolean isPossible =
        spec != null
            && spec.symbol() == in.symbol()
            && spec.symbol() >= 0
            && spec.baseCurrency() != spec.quoteCurrency()
            && Math.min(spec.lotScale(), spec.tickScale()) > 0
            && isRate(spec.makerFeePpm())
            && isRate(spec.takerFeePpm())
            && isPossible(spec.limits())
            && spec.protectionPoints() >= 0
            && NaiveNames.isOfSymbol(spec.naming());
    return isPossible ? null : ResultCode.INVALID_SYMBOL;
  }

  private static boolean isRate(long ppm) {
    return ppm >= 0 && ppm <= 1_000_000;
  }

  private static boolean isPossible(LotLimits limits) {
    return limits.lotStep() >= 0
        && limits.minLots() >= 0
        && limits.maxLots() >= 0
        && limits.maxValue() >= 0
        && (limits.maxLots() == 0 || limits.minLots() <= limits.maxLots());
  }

  /** The refusal of an update that changes more than limits and protection points. */
  static ResultCode fixed(SymbolSpec known, SymbolSpec updated) {
    return kept(known).equals(kept(updated)) ? null : ResultCode.SYMBOL_FIELD_FIXED;
  }

  private static List<Object> kept(SymbolSpec spec) {
    return List.of(
        spec.baseCurrency(),
        spec.quoteCurrency(),
        spec.lotScale(),
        spec.tickScale(),
        spec.makerFeePpm(),
        spec.takerFeePpm(),
        spec.naming());
  }
}

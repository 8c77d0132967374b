#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "tandem/command/integers.hpp"
#include "tandem/command/lot_limits.hpp"
#include "tandem/command/naming.hpp"

namespace tandem::command {

/**
 * A spot pair: what is traded, what it is paid in, and in which units.
 *
 * Prices are in ticks and quantities in lots. A trade of q lots at p ticks moves q * lotScale units
 * of the base currency and p * q * tickScale units of the quote currency. A fee is charged in the
 * quote currency, in parts per million of that amount, rounded down for each trade.
 */
struct SymbolSpec {
  /** The whole of an amount, in parts per million. */
  static constexpr i64 kPpm = 1'000'000;
  /** Words of words(). */
  static constexpr std::size_t kWords = 11;

  /** Id of the pair, at least 0. */
  i32 symbol = 0;
  i32 baseCurrency = 0;
  i32 quoteCurrency = 0;
  /** Units of the base currency in one lot, at least 1. */
  i64 lotScale = 1;
  /** Units of the quote currency for one lot at one tick, at least 1. */
  i64 tickScale = 1;
  /** Fee of the resting side, 0 to 1,000,000. */
  i64 makerFeePpm = 0;
  /** Fee of the arriving side, and of both sides of an auction, 0 to 1,000,000. */
  i64 takerFeePpm = 0;
  /** How many lots an order may have. */
  LotLimits limits{};
  /**
   * How many ticks behind the best opposite price a market order trades at most; 0: as far as its
   * limit lets it.
   */
  i64 protectionPoints = 0;
  /** Its name, and the decimals of its prices and quantities. */
  Naming naming{};

  /** Whether it differs from that one in nothing but limits and protection points. */
  constexpr bool isUpdateOf(const SymbolSpec& that) const {
    SymbolSpec updated = that;
    updated.limits = limits;
    updated.protectionPoints = protectionPoints;
    return *this == updated;
  }

  /** Whether every field is within its limits; a pair must have two different currencies. */
  constexpr bool isValid() const {
    return symbol >= 0 && baseCurrency != quoteCurrency && lotScale > 0 && tickScale > 0 &&
           makerFeePpm >= 0 && makerFeePpm <= kPpm && takerFeePpm >= 0 && takerFeePpm <= kPpm &&
           limits.isValid() && protectionPoints >= 0 && naming.isOfSymbol();
  }

  /**
   * As written: symbol, base (low half) and quote currency (high), lot scale, tick scale, maker
   * fee, taker fee, lot step, least lots, most lots, most value, protection points. The words of
   * the naming are written apart.
   */
  constexpr std::array<u64, kWords> words() const {
    return {
        bitsOf(symbol),          u64{static_cast<u32>(baseCurrency)} | bitsOf(quoteCurrency) << 32,
        bitsOf(lotScale),        bitsOf(tickScale),
        bitsOf(makerFeePpm),     bitsOf(takerFeePpm),
        bitsOf(limits.lotStep),  bitsOf(limits.minLots),
        bitsOf(limits.maxLots),  bitsOf(limits.maxValue),
        bitsOf(protectionPoints)};
  }

  constexpr bool operator==(const SymbolSpec&) const = default;
};

/** A specification for a command, which shares it with its copies. */
inline std::shared_ptr<const SymbolSpec> shared(const SymbolSpec& spec) {
  return std::make_shared<const SymbolSpec>(spec);
}

}  // namespace tandem::command

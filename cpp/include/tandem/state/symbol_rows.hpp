#pragma once

#include "tandem/command/symbol_spec.hpp"
#include "tandem/command/symbol_state.hpp"
#include "tandem/state/table.hpp"

/** The rows of the table of symbols. */
namespace tandem::state::symbol_rows {

/** Appends a symbol. */
inline void add(Table& symbols, const command::SymbolSpec& spec, command::SymbolState state,
                i64 buys, i64 sells, i64 lastPrice, i64 stops) {
  const u64 symbol = static_cast<u32>(spec.symbol) | static_cast<u64>(state) << 32;
  const u64 currencies =
      u64{static_cast<u32>(spec.baseCurrency)} | u64{static_cast<u32>(spec.quoteCurrency)} << 32;
  symbols.add({static_cast<i64>(symbol), static_cast<i64>(currencies), spec.lotScale,
               spec.tickScale, spec.makerFeePpm, spec.takerFeePpm, buys, sells, lastPrice, stops,
               spec.limits.lotStep, spec.limits.minLots, spec.limits.maxLots, spec.limits.maxValue,
               spec.protectionPoints});
  symbols.add(spec.naming.words());
}

/** A name whose words begin at one of a row's. */
inline command::Naming naming(const Table& table, std::size_t row, std::size_t first) {
  const u64 decimals = bitsOf(table.word(row, first + 3));
  return {{bitsOf(table.word(row, first)), bitsOf(table.word(row, first + 1)),
           bitsOf(table.word(row, first + 2))},
          static_cast<i32>(decimals),
          static_cast<i32>(decimals >> 32)};
}

/** What is traded in the symbol of a row. */
inline command::SymbolSpec spec(const Table& symbols, std::size_t row) {
  const i64 currencies = symbols.word(row, 1);
  return {
      static_cast<i32>(symbols.word(row, 0)),
      static_cast<i32>(currencies),
      static_cast<i32>(currencies >> 32),
      symbols.word(row, 2),
      symbols.word(row, 3),
      symbols.word(row, 4),
      symbols.word(row, 5),
      {symbols.word(row, 10), symbols.word(row, 11), symbols.word(row, 12), symbols.word(row, 13)},
      symbols.word(row, 14),
      naming(symbols, row, 15)};
}

/** Code of the state of a row's symbol, which need not be one of a SymbolState. */
inline u32 state(const Table& symbols, std::size_t row) {
  return static_cast<u32>(bitsOf(symbols.word(row, 0)) >> 32);
}

/** Price of the last trade of the symbol of a row; 0 if there was none. */
inline i64 lastPrice(const Table& symbols, std::size_t row) { return symbols.word(row, 8); }

/** Number of stops of the symbol of a row. */
inline i64 stops(const Table& symbols, std::size_t row) { return symbols.word(row, 9); }

/** Number of orders on a side of the symbol of a row. */
inline i64 orders(const Table& symbols, std::size_t row, u8 side) {
  return symbols.word(row, side == 0 ? 6 : 7);
}

}  // namespace tandem::state::symbol_rows

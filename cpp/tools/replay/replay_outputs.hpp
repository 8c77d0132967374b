#pragma once

#include <string>

#include "rounds.hpp"

namespace tandem::tool {

/**
 * Every trade, in the order they happened: the bytes that ./tandem replay --trades writes. Prices
 * are in the units of the input; with several symbols the first column is the symbol.
 */
std::string tradesOf(const Rounds& rounds);

/** The final books: the bytes that ./tandem replay --book writes. */
std::string booksOf(const Rounds& rounds);

}  // namespace tandem::tool

#include "tandem/risk/symbols.hpp"

namespace tandem::risk {

bool Symbols::add(const command::SymbolSpec& spec) {
  const u32 known = index_.size();
  if (index_.findOrAdd(spec.symbol) != known) {
    return false;
  }
  specs_.push_back(spec);
  quoteNumbers_.push_back(accounts_.currency(spec.quoteCurrency));
  accounts_.currency(spec.baseCurrency);
  return true;
}

}  // namespace tandem::risk

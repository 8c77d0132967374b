#include "tandem/risk/symbols.hpp"

namespace tandem::risk {

void Symbols::add(const command::SymbolSpec& spec) {
  index_.findOrAdd(spec.symbol);
  specs_.push_back(spec);
  quoteNumbers_.push_back(accounts_.currency(spec.quoteCurrency));
  accounts_.currency(spec.baseCurrency);
}

}  // namespace tandem::risk

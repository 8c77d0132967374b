#pragma once

#include <vector>

#include "tandem/command/id_index.hpp"
#include "tandem/command/symbol_spec.hpp"
#include "tandem/risk/accounts.hpp"

namespace tandem::risk {

/** What is traded in each symbol, by a number that counts them. For one thread at a time. */
class Symbols {
 public:
  explicit Symbols(Accounts& accounts) : accounts_(accounts) {}

  u32 size() const { return index_.size(); }
  /** The number of a symbol, or IdIndex::kAbsent. */
  u32 find(i32 symbol) const { return index_.find(symbol); }
  /** Adds a symbol, which is not there, with its currencies. */
  void add(const command::SymbolSpec& spec);
  /** Gives a symbol, which is there, another specification with the same currencies. */
  void update(const command::SymbolSpec& spec) { specs_[index_.find(spec.symbol)] = spec; }
  const command::SymbolSpec& spec(u32 number) const { return specs_[number]; }
  /** The number of the quote currency among those of the accounts. */
  u32 quoteNumber(u32 number) const { return quoteNumbers_[number]; }

 private:
  command::IdIndex index_{64};
  Accounts& accounts_;
  std::vector<command::SymbolSpec> specs_;
  std::vector<u32> quoteNumbers_;
};

}  // namespace tandem::risk

#pragma once

#include <array>
#include <map>
#include <set>

#include "tandem/command/command.hpp"

namespace tandem::statemachine {

/**
 * Which symbols there are and what they are, and the names of symbols and currencies: no two
 * symbols share one, nor do two currencies. All of it is known where commands enter, so that every
 * stage behind finds the same. For one thread at a time.
 */
class Names {
 public:
  /** Adds or updates what a well-formed command names; why not, or kPending. */
  command::ResultCode apply(const command::CommandInput& c) {
    switch (c.type) {
      case command::type::kAddSymbol:
        return addSymbol(*c.spec);
      case command::type::kUpdateSymbol:
        return updateSymbol(*c.spec);
      default:
        return addCurrency(c.currency, c.spec->naming);
    }
  }

  command::ResultCode addSymbol(const command::SymbolSpec& spec) {
    if (symbols_.contains(spec.symbol)) {
      return command::ResultCode::kSymbolExists;
    }
    if (spec.naming.isNamed() && !ofSymbols_.insert(spec.naming.name).second) {
      return command::ResultCode::kNameInUse;
    }
    symbols_.emplace(spec.symbol, spec);
    return command::ResultCode::kPending;
  }

  command::ResultCode updateSymbol(const command::SymbolSpec& spec) {
    const auto known = symbols_.find(spec.symbol);
    if (known == symbols_.end()) {
      return command::ResultCode::kUnknownSymbol;
    }
    if (!spec.isUpdateOf(known->second)) {
      return command::ResultCode::kSymbolFieldFixed;
    }
    known->second = spec;
    return command::ResultCode::kPending;
  }

  command::ResultCode addCurrency(i32 currency, const command::Naming& naming) {
    if (currencies_.contains(currency)) {
      return command::ResultCode::kCurrencyExists;
    }
    if (!ofCurrencies_.insert(naming.name).second) {
      return command::ResultCode::kNameInUse;
    }
    currencies_.emplace(currency, naming);
    return command::ResultCode::kPending;
  }

  /** The currencies that have a name, by rising id. */
  const std::map<i32, command::Naming>& currencies() const { return currencies_; }

 private:
  using Name = std::array<u64, command::Naming::kNameWords>;

  std::map<i32, command::SymbolSpec> symbols_;
  std::set<Name> ofSymbols_;
  std::map<i32, command::Naming> currencies_;
  std::set<Name> ofCurrencies_;
};

}  // namespace tandem::statemachine

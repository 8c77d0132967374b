#include "tandem/risk/accounts.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace tandem::risk {

Accounts::Accounts(u32 expected) : index_(expected) {
  amounts_.reserve(std::max(u32{16}, expected));
  payers_.reserve(amounts_.capacity());
}

u32 Accounts::currency(i32 id) {
  const u32 currency = currencies_.findOrAdd(id);
  if (currency == fees_.size()) {
    fees_.push_back(0);
    supply_.push_back(0);
  }
  return currency;
}

void Accounts::broken(i64 available, i64 held) {
  throw std::logic_error("an account would have " + std::to_string(available) + " available and " +
                         std::to_string(held) + " held");
}

}  // namespace tandem::risk

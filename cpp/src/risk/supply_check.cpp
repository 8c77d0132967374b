#include "tandem/risk/supply_check.hpp"

#include <string>

#include "tandem/state/invalid_image_exception.hpp"

namespace tandem::risk {
namespace {

[[noreturn]] void refuse(i64 currency, i64 supply, const std::string& what) {
  throw state::InvalidImageException("currency " + std::to_string(currency) + " has a supply of " +
                                     std::to_string(supply) + ", and " + what);
}

}  // namespace

void SupplyCheck::currency(i32 id, i64 fees, i64 supply) {
  if (fees > supply) {
    refuse(id, supply, "fees of " + std::to_string(fees));
  }
  currencies_.findOrAdd(id);
  supply_.push_back(supply);
  left_.push_back(supply - fees);
}

void SupplyCheck::owned(i32 currency, i64 amount) {
  const u32 number = currencies_.find(currency);
  if (amount > left_[number]) {
    refuse(currency, supply_[number], "fees and what users own are more than that");
  }
  left_[number] -= amount;
}

void SupplyCheck::finish() const {
  for (u32 number = 0; number < currencies_.size(); number++) {
    if (left_[number] != 0) {
      refuse(currencies_.idAt(number), supply_[number],
             std::to_string(left_[number]) + " of it are neither fees nor a user's");
    }
  }
}

}  // namespace tandem::risk

#include "tandem/matching/order_store.hpp"

#include <algorithm>
#include <stdexcept>

namespace tandem::matching {

OrderStore::OrderStore(u32 initialOrders) {
  const u32 room = std::clamp(initialOrders, kMinOrders, kMaxOrders - 1) + 1;
  rows_.resize(room);
  links_.resize(room);
  filled_.resize(room);
}

void OrderStore::grow() {
  if (rows_.size() >= kMaxOrders) {
    throw std::length_error("more resting orders in one shard than there are numbers");
  }
  const std::size_t room = std::min<std::size_t>(kMaxOrders, rows_.size() * 2);
  // The rows last: it is their number that says how much room there is.
  links_.resize(room);
  filled_.resize(room);
  rows_.resize(room);
}

}  // namespace tandem::matching

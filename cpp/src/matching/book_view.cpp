#include "tandem/matching/book_view.hpp"

#include <stdexcept>
#include <string>

namespace tandem::matching {

std::optional<OrderView> BookView::order(i64 orderId) const {
  const u32 o = index_.find(orderId);
  if (o == 0) {
    return std::nullopt;
  }
  return show(sides_[orders_.side(o)], levels_.key(orders_.level(o)), o);
}

void BookView::refuse(u8 code) {
  throw std::invalid_argument("side " + std::to_string(code) + ", expected 0 (buy) or 1 (sell)");
}

}  // namespace tandem::matching

#include "tandem/matching/book_view.hpp"

namespace tandem::matching {

std::optional<OrderView> BookView::order(i64 orderId) const {
  // Id 0 is no order's, and the index takes it for its last question.
  const u32 o = orderId == 0 ? 0 : index_.get(orderId);
  if (o == 0) {
    return std::nullopt;
  }
  return show(sides_[orders_.side(o)], levels_.key(orders_.level(o)), o);
}

}  // namespace tandem::matching

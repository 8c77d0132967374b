#include "tandem/matching/book_table.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace tandem::matching {

namespace {

constexpr auto kBefore = [](const auto& entry, i32 symbol) {
  return entry->spec().symbol < symbol;
};

}  // namespace

OrderBook* BookTable::find(i32 symbol) const {
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), symbol, kBefore);
  return at == entries_.end() || (*at)->spec().symbol != symbol ? nullptr : at->get();
}

void BookTable::add(std::unique_ptr<OrderBook> book) {
  const i32 symbol = book->spec().symbol;
  OrderBook* const place = book.get();
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), symbol, kBefore);
  entries_.insert(at, std::move(book));
  if (symbol < kDirect) {
    const auto number = static_cast<std::size_t>(symbol);
    if (number >= direct_.size()) {
      direct_.resize(std::max(std::size_t{64}, std::bit_ceil(number + 1)));
    }
    direct_[number] = place;
  }
}

}  // namespace tandem::matching

#include "tandem/matching/matching_copy.hpp"

#include <algorithm>
#include <utility>

#include "tandem/state/stop_rows.hpp"
#include "tandem/state/symbol_rows.hpp"

namespace tandem::matching {

using state::TableKind;

void MatchingCopy::take(const MatchingEngine& matching) {
  books_.clear();
  orders_.clear();
  stops_.clear();
  timed_.clear();
  const BookTable& books = matching.books();
  i64 orders = 0;
  for (std::size_t i = 0; i < books.size(); i++) {
    const BookView view = books.book(i).view();
    orders += view.orders(command::kBuy) + view.orders(command::kSell);
  }
  books_.reserve(books.size());
  orders_.reserve(static_cast<std::size_t>(orders));
  for (std::size_t i = 0; i < books.size(); i++) {
    const OrderBook& book = books.book(i);
    const BookView view = book.view();
    const i64 buys = view.orders(command::kBuy);
    const i64 sells = view.orders(command::kSell);
    books_.push_back({books.spec(i), book.state(), buys, sells, orders_.size(), book.lastPrice(),
                      stops_.size(), book.stops() == nullptr ? 0 : book.stops()->count(),
                      timed_.size(), 0});
    if (book.timed() != nullptr) {
      book.timed()->forEach([this](i64 order, i64 time) { timed_.emplace_back(order, time); });
    }
    books_.back().timed = static_cast<i64>(timed_.size() - books_.back().firstTimed);
    if (book.stops() != nullptr) {
      book.stops()->forEach([this](const StopView& stop) { stops_.push_back(stop); });
    }
    for (const u8 side : {command::kBuy, command::kSell}) {
      view.forEachOrder(side, [this](const OrderView& order) {
        orders_.push_back({order.orderId, order.userId, order.price, order.quantity, order.hidden,
                           order.display, order.filled, order.postOnly, order.selfTrade});
      });
    }
  }
}

void MatchingCopy::write(const std::vector<MatchingCopy>& shards, state::StateImage& image) {
  std::vector<std::pair<const MatchingCopy*, const Book*>> sorted;
  std::size_t orders = 0;
  for (const MatchingCopy& shard : shards) {
    orders += shard.orders_.size();
    for (const Book& book : shard.books_) {
      sorted.emplace_back(&shard, &book);
    }
  }
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.second->spec.symbol < b.second->spec.symbol;
  });
  image.table(TableKind::kOrders).reserve(orders);
  for (const auto& [shard, book] : sorted) {
    shard->write(*book, image);
  }
}

void MatchingCopy::write(const Book& book, state::StateImage& image) const {
  state::symbol_rows::add(image.table(TableKind::kSymbols), book.spec, book.state, book.buys,
                          book.sells, book.lastPrice, book.stops);
  state::Table& table = image.table(TableKind::kOrders);
  const std::size_t end = book.firstOrder + static_cast<std::size_t>(book.buys + book.sells);
  for (std::size_t i = book.firstOrder; i < end; i++) {
    const Order& order = orders_[i];
    if (order.display != 0) {
      image.table(TableKind::kIcebergs)
          .add({book.spec.symbol, order.orderId, order.display, order.hidden});
    }
    table.add({order.orderId, order.userId, order.price, order.quantity + order.hidden,
               command::Instructions::modesOf(order.postOnly, order.selfTrade), order.filled});
  }
  state::Table& stops = image.table(TableKind::kStops);
  for (std::size_t i = 0; i < static_cast<std::size_t>(book.stops); i++) {
    const StopView& stop = stops_[book.firstStop + i];
    stops.add(
        {state::stop_rows::head(stop.side, stop.terms, stop.isWaiting, stop.selfTrade, stop.inPpm),
         stop.orderId, stop.userId, stop.limit, stop.quantity, stop.trigger, stop.best, stop.offset,
         stop.linked});
  }
  state::Table& timed = image.table(TableKind::kTimed);
  for (std::size_t i = 0; i < static_cast<std::size_t>(book.timed); i++) {
    const auto& [order, time] = timed_[book.firstTimed + i];
    timed.add({book.spec.symbol, order, time});
  }
}

}  // namespace tandem::matching

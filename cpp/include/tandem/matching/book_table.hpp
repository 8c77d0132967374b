#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "tandem/command/symbol_spec.hpp"
#include "tandem/matching/order_book.hpp"

namespace tandem::matching {

/**
 * The books of a shard by symbol: an array for small symbols, binary search for the others. A book
 * stays where it is. For one thread at a time.
 */
class BookTable {
 public:
  std::size_t size() const { return entries_.size(); }

  /** The i-th book by rising symbol, and what is traded in it. */
  OrderBook& book(std::size_t i) { return *entries_[i]; }
  const OrderBook& book(std::size_t i) const { return *entries_[i]; }
  const command::SymbolSpec& spec(std::size_t i) const { return entries_[i]->spec(); }

  /** The book of a symbol, or null. */
  OrderBook* get(i32 symbol) { return at(symbol); }
  const OrderBook* get(i32 symbol) const { return at(symbol); }

  /** Adds a book for a symbol, at least 0, that has none. */
  void add(std::unique_ptr<OrderBook> book);

 private:
  static constexpr i32 kDirect = 1 << 16;

  OrderBook* at(i32 symbol) const {
    const auto i = static_cast<u32>(symbol);
    return i < direct_.size() ? direct_[i] : find(symbol);
  }
  OrderBook* find(i32 symbol) const;

  std::vector<OrderBook*> direct_;
  std::vector<std::unique_ptr<OrderBook>> entries_;
};

}  // namespace tandem::matching

#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "tandem/command/symbol_spec.hpp"
#include "tandem/matching/matching_engine.hpp"
#include "tandem/state/state_image.hpp"

namespace tandem::matching {

/**
 * A copy of what rests in the books of a shard, in canonical order. Taken on the thread that owns
 * the shard, in time and memory proportional to its orders (56 bytes each); read by another one
 * after a safe hand-over.
 */
class MatchingCopy {
 public:
  void take(const MatchingEngine& matching);

  /** Writes the tables of the symbols and their orders from the copies of all shards. */
  static void write(const std::vector<MatchingCopy>& shards, state::StateImage& image);

 private:
  struct Book {
    command::SymbolSpec spec;
    command::SymbolState state;
    i64 buys;
    i64 sells;
    std::size_t firstOrder;
    i64 lastPrice;
    std::size_t firstStop;
    i64 stops;
    std::size_t firstTimed;
    i64 timed;
  };

  struct Order {
    i64 orderId;
    i64 userId;
    i64 price;
    i64 quantity;
    i64 hidden;
    i64 display;
    i64 filled;
    u8 postOnly;
    command::SelfTrade selfTrade;
  };

  void write(const Book& book, state::StateImage& image) const;

  std::vector<Book> books_;
  std::vector<Order> orders_;
  std::vector<StopView> stops_;
  /** The orders that a time ends, and when. */
  std::vector<std::pair<i64, i64>> timed_;
};

}  // namespace tandem::matching

#pragma once

#include <cstddef>
#include <vector>

#include "tandem/command/integers.hpp"

namespace tandem::command {

/**
 * One trade, 64 bytes. In an uncross the taker is the buy order and the maker the sell order. Tags
 * are the risk stage's handles of the two orders, opaque to matching.
 */
struct Outcome {
  /** The maker's order is filled and has left the book. */
  static constexpr u64 kMakerDone = 1;
  /** The taker's order is filled. */
  static constexpr u64 kTakerDone = 2;

  i64 takerOrderId;
  i64 makerOrderId;
  i64 takerUserId;
  i64 makerUserId;
  /** In ticks: the maker's, or the auction's. */
  i64 price;
  /** In lots. */
  i64 quantity;
  u32 takerTag;
  u32 makerTag;
  u64 flags;
};

static_assert(sizeof(Outcome) == 64);

/**
 * The trades of one command, in the order they happened, in a buffer that is used again for the
 * next command of the same slot. Owned by whoever owns the command; for one thread at a time.
 */
class Outcomes {
 public:
  /** Allocates the rows of the first trades, which otherwise the first trade does. */
  void preallocate() { rows_.reserve(kInitialTrades); }

  std::size_t count() const { return rows_.size(); }
  const Outcome& operator[](std::size_t i) const { return rows_[i]; }
  const Outcome* begin() const { return rows_.data(); }
  const Outcome* end() const { return rows_.data() + rows_.size(); }

  void add(const Outcome& trade) { rows_.push_back(trade); }

  /** Forgets all trades. A buffer that one sweep made large is given back. */
  void clear() {
    rows_.clear();
    if (rows_.capacity() > kRetainedTrades) {
      std::vector<Outcome>().swap(rows_);
      preallocate();
    }
  }

 private:
  static constexpr std::size_t kInitialTrades = 4;
  static constexpr std::size_t kRetainedTrades = 1024;

  std::vector<Outcome> rows_;
};

}  // namespace tandem::command

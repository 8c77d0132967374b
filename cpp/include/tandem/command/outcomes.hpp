#pragma once

#include <cstddef>
#include <vector>

#include "tandem/command/integers.hpp"
#include "tandem/command/symbol_state.hpp"

namespace tandem::command {

/**
 * A trade, or an order that left the book, shrank or came to rest without one; 64 bytes. It names
 * symbol, orders, users, side and hold tags itself, because its orders need not be the command's
 * own. What became of the command's own order, besides its trades, is in the fields of Command: a
 * cancel writes no row, nor does an order that rests.
 *
 *              0        8        16       24       32       40         48        56
 *     TRADE    | taker  | maker  | taker's| maker's| price  | lots     | tags    | kind, flags,
 *              | order  | order  | user   | user   |        |          |         | side, reason,
 *     RELEASE, | order  | open   | user   | 0      | price  | released | tag, 0  | symbol
 *     REST     |        | lots   |        |        |        | lots     |         |
 *     SLEEP,   | order  | open   | user   | 0      | limit  | trigger  | tag, 0  | reason: terms
 *     TRIGGER  |        | lots   |        |        |        | price    |         |
 *     STATE    | 0      | 0      | 0      | 0      | 0      | 0        | 0       | reason: state
 *
 * A SHOW, with the columns of a RELEASE, says how many lots of an iceberg are shown from here on,
 * in place of the released ones, at the end of the queue of its price. A SLEEP says that the
 * command's own order sleeps until its trigger, a TRIGGER that an order wakes: what it does
 * follows, its trades and a REST or RELEASE of the rest. A new kind needs a code here that is also
 * the code of its event record, and a case wherever readers switch over the kind: settlement and
 * event records. A row leaves exactly one event record.
 */
struct Outcome {
  /** Lots that two orders traded at one price. */
  static constexpr u8 kTrade = 2;
  /** Lots that left an order without a trade, for a reason. */
  static constexpr u8 kRelease = 3;
  /** An order that came to rest, behind the orders of its price. */
  static constexpr u8 kRest = 4;
  /** An order that is triggered and takes now. */
  static constexpr u8 kTrigger = 5;
  /** An order that sleeps until its trigger; it is in no book. */
  static constexpr u8 kSleep = 6;

  /** An iceberg that shows a part of its lots, behind the orders of its price. */
  static constexpr u8 kShow = 8;

  /** Reason of a SHOW: the command's own order came to rest, placed or moved. */
  static constexpr u8 kByEntry = 1;
  /** Reason of a SHOW: trades have used up the part before. */
  static constexpr u8 kByRefill = 2;
  /** Reason of a RELEASE: a triggered order's time in force did not let its rest in. */
  static constexpr u8 kByTerms = 1;
  /** Reason of a RELEASE: the rest of a triggered order had no room on its side of the book. */
  static constexpr u8 kByOverflow = 2;
  /** Reason of a RELEASE: the session ended, for which the order was good. */
  static constexpr u8 kBySessionEnd = 3;
  /** Reason of a RELEASE: the order has expired. */
  static constexpr u8 kByExpiry = 4;
  /** Reason of a RELEASE: the auction ended, for which the order was good. */
  static constexpr u8 kByAuctionEnd = 5;
  /** Reason of a RELEASE: a MASS_CANCEL cancelled the order. */
  static constexpr u8 kByMassCancel = 6;
  /** Reason of a RELEASE: the other leg of the order traded, was triggered, or left. */
  static constexpr u8 kByOco = 7;
  /** Reason of a RELEASE: the order would have traded with one of its own user or group; see
   * SelfTrade. */
  static constexpr u8 kBySelfTrade = 8;
  /** A symbol that has come into the SymbolState whose code is the reason. */
  static constexpr u8 kState = 7;

  /** The maker's order is filled and has left the book. */
  static constexpr u8 kMakerDone = 1;
  /** The taker's order is filled. */
  static constexpr u8 kTakerDone = 2;
  /**
   * A pair of a call auction. Both orders rested; the taker columns are the buy order's, the maker
   * columns the sell order's.
   */
  static constexpr u8 kAuction = 4;

  i64 takerOrderId;
  i64 makerOrderId;
  i64 takerUserId;
  i64 makerUserId;
  /** Ticks: of a trade the maker's or the auction's, otherwise at which the order rests. */
  i64 price;
  /** Lots that traded, or that left the order without a trade. */
  i64 quantity;
  /** The risk stage's handles of the two orders, opaque to matching. */
  u32 takerTag;
  u32 makerTag;
  u8 kind;
  u8 flags;
  /** Code of the taker's side, or of the order's that changed. */
  u8 side;
  /** Why an order changed without a trade; 0 if there is nothing to say. Of a STATE its code. */
  u8 reason;
  i32 symbol;

  /** An order that changed without a trade; released is 0 where it came to rest. */
  static Outcome change(u8 kind, i32 symbol, u8 side, u8 reason, i64 orderId, i64 userId, i64 price,
                        i64 released, i64 open, u32 tag) {
    return {orderId, open, userId, 0, price, released, tag, 0, kind, 0, side, reason, symbol};
  }

  /** A change of a symbol's state. */
  static Outcome ofState(i32 symbol, SymbolState state) {
    return change(kState, symbol, 0, static_cast<u8>(state), 0, 0, 0, 0, 0, 0);
  }

  bool isTrade() const { return kind == kTrade; }
  /** Whether it says that lots left or came to rest without a trade. */
  bool isChange() const { return kind == kRelease || kind == kRest; }
  bool isAuction() const { return (flags & kAuction) != 0; }
  bool makerDone() const { return (flags & kMakerDone) != 0; }
  bool takerDone() const { return (flags & kTakerDone) != 0; }

  /** The order that changed without a trade, its user, its handle and the lots that rest of it. */
  i64 orderId() const { return takerOrderId; }
  i64 userId() const { return takerUserId; }
  u32 tag() const { return takerTag; }
  i64 openQuantity() const { return makerOrderId; }
};

static_assert(sizeof(Outcome) == 64);
static_assert(offsetof(Outcome, kind) == 56);
static_assert(offsetof(Outcome, symbol) == 60);

/**
 * What a command did to orders, in the order it happened, in a buffer that is used again for the
 * next command of the same slot. Owned by whoever owns the command; for one thread at a time.
 */
class Outcomes {
 public:
  /** Allocates the first rows, which otherwise the first outcome does. */
  void preallocate() { rows_.reserve(kInitialRows); }

  std::size_t count() const { return rows_.size(); }
  /** Number of trades among the rows. */
  std::size_t trades() const { return rows_.size() - others_; }
  const Outcome& operator[](std::size_t i) const { return rows_[i]; }
  const Outcome* begin() const { return rows_.data(); }
  const Outcome* end() const { return rows_.data() + rows_.size(); }
  /** Up to here the rows are of what happened before ownEnd(). */
  const Outcome* own() const { return rows_.data() + ownEnd(); }

  void trade(const Outcome& trade) { rows_.push_back(trade); }
  /** Appends an order that changed without a trade. */
  void change(const Outcome& change) {
    rows_.push_back(change);
    others_++;
  }

  /** Takes back the last row, which is no trade. */
  void takeBack() {
    rows_.pop_back();
    others_--;
  }

  /**
   * The command's own order has come to what its fields say: later rows happened after that. Said
   * again it changes nothing.
   */
  void endOwn() { ownEnd_ = ownEnd_ == kAll ? static_cast<u32>(rows_.size()) : ownEnd_; }
  /**
   * Number of rows before the command's own order came to what its fields say: all, unless endOwn()
   * was called before the others, as by a command that sets off other orders.
   */
  std::size_t ownEnd() const { return ownEnd_ == kAll ? rows_.size() : ownEnd_; }

  /** Whether there is nothing to forget. */
  bool isClear() const { return rows_.empty() && ownEnd_ == kAll; }
  /** Forgets all rows. A buffer that one sweep made large is given back. */
  void clear() {
    rows_.clear();
    others_ = 0;
    ownEnd_ = kAll;
    if (rows_.capacity() > kRetainedRows) {
      std::vector<Outcome>().swap(rows_);
      preallocate();
    }
  }

 private:
  static constexpr std::size_t kInitialRows = 4;
  static constexpr std::size_t kRetainedRows = 1024;
  static constexpr u32 kAll = ~u32{0};

  std::vector<Outcome> rows_;
  /** How many of the rows are no trades. */
  u32 others_ = 0;
  /** kAll: after all rows. */
  u32 ownEnd_ = kAll;
};

}  // namespace tandem::command

#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "tandem/command/id_index.hpp"

namespace tandem::risk {

/** Whose an order is and what it spends and brings, by the numbers of the risk stage. */
struct OrderPlaces {
  u32 user;
  u32 symbol;
  /** The account it spends from: of the quote currency for a buy, of the base for a sell. */
  u32 holdAccount;
  /** The account that gets what the order brings. */
  u32 proceedsAccount;
};

/**
 * The risk stage's row for each live order of its users: owner, price, open and filled quantity as
 * last settled, and what is held for it. A row is found by its handle, which travels with the order
 * as its tag, or, if it is indexed, by user, symbol and order id.
 *
 * While moves of an order are not settled it is not yet what it will be. They are counted, and the
 * most lots that it may come to have are kept beside those that it has. Until the last of them is
 * settled nothing of the hold is given back, and the row stays, so that no handle in flight is
 * another order's.
 *
 * Two orders may be legs of a pair, of which one cancels the other. What is held for both is the
 * larger of their needs; how much of it stands in which row says nothing. A leg does not move.
 *
 * 80 bytes a row and, if indexed, 32 to 64 bytes for each beside it; rows are used again last-in
 * first-out, and all of them are copied when there are more. Open addressing with linear probing
 * and backshift deletion. For one thread at a time.
 */
class HeldOrders {
 public:
  /** The handle of no order. */
  static constexpr u32 kNone = 0;

  /** Indexed says whether orders are found by find(). */
  HeldOrders(u32 expected, bool indexed);

  /** Number of live orders. */
  u32 size() const { return size_; }
  /** The handle of an order of this user in this symbol, or kNone. */
  u32 find(i64 userId, i32 symbol, i64 orderId) const;
  /** Adds an order that find() did not find, without price, lots and hold; its handle. */
  u32 add(i64 userId, i32 symbol, i64 orderId, u8 side, const OrderPlaces& places);
  /** Forgets an order; its handle may be given to another one later. */
  void remove(u32 handle);

  /** Fetches the row of an order that is or was, or of kNone: both lines that it may be on. */
  [[gnu::always_inline]] void touch(u32 handle) const {
    __builtin_prefetch(&rows_[handle], 1);
    __builtin_prefetch(&rows_[handle].state, 1);
  }

  const OrderPlaces& places(u32 handle) const { return rows_[handle].places; }
  u8 side(u32 handle) const { return static_cast<u8>(rows_[handle].state); }
  /** Ticks, of what is settled. */
  i64 price(u32 handle) const { return rows_[handle].price; }
  void price(u32 handle, i64 ticks) { rows_[handle].price = ticks; }
  /** Open lots, of what is settled. */
  i64 open(u32 handle) const { return rows_[handle].open; }
  void open(u32 handle, i64 lots) { rows_[handle].open = lots; }
  /** The lots that have traded, of what is settled. */
  i64 filled(u32 handle) const { return rows_[handle].filled; }
  /** Adds lots that have traded; beyond 2^63 - 1 they are not counted, as in the book. */
  void addFilled(u32 handle, i64 lots) {
    i64& filled = rows_[handle].filled;
    if (__builtin_add_overflow(filled, lots, &filled)) {
      filled = std::numeric_limits<i64>::max();
    }
  }
  i64 held(u32 handle) const { return rows_[handle].held; }
  void held(u32 handle, i64 amount) { rows_[handle].held = amount; }

  /** The most lots that the order may have open before its last move is settled. */
  i64 mostOpen(u32 handle) const {
    // Lots that traded are gone, unless a move in flight names a quantity.
    return isResized(handle) ? rows_[handle].mostOpen : rows_[handle].open;
  }
  /** Whether a move that is not settled yet names a quantity: trades before it do not count. */
  bool isResized(u32 handle) const { return (rows_[handle].state & kResized) != 0; }
  /** A move in flight names a quantity. */
  void resize(u32 handle, i64 mostOpen) {
    rows_[handle].mostOpen = mostOpen;
    rows_[handle].state |= kResized;
  }
  /** A move is in flight. */
  void startMove(u32 handle) { rows_[handle].state += kMove; }
  /** A move is settled. */
  void endMove(u32 handle) { rows_[handle].state -= kMove; }
  /** Whether a move is in flight. */
  bool isMoving(u32 handle) const { return rows_[handle].state >= kMove; }
  /** Whether an order is a leg. */
  bool isLinked(u32 handle) const { return (rows_[handle].state & kLinked) != 0; }
  /** Whether an order is a leg, or a move of it is in flight. */
  bool isLinkedOrMoving(u32 handle) const { return rows_[handle].state >= kLinked; }
  /** The other leg of one. */
  u32 otherOf(u32 handle) const { return static_cast<u32>(rows_[handle].mostOpen); }
  /** Makes two orders a pair, which are no legs and do not move. */
  void link(u32 handle, u32 other) {
    rows_[handle].state |= kLinked;
    rows_[handle].mostOpen = other;
    rows_[other].state |= kLinked;
    rows_[other].mostOpen = handle;
  }
  /** Ends the pair of a leg: all that is held for both is held for it. */
  void part(u32 handle) {
    Row& own = rows_[handle];
    Row& other = rows_[otherOf(handle)];
    own.state &= ~kLinked;
    other.state &= ~kLinked;
    own.held += other.held;
    other.held = 0;
  }
  /** Every move is settled: the order may have no more lots than it has. */
  void settle(u32 handle) { rows_[handle].state &= ~kResized; }

 private:
  struct Row {
    i64 orderId = 0;
    i64 userId = 0;
    i64 price = 0;
    i64 open = 0;
    i64 held = 0;
    OrderPlaces places{};
    /** Of a leg the other leg's handle. */
    i64 mostOpen = 0;
    i32 symbol = 0;
    /** Side, kResized, kLinked, and above it how many moves are not settled; or the next free
     * handle. */
    u32 state = 0;
    i64 filled = 0;
  };
  static_assert(sizeof(Row) == 80);

  /** Beside the side: a move that is not settled yet has named a quantity. */
  static constexpr u32 kResized = u32{1} << 8;
  /** Beside that: the order is a leg. */
  static constexpr u32 kLinked = u32{1} << 9;
  static constexpr u32 kMove = u32{1} << 10;
  static constexpr int kBlockBits = 4;
  static constexpr u32 kMaxRows = u32{1} << 28;

  /**
   * Neighbouring order ids have neighbouring places, because they come and go together: blocks of
   * 16 are spread over the index, not single ids.
   */
  static u32 hash(i32 symbol, i64 orderId) {
    const u64 id = bitsOf(orderId);
    const u64 block = (id >> kBlockBits) + bitsOf(symbol) * 0x9E3779B97F4A7C15;
    return static_cast<u32>(command::IdIndex::mix(block)) << kBlockBits |
           (static_cast<u32>(id) & ((u32{1} << kBlockBits) - 1));
  }

  void insert(u64 place);
  void unindex(u32 handle);
  void growIndex();

  std::vector<Row> rows_;
  /** The hash in the upper half, the handle in the lower; 0 is an empty place. */
  std::vector<u64> index_;
  u32 free_ = kNone;
  u32 size_ = 0;
};

}  // namespace tandem::risk

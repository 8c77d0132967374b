#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "tandem/command/integers.hpp"
#include "tandem/command/self_trade.hpp"
#include "tandem/matching/self_trade_groups.hpp"

namespace tandem::matching {

/**
 * The memory of the books' orders: rows of 32 bytes, and the links of their queues, 8 bytes each,
 * in an array of their own. An order is addressed by its number, above 0.
 *
 *     row   | id | user | open lots | tag | side << 31, modes << 28, iceberg << 27,
 *                                         | partly filled << 26, level |
 *     link  | older | younger |
 *
 * The links are apart because the neighbours in a queue are touched for nothing else: eight orders'
 * links share a cache line. Rows are given out last-in first-out, so that a busy book works on few
 * cache lines. Full arrays are copied to ones of twice the size and never become smaller. For one
 * thread at a time.
 */
class OrderStore {
 public:
  /** Makes room for so many orders before it grows. */
  explicit OrderStore(u32 initialOrders);

  /** The number of a new order, in no queue yet. */
  u32 allocate(i64 id, i64 user, u32 tag, u32 side) {
    u32 order = free_;
    if (order != 0) {
      free_ = links_[order].younger;
    } else {
      order = fresh_;
      if (order == rows_.size()) {
        grow();
      }
      fresh_ = order + 1;
    }
    live_++;
    Row& row = rows_[order];
    row.id = id;
    row.user = user;
    row.tag = tag;
    row.place = side << kSideBit;
    return order;
  }

  /** Gives an order's row back. */
  void release(u32 order) {
    links_[order].younger = free_;
    free_ = order;
    live_--;
  }

  /** Number of orders that have a row. */
  u32 live() const { return live_; }

  /** Fetches the row and the links of an order that is or was, or of 0. */
  [[gnu::always_inline]] void touch(u32 order) const {
    __builtin_prefetch(&rows_[order], 1);
    __builtin_prefetch(&links_[order], 1);
  }
  /** Fetches the links of the order's neighbours. */
  [[gnu::always_inline]] void touchNeighbours(u32 order) const {
    __builtin_prefetch(&links_[links_[order].older], 1);
    __builtin_prefetch(&links_[links_[order].younger], 1);
  }

  i64 id(u32 order) const { return rows_[order].id; }
  i64 user(u32 order) const { return rows_[order].user; }
  u32 tag(u32 order) const { return rows_[order].tag; }
  /** The number of the level that the order stands at. */
  u32 level(u32 order) const { return rows_[order].place & kLevelMask; }
  /** Code of post only; 0 if the order may take. */
  u8 postOnly(u32 order) const {
    const u32 modes = modesOf(order);
    return static_cast<u8>(modes > kLastPostOnly ? 0 : modes);
  }
  /** The mode of self-trades with which the order takes when it is moved. */
  command::SelfTrade selfTrade(u32 order) const {
    const u32 modes = modesOf(order);
    return static_cast<command::SelfTrade>(modes > kLastPostOnly ? modes - kLastPostOnly : 0);
  }
  /** Sets the codes of an order that has had none: post only, or how it takes, or neither. */
  void modes(u32 order, u8 postOnly, command::SelfTrade selfTrade) {
    const bool takes = postOnly == 0 && selfTrade != command::SelfTrade::kNone;
    const u32 modes = takes ? kLastPostOnly + static_cast<u32>(selfTrade) : postOnly;
    rows_[order].place |= modes << kModesShift;
  }
  /** Gives a user a self-trade group, for orders that are here as for later ones; 0: none. */
  void group(i64 userId, i64 group) {
    if (groups_ == nullptr) {
      groups_ = std::make_unique<SelfTradeGroups>();
    }
    groups_->set(userId, group);
  }
  /** Whether two users count as one where self-trades are prevented. */
  bool areOne(i64 userId, i64 other) const {
    return userId == other || (groups_ != nullptr && groups_->areOne(userId, other));
  }
  /** Code of the side. */
  u32 side(u32 order) const { return rows_[order].place >> kSideBit; }
  /** Whether an order shows a part of its lots at most, also when it has no others any more. */
  bool isIceberg(u32 order) const { return (rows_[order].place & kIceberg) != 0; }
  /** Makes an order an iceberg that shows so many lots at most and hides none yet. */
  void iceberg(u32 order, i64 display) {
    if (order >= icebergs_.size()) {
      icebergs_.resize(std::size_t{order} * 2);
    }
    icebergs_[order] = {display, 0};
    rows_[order].place |= kIceberg;
  }
  /** The lots that an order shows at most; 0 of one that shows all. */
  i64 display(u32 order) const { return isIceberg(order) ? icebergs_[order].display : 0; }
  /** The open lots that an order does not show. */
  i64 hidden(u32 order) const { return isIceberg(order) ? icebergs_[order].hidden : 0; }
  /** Sets the hidden lots of an iceberg. */
  void hidden(u32 order, i64 lots) { icebergs_[order].hidden = lots; }
  /** The lots of an order that have traded, whether it took or not. */
  i64 filled(u32 order) const {
    return (rows_[order].place & kPartlyFilled) == 0 ? 0 : filled_[order];
  }
  /** Adds lots that have traded, which may be none; beyond 2^63 - 1 they are not counted. */
  void addFilled(u32 order, i64 lots) {
    if (lots == 0) {
      return;
    }
    i64 sum;
    if (__builtin_add_overflow(filled(order), lots, &sum)) {
      sum = std::numeric_limits<i64>::max();
    }
    filled_[order] = sum;
    rows_[order].place |= kPartlyFilled;
  }
  /** All open lots, hidden ones too. */
  i64 open(u32 order) const { return quantity(order) + hidden(order); }
  /** Open lots that the order shows. */
  i64 quantity(u32 order) const { return rows_[order].quantity; }
  void quantity(u32 order, i64 lots) { rows_[order].quantity = lots; }

  /** The next younger order of the queue, 0 at its end. */
  u32 next(u32 order) const { return links_[order].younger; }

  /** Makes an order the oldest of its queue; it may be 0. */
  void behead(u32 order) { links_[order].older = 0; }

  /**
   * Takes an order out of its queue, whose ends are the oldest order in the high half and the
   * youngest in the low half. Answers the ends without it, 0 if it was the only one.
   */
  u64 unlink(u32 order, u64 ends) {
    const Link link = links_[order];
    // At an end of the queue row 0 takes the write, for nobody reads it: no branch.
    links_[link.older].younger = link.younger;
    links_[link.younger].older = link.older;
    const u64 oldest = link.older == 0 ? u64{link.younger} << 32 : ends & ~kLow;
    return oldest | (link.younger == 0 ? link.older : ends & kLow);
  }

  /** Makes an order the youngest of the queue of a level; answers its ends, as in unlink(). */
  u64 append(u32 order, u64 ends, u32 level, i64 lots) {
    const u32 last = static_cast<u32>(ends);
    links_[last].younger = order;
    links_[order] = {last, 0};
    Row& row = rows_[order];
    row.quantity = lots;
    row.place = (row.place & ~kLevelMask) | level;
    return (ends == 0 ? u64{order} << 32 : ends & ~kLow) | order;
  }

 private:
  struct Row {
    i64 id;
    i64 user;
    i64 quantity;
    u32 tag;
    /**
     * The number of the level, whether it is partly filled, whether it is an iceberg, its modes, in
     * the highest bit the side.
     */
    u32 place;
  };
  static_assert(sizeof(Row) == 32);

  struct Link {
    u32 older;
    /** Of a free row the next free one. */
    u32 younger;
  };
  static_assert(sizeof(Link) == 8);

  /** What an iceberg has beside its row. */
  struct Iceberg {
    i64 display;
    i64 hidden;
  };

  static constexpr int kSideBit = 31;
  static constexpr int kModesShift = 28;
  static constexpr u32 kIceberg = u32{1} << 27;
  static constexpr u32 kPartlyFilled = u32{1} << 26;
  static constexpr u32 kLevelMask = kPartlyFilled - 1;
  /**
   * Modes up to this one are codes of post only. Above are those of a SelfTrade: an order that is
   * post only never takes, so it needs none.
   */
  static constexpr u32 kLastPostOnly = 3;
  static constexpr u64 kLow = 0xffff'ffff;
  static constexpr u32 kMinOrders = u32{1} << 12;
  /** What the bits of a level's number allow, for there is a level to an order at most. */
  static constexpr u32 kMaxOrders = kLevelMask;

  void grow();
  u32 modesOf(u32 order) const { return rows_[order].place >> kModesShift & 7; }

  std::vector<Row> rows_;
  std::vector<Link> links_;
  /** By the number of the order; empty until the first iceberg. */
  std::vector<Iceberg> icebergs_;
  /** By the number of the order its filled lots; of one that is not partly filled anything. */
  std::vector<i64> filled_;
  /** Null until a user is given a group. */
  std::unique_ptr<SelfTradeGroups> groups_;
  u32 fresh_ = 1;
  u32 free_ = 0;
  u32 live_ = 0;
};

}  // namespace tandem::matching

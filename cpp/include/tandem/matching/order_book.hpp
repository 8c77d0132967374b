#pragma once

#include <memory>
#include <utility>

#include "tandem/command/order_terms.hpp"
#include "tandem/command/outcomes.hpp"
#include "tandem/command/result_code.hpp"
#include "tandem/command/symbol_spec.hpp"
#include "tandem/command/symbol_state.hpp"
#include "tandem/matching/book_side.hpp"
#include "tandem/matching/book_view.hpp"
#include "tandem/matching/level_store.hpp"
#include "tandem/matching/linked_orders.hpp"
#include "tandem/matching/order_index.hpp"
#include "tandem/matching/order_store.hpp"
#include "tandem/matching/stop_orders.hpp"
#include "tandem/matching/timed_orders.hpp"

namespace tandem::matching {

/** The fields of a new order. */
struct NewOrder {
  /** Code of a side. */
  u8 side;
  /** Known order_terms: whether what is not filled at once rests. */
  u8 terms;
  /** Opaque; stored with the order and given back with every trade. */
  u32 tag;
  /** Limit in ticks, above 0. */
  i64 price;
  /** Lots, above 0. */
  i64 quantity;
  /** Any number but 0. */
  i64 orderId;
  i64 userId;
  /** Whether it takes from orders of its user. */
  command::SelfTrade selfTrade = command::SelfTrade::kNone;
};

/**
 * A price-time order book of one symbol.
 *
 * Prices are ticks and quantities lots, both from 1 to 2^63 - 1; order ids are any 64-bit number
 * but 0. The open lots of one side together must fit in 63 bits: an order that would break that is
 * refused with kOverflow.
 *
 * A command method returns lots (0 or more) or, negative, a refusal: minus the value of a
 * ResultCode. A refused command changes nothing. What it found besides is at foundSide(),
 * foundPrice(), foundTag() and foundQuantity() until the next command. Refusals are tested in the
 * order in which a method's contract lists them. A price, quantity or id outside the bounds above
 * is a misuse: std::invalid_argument, nothing changed.
 *
 * The book has a SymbolState. In a call auction orders accumulate and nothing matches; otherwise
 * they match, and the caller has seen to it that the state takes the command. An order trades with
 * another of the same user, unless its selfTrade says otherwise.
 *
 * For one thread at a time. Once it has reached its size the book allocates nothing, apart from an
 * auction; on the way there its orders are copied whenever their number doubles. It gives no memory
 * back.
 */
class OrderBook {
 public:
  /**
   * An empty book that takes its memory from stores which it shares with other books. Its outcomes
   * name its symbol.
   */
  OrderBook(OrderStore& orders, LevelStore& levels, const command::SymbolSpec& spec = {});
  OrderBook(const OrderBook&) = delete;
  OrderBook& operator=(const OrderBook&) = delete;

  /**
   * Matches an order and lets the rest of it rest, or vanish by its terms. One that is fill or
   * kill and would leave a rest vanishes whole, without a trade. Returns the lots not filled.
   * Trades are given best price first, then oldest order first.
   *
   * Refusals: kDuplicateOrderId, kOverflow.
   */
  [[nodiscard]] i64 place(const NewOrder& order, command::Outcomes& outcomes);

  /** Trades an order as its terms and the phase let it; the lots not filled, which do not rest. */
  [[nodiscard]] i64 match(const NewOrder& order, command::Outcomes& outcomes);

  /**
   * Puts a resting order at the end of the queue of its price, whatever its terms and the other
   * side. Returns its lots. Refusals: kDuplicateOrderId, kOverflow.
   */
  [[nodiscard]] i64 insert(const NewOrder& order);

  /**
   * Has an order that rests, and has had no modes, not take when it is moved, by this code of post
   * only, or 0; or take so.
   */
  void modes(i64 orderId, u8 postOnly, command::SelfTrade selfTrade) {
    orders_.modes(index_.get(orderId), postOnly, selfTrade);
  }
  /** Lots of an order that rests have traded. */
  void addFilled(i64 orderId, i64 lots) { orders_.addFilled(index_.get(orderId), lots); }
  /** Lots that its mode of self-trades has taken off the order that took. */
  i64 takePrevented() { return std::exchange(prevented_, 0); }

  /** Takes an order off the book; returns its open lots. Refusal: kUnknownOrder. */
  [[nodiscard]] i64 cancel(i64 orderId, i64 userId);

  /**
   * Takes lots off an order, which keeps its place in the queue; as many as are open, or more, take
   * it off the book. Returns the lots that are still open. Refusal: kUnknownOrder.
   */
  [[nodiscard]] i64 reduce(i64 orderId, i64 userId, i64 quantity);

  /**
   * Gives an order a new price and open quantity (0 keeps it). It goes to the end of the queue,
   * also at the same price, and takes like a new order; in an auction it only goes to the end of
   * the queue. Returns the lots that rest. Refusals: kUnknownOrder, kTooManyParts, those of
   * post_only_rule, kOverflow.
   */
  [[nodiscard]] i64 move(i64 orderId, i64 userId, i64 newPrice, i64 newQuantity,
                         command::Outcomes& outcomes);

  /** Sets the state of the book: kOk, kAlreadyInState or kBookCrossed. */
  [[nodiscard]] command::ResultCode setState(command::SymbolState next);

  /** Sets the state, unless the book crosses and may not in it: then false, nothing changed. */
  [[nodiscard]] bool enter(command::SymbolState next);

  /** Whether the best bid is at or above the best offer, as only an auction leaves them. */
  bool isCrossed() const;

  /**
   * Ends the call auction by the rule of CallAuction: kOk or kNotInAuction. foundPrice() is its
   * price (0: nothing crossed), foundQuantity() the lots that traded; buys are in the taker
   * columns.
   */
  [[nodiscard]] command::ResultCode uncross(command::Outcomes& outcomes);

  /** Side of the order that the last cancel, reduce or move found. */
  u8 foundSide() const { return foundSide_; }
  /** Price of the order that the last cancel or reduce found, the new one of a move. */
  i64 foundPrice() const { return foundPrice_; }
  /** Tag of the order that the last cancel, reduce or move found. */
  u32 foundTag() const { return foundTag_; }
  /**
   * Open lots, hidden ones too, of the order that the last cancel or reduce found; of a move before
   * it took, without those that its SelfTrade has cancelled.
   */
  i64 foundQuantity() const { return foundQuantity_; }

  /** Fetches where an order is looked up. */
  [[gnu::always_inline]] void touchIndex(i64 orderId) const { index_.touch(orderId); }
  /** Fetches the row of what probably is the order. */
  [[gnu::always_inline]] void touchOrder(i64 orderId) const {
    orders_.touch(index_.guess(orderId));
  }
  /**
   * Fetches what an order leaves, or if there is none the best level of the other side, and the
   * place of its price. Answers the tag that it probably rests with, or 0.
   */
  [[gnu::always_inline]] u32 touchPlaces(i64 orderId, u8 side, i64 price) const {
    const u32 order = index_.guess(orderId);
    orders_.touchNeighbours(order);
    levels_.touch(orders_.level(order));
    const BookSide& own = sides_[order == 0 ? u32{side} & 1 : orders_.side(order)];
    own.touch(own.key(price));
    return orders_.tag(order);
  }

  i32 symbol() const { return symbol_; }
  /** Price of the last trade in ticks, that of an uncross too; 0 before the first one. */
  i64 lastPrice() const { return lastPrice_; }
  /** Sets what lastPrice() says, for a book that is restored. */
  void lastPrice(i64 ticks) { lastPrice_ = ticks; }
  /** The orders that sleep; null if there never was one. */
  StopOrders* stops() { return stops_.get(); }
  const StopOrders* stops() const { return stops_.get(); }
  /** The orders that sleep, in this memory if there was none yet. */
  StopOrders& stops(StopStore& memory) {
    if (stops_ == nullptr) {
      stops_ = std::make_unique<StopOrders>(*this, memory);
      plain_ = false;
    }
    return *stops_;
  }
  /** The orders that a time ends; null if there never was one. */
  TimedOrders* timed() { return timed_.get(); }
  const TimedOrders* timed() const { return timed_.get(); }
  /** The orders that a time ends, in this memory if there was none yet. */
  TimedOrders& timed(TimedStore& memory) {
    if (timed_ == nullptr) {
      timed_ = std::make_unique<TimedOrders>(*this, memory);
      plain_ = false;
    }
    return *timed_;
  }
  /** The pairs of which one order cancels the other; null if there never was one. */
  LinkedOrders* links() { return links_.get(); }
  /** The same in this memory, if there was none yet. */
  LinkedOrders& links(OrderStore& memory) {
    if (links_ == nullptr) {
      links_ = std::make_unique<LinkedOrders>(*this, memory);
    }
    return *links_;
  }
  /** Removes an order, which rests or sleeps, and says so with a reason. */
  void leave(i64 orderId, u8 reason, command::Outcomes& outcomes);
  /** Whether an order has this id, also one that sleeps. */
  bool isLive(i64 orderId) {
    return index_.get(orderId) != 0 || (stops_ != nullptr && stops_->has(orderId));
  }
  command::SymbolState state() const { return state_; }
  /** Takes other limits and protection points, for what comes from now on. */
  void update(const command::SymbolSpec& spec);
  /** What is traded. */
  const command::SymbolSpec& spec() const { return spec_; }
  /** Whether no order command need be judged: it trades without limits; no stops, none timed. */
  bool isPlain() const { return plain_; }
  /** Whose the order of this id is, which rests in the book. */
  i64 userOf(i64 orderId) { return orders_.user(index_.get(orderId)); }
  /** Lots of an order that rests have traded; 0 if there is none. */
  i64 filledOf(i64 orderId) { return orders_.filled(index_.get(orderId)); }
  /** Code of the side of an order of this user that rests; -1 if there is none. */
  int restingSideOf(i64 orderId, i64 userId) {
    const u32 order = index_.get(orderId);
    return order == 0 || orders_.user(order) != userId ? -1 : static_cast<int>(orders_.side(order));
  }
  /** Open lots of an order of this user; 0 if there is none. */
  i64 openOf(i64 orderId, i64 userId);
  /** The orders of a side. */
  const BookSide& side(u8 code) const { return sides_[code]; }
  /** Whether an order of this side and limit would take. */
  bool crosses(u8 side, i64 price) const {
    const BookSide& other = sides_[side ^ 1];
    return other.crosses(other.key(price));
  }
  /** Whether an order slides that would take. */
  bool slides(i64 orderId) {
    const u32 order = index_.get(orderId);
    return order != 0 && orders_.postOnly(order) == command::kSlide;
  }
  /** Code of the side of an order of this user; -1 if there is none. */
  int sideOf(i64 orderId, i64 userId);
  /** The tag of an order of this user, also of one that sleeps, or 0. */
  u32 tagOf(i64 orderId, i64 userId);
  /** What rests in this book, which must not be changed while it is walked. */
  BookView view() const { return BookView(sides_, index_, orders_, levels_); }

 private:
  static constexpr i64 refusal(command::ResultCode code) { return -static_cast<i64>(code); }

  [[gnu::always_inline]] u32 append(BookSide& own, const NewOrder& order, i64 lots);
  u32 find(i64 orderId, i64 userId);
  /** Whether what would rest of an order overflows its side, which has so many other lots. */
  bool overflows(const BookSide& own, i64 others, i64 limit, const NewOrder& order) const;
  i64 take(BookSide& other, i64 limit, const NewOrder& order, command::Outcomes& outcomes);
  /** Trades the best buys with the best sells at one price. */
  void pair(i64 price, i64 volume, command::Outcomes& outcomes);
  void fillHead(BookSide& side, u32 level, u32 order, i64 lots);
  /** Forgets a filled head of a queue; the next order of the queue, or 0. */
  u32 bury(u32 order);
  friend class SelfTradeRule;
  friend class Icebergs;
  friend class LiveOrderCommands;

  i32 symbol_;
  OrderStore& orders_;
  LevelStore& levels_;
  OrderIndex index_;
  /** Both by code: no branch that half of the commands would mispredict. */
  BookSide sides_[2];
  /** 0 if there was no trade. */
  i64 lastPrice_ = 0;
  std::unique_ptr<StopOrders> stops_;
  std::unique_ptr<TimedOrders> timed_;
  std::unique_ptr<LinkedOrders> links_;
  command::SymbolState state_ = command::SymbolState::kContinuous;
  bool auction_ = false;
  bool plain_;
  u8 foundSide_ = 0;
  u32 foundTag_ = 0;
  i64 foundPrice_ = 0;
  i64 foundQuantity_ = 0;
  i64 prevented_ = 0;
  /** Behind what every command touches. */
  command::SymbolSpec spec_;
};

}  // namespace tandem::matching

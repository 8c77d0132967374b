#include "tandem/matching/matching_engine.hpp"

#include <memory>
#include <stdexcept>

#include "tandem/matching/icebergs.hpp"
#include "tandem/matching/limit_rule.hpp"
#include "tandem/matching/live_order_commands.hpp"
#include "tandem/matching/market_rule.hpp"
#include "tandem/matching/mass_cancel.hpp"
#include "tandem/matching/post_only_rule.hpp"
#include "tandem/matching/self_trade_rule.hpp"
#include "tandem/matching/state_rule.hpp"

namespace tandem::matching {

using command::Command;
using command::ResultCode;
using command::SymbolState;
namespace type = command::type;

namespace {

ResultCode codeOf(i64 refusal) { return static_cast<ResultCode>(-refusal); }

void endAuction(Command& c, OrderBook& book) {
  if (book.timed() != nullptr) {
    book.timed()->endAuction(c.outcomes);
  }
}

/** Ends the auction with trades. */
void uncross(Command& c, OrderBook& book) {
  c.result = book.uncross(c.outcomes);
  if (c.result == ResultCode::kOk) {
    c.orderPrice = book.foundPrice();
    c.filledQuantity = book.foundQuantity();
    c.outcomes.change(command::Outcome::ofState(c.symbol, book.state()));
    endAuction(c, book);
  }
}

void setState(Command& c, OrderBook& book, SymbolState state) {
  c.result = book.setState(state);
  if (c.result == ResultCode::kOk) {
    c.outcomes.change(command::Outcome::ofState(c.symbol, state));
    if (state != SymbolState::kAuction) {
      endAuction(c, book);
    }
  }
}

/** Says how much is due still, once all is done that one command does. */
void tick(Command& c, OrderBook& book) {
  c.openQuantity = book.timed() == nullptr ? 0 : book.timed()->due(c.timestampNs);
  if (book.stops() != nullptr && command::symbol_state::cascades(book.state())) {
    c.openQuantity += book.stops()->waiting();
  }
}

void endSession(Command& c, OrderBook& book) {
  c.result = ResultCode::kOk;
  if (book.timed() != nullptr) {
    book.timed()->endSession(c.outcomes);
    c.openQuantity = book.timed()->count();
  }
}

}  // namespace

inline void MatchingEngine::place(Command& c, OrderBook& book, command::SelfTrade mode) {
  const i64 rest = book.place(
      {c.side, c.terms, c.holdTag, c.price, c.quantity, c.orderId, c.userId, mode}, c.outcomes);
  if (rest < 0) {
    c.result = codeOf(rest);
    return;
  }
  c.result = ResultCode::kOk;
  c.orderSide = c.side;
  c.orderPrice = c.price;
  c.filledQuantity = c.quantity - rest;
  if (c.terms == command::kGtc) {
    c.openQuantity = rest;
  } else if (command::order_terms::rests(c.terms)) {
    c.openQuantity = rest;
    takeTime(c, book);
  } else {
    c.releasedQuantity = rest;
  }
}

/** Judges in the order of OrderBook::place(); what lacks its minimum never rests. */
void MatchingEngine::placeMinimum(Command& c, OrderBook& book) {
  const BookSide& other = book.side(static_cast<u8>(c.side ^ 1));
  const i64 least = c.instructions.get()->minQuantity();
  const NewOrder order{c.side,     c.terms,   c.holdTag, c.price,
                       c.quantity, c.orderId, c.userId,  SelfTradeRule::modeOf(c)};
  if (SelfTradeRule::trades(book, other, other.key(c.price), order, least) ||
      book.isLive(c.orderId)) {
    return place(c, book, order.selfTrade);
  }
  c.result = ResultCode::kOk;
  c.orderSide = c.side;
  c.orderPrice = c.price;
  c.releasedQuantity = c.quantity;
}

inline void MatchingEngine::apply(Command& c, OrderBook& book) {
  switch (c.type) {
    case type::kPlace:
      if (c.instructions.get() == nullptr && command::order_terms::isPlain(c.terms)) {
        return place(c, book, command::SelfTrade::kNone);
      }
      placeInstructed(c, book);
      SelfTradeRule::end(c, book, SelfTradeRule::modeOf(c));
      Icebergs::placed(c, book);
      return link(c, book);
    case type::kCancel:
      return LiveOrderCommands::cancel(c, book);
    case type::kReduce:
      return LiveOrderCommands::reduce(c, book);
    case type::kMove:
      return LiveOrderCommands::move(c, book);
    case type::kAmend:
      return LiveOrderCommands::amend(c, book);
    case type::kStartAuction:
      return setState(c, book, SymbolState::kAuction);
    case type::kSetState:
      return setState(c, book, static_cast<SymbolState>(c.terms));
    case type::kEndSession:
      return endSession(c, book);
    case type::kMassCancel:
      return MassCancel(c, book).apply();
    case type::kTick:
      c.result = ResultCode::kOk;
      return;
    default:
      return uncross(c, book);
  }
}

void MatchingEngine::placeInstructed(Command& c, OrderBook& book) {
  if (!LinkedOrders::admits(c, book)) {
    return;
  }
  if (command::order_terms::hasTrigger(c.terms)) {
    return placeStop(c, book);
  }
  if (!command::order_terms::isLimit(c.terms)) {
    market_rule::place(c, book);
    return takeTime(c, book);
  }
  if (command::order_terms::isForAuction(c.terms)) {
    // A plain book, which is in no auction, asks nobody else.
    return state_rule::admits(c, book) ? place(c, book, SelfTradeRule::modeOf(c)) : void();
  }
  if (const u8 code = c.instructions.get()->postOnly(); code != 0) {
    post_only_rule::place(c, book, code);
    return takeTime(c, book);
  }
  placeMinimum(c, book);
}

void MatchingEngine::takeTime(const Command& c, OrderBook& book) {
  if (c.openQuantity == 0) {
    return;
  }
  if (command::order_terms::expires(c.terms)) {
    timedOf(book).add(c.orderId, c.instructions.get()->expireTime());
  } else if (command::order_terms::endsWithSession(c.terms)) {
    timedOf(book).add(c.orderId, TimedOrders::kSession);
  } else if (command::order_terms::isForAuction(c.terms)) {
    timedOf(book).add(c.orderId, TimedOrders::kAuction);
  }
}

TimedOrders& MatchingEngine::timedOf(OrderBook& book) {
  if (timed_ == nullptr) {
    timed_ = std::make_unique<TimedStore>();
  }
  return book.timed(*timed_);
}

bool MatchingEngine::restoreTimed(OrderBook& book, i64 orderId, i64 expireTime) {
  TimedOrders& orders = timedOf(book);
  if (!book.isLive(orderId) || orders.has(orderId)) {
    return false;
  }
  orders.add(orderId, expireTime);
  return true;
}

/** Judges in the order of OrderBook::place(). */
void MatchingEngine::placeStop(Command& c, OrderBook& book) {
  StopOrders& stops = stopsOf(book);
  if (!market_rule::admits(c, book)) {
    return;
  }
  if (book.isLive(c.orderId)) {
    c.reject(ResultCode::kDuplicateOrderId);
  } else if (!command::order_terms::trails(c.terms) &&
             StopOrders::isReached(c.terms, c.side, c.instructions.get()->triggerPrice(),
                                   book.lastPrice())) {
    stops.reportTrigger(c);
    if (command::order_terms::neverRests(c.terms)) {
      market_rule::take(c, book);
    } else {
      place(c, book, SelfTradeRule::modeOf(c));
    }
    if (c.isRejected()) {
      c.outcomes.takeBack();
    }
  } else {
    stops.place(c);
    takeTime(c, book);
  }
}

StopOrders& MatchingEngine::stopsOf(OrderBook& book) {
  if (sleeping_ == nullptr) {
    sleeping_ = std::make_unique<StopStore>();
  }
  return book.stops(*sleeping_);
}

LinkedOrders& MatchingEngine::linksOf(OrderBook& book) {
  if (linked_ == nullptr) {
    linked_ = std::make_unique<OrderStore>(0);
  }
  return book.links(*linked_);
}

void MatchingEngine::link(const Command& c, OrderBook& book) {
  const i64 other = c.instructions.get() == nullptr ? 0 : c.instructions.get()->linkedOrder();
  if (other != 0 && !c.isRejected()) {
    linksOf(book).link(c.orderId, other);
  }
}

bool MatchingEngine::restoreLink(OrderBook& book, i64 asleep, i64 resting) {
  const bool mayBe = LinkedOrders::mayLink(book, asleep, resting);
  if (mayBe) {
    linksOf(book).link(asleep, resting);
  }
  return mayBe;
}

bool MatchingEngine::restoreStop(OrderBook& book, const StopView& stop, u32 tag) {
  StopOrders& stops = stopsOf(book);
  if (book.isLive(stop.orderId) || (!stop.isWaiting && !stops.maySleep(stop))) {
    return false;
  }
  stops.add(stop, tag);
  return true;
}

MatchingEngine::MatchingEngine(u32 shard, u32 shardCount, u32 initialOrders)
    : shard_(shard), shardCount_(shardCount), orders_(initialOrders), levels_(orders_) {
  if (shard >= shardCount) {
    throw std::invalid_argument("a matching shard that is not below the number of shards");
  }
}

void MatchingEngine::match(Command& c) {
  if (type::isOfBook(c.type)) {
    if (!owns(c.symbol)) {
      return;
    }
    if (!c.isRejected()) {
      OrderBook* book = books_.get(c.symbol);
      if (book == nullptr) {
        c.reject(ResultCode::kUnknownSymbol);
      } else if (book->isPlain() && type::isOfOrder(c.type)) {
        // Where nothing slept before it, nothing is triggered but perhaps its own order.
        apply(c, *book);
      } else {
        matchJudged(c, *book);
      }
    } else if (timed_ != nullptr) {
      expireBeside(c);
    }
  } else if (type::specifies(c.type)) {
    specify(c);
  } else if (c.type == type::kSetSelfTradeGroup && !c.isRejected()) {
    group(c.userId, c.groupId());
  }
}

void MatchingEngine::matchJudged(Command& c, OrderBook& book) {
  bool inUse = false;
  if (book.timed() != nullptr) {
    // Nothing is held for a new order whose id was live when it came.
    inUse = c.type == type::kPlace && (book.timed()->has(c.orderId) ||
                                       (book.links() != nullptr && book.links()->has(c.orderId)));
    expire(c, book);
  }
  const std::size_t expired = c.outcomes.count();
  if (!market_rule::admits(c, book) || !state_rule::admits(c, book) ||
      !limit_rule::admits(c, book)) {
    return;
  }
  if (LinkedOrders::refuses(c, book)) {
    return;
  }
  if (inUse) {
    return c.reject(ResultCode::kDuplicateOrderId);
  }
  apply(c, book);
  if (book.links() != nullptr && !c.isRejected()) {
    book.links()->after(c, expired);
  }
  if (book.stops() != nullptr && !c.isRejected() && command::symbol_state::cascades(book.state())) {
    book.stops()->cascade(c);
  }
  if (book.timed() != nullptr) {
    book.timed()->forget(c, expired);
  }
  if (c.type == type::kTick) {
    tick(c, book);
  }
}

void MatchingEngine::expire(Command& c, OrderBook& book) {
  const std::size_t before = c.outcomes.count();
  book.timed()->expire(c.timestampNs, c.outcomes);
  if (book.links() != nullptr) {
    book.links()->follow(c.outcomes, before);
  }
}

void MatchingEngine::expireBeside(Command& c) {
  OrderBook* book = books_.get(c.symbol);
  if (book != nullptr && book->timed() != nullptr && c.result != ResultCode::kLogFull) {
    expire(c, *book);
  }
}

void MatchingEngine::specify(Command& c) {
  // Admission lets no other pass.
  if (owns(c.symbol) && !c.isRejected()) {
    if (c.type == type::kAddSymbol) {
      books_.add(std::make_unique<OrderBook>(orders_, levels_, *c.spec));
    } else {
      books_.get(c.symbol)->update(*c.spec);
    }
    c.result = ResultCode::kOk;
  }
}

}  // namespace tandem::matching

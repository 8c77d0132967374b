#include "tandem/matching/live_order_commands.hpp"

#include "tandem/matching/icebergs.hpp"
#include "tandem/matching/post_only_rule.hpp"
#include "tandem/matching/stop_commands.hpp"

namespace tandem::matching {

using command::Command;
using command::ResultCode;

namespace {

ResultCode codeOf(i64 refusal) { return static_cast<ResultCode>(-refusal); }

}  // namespace

void LiveOrderCommands::found(Command& c, const OrderBook& book) {
  c.result = ResultCode::kOk;
  c.orderSide = book.foundSide();
  c.orderPrice = book.foundPrice();
  c.foundTag = book.foundTag();
}

void LiveOrderCommands::cancel(Command& c, OrderBook& book) {
  const i64 released = book.cancel(c.orderId, c.userId);
  if (released < 0) {
    return stop_commands::cancel(c, book);
  }
  found(c, book);
  c.releasedQuantity = released;
}

void LiveOrderCommands::reduce(Command& c, OrderBook& book) {
  const i64 open = book.reduce(c.orderId, c.userId, c.quantity);
  if (open < 0) {
    return stop_commands::reduce(c, book);
  }
  found(c, book);
  c.releasedQuantity = book.foundQuantity() - open;
  c.openQuantity = open;
}

void LiveOrderCommands::move(Command& c, OrderBook& book) {
  if (!move(c, c.quantity, book)) {
    stop_commands::move(c, book);
  }
}

bool LiveOrderCommands::move(Command& c, i64 lots, OrderBook& book) {
  const i64 open = book.move(c.orderId, c.userId, c.price, lots, c.outcomes);
  if (open < 0) {
    c.result = codeOf(open);
    return c.result != ResultCode::kUnknownOrder;
  }
  found(c, book);
  c.filledQuantity = book.foundQuantity() - open;
  c.openQuantity = open;
  return true;
}

void LiveOrderCommands::amend(Command& c, OrderBook& book) {
  const u32 order = book.find(c.orderId, c.userId);
  if (order == 0) {
    return stop_commands::amend(c, book);
  }
  if (c.instructions.get() != nullptr) {
    // All that it may say is a trigger.
    return c.reject(ResultCode::kInvalidTrigger);
  }
  const i64 open = openOf(c, order, book.orders_);
  if (open == 0) {
    return cancel(c, book);
  }
  if (!Icebergs::mayHave(book, order, open)) {
    return c.reject(ResultCode::kTooManyParts);
  }
  const i64 before = book.foundQuantity();
  const i64 price = post_only_rule::priceOf(c, book.orders_.postOnly(order), open, book,
                                            static_cast<u8>(book.orders_.side(order)));
  const BookSide& own = book.side(book.foundSide());
  if (price < 0) {
    c.result = codeOf(price);
  } else if (open > before || price != own.key(book.levels_.key(book.orders_.level(order)))) {
    move(c, open, book);
  } else {
    if (open < before) {
      static_cast<void>(book.reduce(c.orderId, c.userId, before - open));
    }
    found(c, book);
    c.orderPrice = price;
    c.releasedQuantity = before - open;
    c.openQuantity = open;
  }
}

}  // namespace tandem::matching

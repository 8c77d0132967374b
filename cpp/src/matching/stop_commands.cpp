#include "tandem/matching/stop_commands.hpp"

#include <algorithm>

namespace tandem::matching::stop_commands {

using command::Command;
using command::ResultCode;

namespace {

/** The order that a command names; 0, and the command is refused, if there is none. */
u32 find(Command& c, OrderBook& book) {
  const u32 order = book.stops() == nullptr ? 0 : book.stops()->find(c.orderId, c.userId);
  if (order == 0) {
    c.reject(ResultCode::kUnknownOrder);
  }
  return order;
}

void takeOff(Command& c, u32 order, i64 lots, StopOrders& stops) {
  stops.found(c, order);
  c.releasedQuantity = lots;
  c.openQuantity = stops.lots(order) - lots;
  if (c.openQuantity == 0) {
    stops.forget(order);
  } else if (lots != 0) {
    stops.takeOff(order, lots);
  }
}

void move(Command& c, u32 order, i64 lots, i64 trigger, StopOrders& stops) {
  stops.move(order, c.price, lots, trigger);
  stops.found(c, order);
  c.openQuantity = lots;
  stops.reportSleep(c, order);
}

/** The trigger that an AMEND names; 0 if it names none. */
i64 triggerOf(const Command& c) {
  const command::Instructions* said = c.instructions.get();
  return said == nullptr ? 0 : said->triggerPrice();
}

bool keepsPlace(const Command& c, u32 order, const StopOrders& stops) {
  const i64 trigger = triggerOf(c);
  const bool isSame =
      trigger == 0 || (stops.namesTrigger(order) && trigger == stops.triggerOf(order));
  return isSame && c.price == stops.limit(order) && c.quantity <= stops.lots(order);
}

}  // namespace

bool onlyTakesOff(const Command& c, OrderBook& book) {
  const bool mayBeHere = c.type == command::type::kAmend && book.stops() != nullptr;
  const u32 order = mayBeHere ? book.stops()->find(c.orderId, c.userId) : 0;
  return order != 0 && keepsPlace(c, order, *book.stops());
}

void cancel(Command& c, OrderBook& book) {
  if (const u32 order = find(c, book); order != 0) {
    takeOff(c, order, book.stops()->lots(order), *book.stops());
  }
}

void reduce(Command& c, OrderBook& book) {
  if (const u32 order = find(c, book); order != 0) {
    takeOff(c, order, std::min(c.quantity, book.stops()->lots(order)), *book.stops());
  }
}

void move(Command& c, OrderBook& book) {
  if (const u32 order = find(c, book); order != 0) {
    const i64 lots = c.quantity == 0 ? book.stops()->lots(order) : c.quantity;
    move(c, order, lots, 0, *book.stops());
  }
}

void amend(Command& c, OrderBook& book) {
  const u32 order = find(c, book);
  if (order == 0) {
    return;
  }
  StopOrders& stops = *book.stops();
  const i64 trigger = triggerOf(c);
  if (trigger != 0 && !stops.namesTrigger(order)) {
    return c.reject(ResultCode::kInvalidTrigger);
  }
  if (keepsPlace(c, order, stops)) {
    takeOff(c, order, stops.lots(order) - c.quantity, stops);
  } else {
    move(c, order, c.quantity, trigger, stops);
  }
}

}  // namespace tandem::matching::stop_commands

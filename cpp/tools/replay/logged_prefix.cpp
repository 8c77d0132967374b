#include "logged_prefix.hpp"

#include <algorithm>
#include <string>

#include "../type_name.hpp"
#include "../wal/arguments.hpp"

namespace tandem::tool {
namespace {

using command::CommandInput;

bool isSame(const CommandInput& a, const CommandInput& b) {
  return a.type == b.type && a.timestampNs == b.timestampNs && a.symbol == b.symbol &&
         a.userId == b.userId && a.orderId == b.orderId && a.side == b.side &&
         a.orderType == b.orderType && a.price == b.price && a.quantity == b.quantity &&
         a.amount == b.amount && a.transactionId == b.transactionId && a.currency == b.currency &&
         a.hasSpec == b.hasSpec && (!a.hasSpec || a.spec == b.spec);
}

std::string describe(const CommandInput& c) {
  return typeName(c.type) + "[symbol=" + std::to_string(c.symbol) +
         ", user=" + std::to_string(c.userId) + ", order=" + std::to_string(c.orderId) +
         ", side=" + std::to_string(c.side) + ", type=" + std::to_string(c.orderType) +
         ", price=" + std::to_string(c.price) + ", quantity=" + std::to_string(c.quantity) +
         "] at " + std::to_string(c.timestampNs) + " ns";
}

}  // namespace

void LoggedPrefix::onResult(const command::Command& c) {
  const i64 number = c.sequence;
  const auto setUp = static_cast<i64>(setup_.size());
  first_ = std::min(first_, number);
  checkLength(number + 1);
  CommandInput expected;
  if (number < setUp) {
    setup_.fill(static_cast<std::size_t>(number), expected);
  } else {
    flow_.fill(static_cast<std::size_t>(number - setUp), expected);
  }
  if (!isSame(c, expected)) {
    throw BadInputException(directory_.string() + ": command " + std::to_string(number) +
                            " of the log is " + describe(c) +
                            ", this input and these options make " + describe(expected) +
                            ": the log is of another replay");
  }
  if (number >= setUp) {
    take_(static_cast<std::size_t>(number - setUp), c);
  }
}

void LoggedPrefix::checkLength(i64 commands) const {
  const auto all = static_cast<i64>(setup_.size() + flow_.commands.size());
  if (commands > all) {
    throw BadInputException(directory_.string() + ": the log has " + std::to_string(commands) +
                            " commands, this replay only " + std::to_string(all) +
                            ": it is of another replay");
  }
}

std::size_t LoggedPrefix::firstTold() const {
  const auto setUp = static_cast<i64>(setup_.size());
  return static_cast<std::size_t>(
      std::clamp(first_ - setUp, i64{0}, static_cast<i64>(flow_.commands.size())));
}

}  // namespace tandem::tool

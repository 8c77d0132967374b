#include "record_choice.hpp"

#include <algorithm>
#include <limits>

namespace tandem::tool {

namespace type = command::type;

i64 RecordChoice::lastSequence() const {
  return hasEnd() ? to->sequence : std::numeric_limits<i64>::max();
}

bool RecordChoice::includes(i64 sequence, i64 timeNs) const {
  return sequence >= firstSequence() && sequence <= lastSequence() &&
         (!from || !from->isTime() || timeNs >= from->timeNs) &&
         (!to || !to->isTime() || timeNs <= to->timeNs);
}

bool RecordChoice::isOfSymbol(const command::CommandInput& c) const {
  return !symbol || ((type::isOfBook(c.type) || c.type == type::kAddSymbol) && c.symbol == *symbol);
}

bool RecordChoice::includes(const command::CommandInput& c) const {
  return isOfSymbol(c) && (!user || c.userId == *user) &&
         (!order || (c.orderId == *order && !type::isAdministrative(c.type)));
}

bool RecordChoice::includesAnswered(const command::Command& c) const {
  return includes(c) ||
         (isOfSymbol(c) && std::any_of(c.outcomes.begin(), c.outcomes.end(),
                                       [this](const auto& trade) { return includes(trade); }));
}

bool RecordChoice::includes(const command::Outcome& trade) const {
  return ((!user || trade.takerUserId == *user) && (!order || trade.takerOrderId == *order)) ||
         ((!user || trade.makerUserId == *user) && (!order || trade.makerOrderId == *order));
}

}  // namespace tandem::tool

#include "replay_handler.hpp"

#include <algorithm>

#include "../type_name.hpp"
#include "tandem/command/result_code.hpp"

namespace tandem::tool {
namespace {

using command::Command;
using command::ResultCode;
namespace type = command::type;

/** The sum of what is not negative; once it does not fit it stays kOver. */
i64 sumOrOver(i64 sum, i64 more) {
  i64 next;
  return sum == ReplayResult::kOver || __builtin_add_overflow(sum, more, &next)
             ? ReplayResult::kOver
             : next;
}

}  // namespace

ReplayHandler::ReplayHandler(const Flow& flow, const ReplayOptions& options,
                             const Schedule* schedule, ReplayResult& into)
    : flow_(flow),
      keepsTrades_(options.keepsTrades),
      keepsAnswers_(options.keepsAnswers),
      schedule_(schedule),
      into_(into) {
  into_.answers.resize(command::kResultCodes);
  const std::size_t timed =
      schedule_ == nullptr ? flow.commands.size() / kSample + 1 : flow.commands.size();
  samples_.reserve(timed);
  sentNs_.resize(schedule_ == nullptr ? timed : 0);
  into_.keptAnswers.reserve(keepsAnswers_ ? flow.commands.size() : 0);
}

void ReplayHandler::onResult(const Command& c) {
  if (c.type == type::kQuery) {
    return;
  }
  if (isFull()) {
    return;
  }
  if (c.result == ResultCode::kLogFull) {
    full_.store(true, std::memory_order_release);
    return;
  }
  answeredBeforeFull_++;
  if (settingUp_) {
    refusedSetUps_ += c.isRejected() ? 1 : 0;
    return;
  }
  const std::size_t index = next_++;
  if (schedule_ != nullptr) {
    samples_.push_back(std::max(i64{0}, nowNs() - schedule_->due(index)));
  } else if (index % kSample == 0) {
    samples_.push_back(nowNs() - sentNs_[index / kSample]);
  }
  take(index, c);
  if (next_ == flow_.commands.size()) {
    finishedNs_ = nowNs();
  }
}

void ReplayHandler::take(std::size_t index, const Command& c) {
  into_.answers[static_cast<std::size_t>(c.result)]++;
  for (const command::Outcome& trade : c.outcomes) {
    count(index, trade);
  }
  if (keepsAnswers_) {
    into_.keptAnswers.push_back({c.result, c.orderSide, c.orderPrice, c.releasedQuantity});
  }
  check(index, c);
}

void ReplayHandler::count(std::size_t index, const command::Outcome& trade) {
  into_.trades++;
  into_.lots = sumOrOver(into_.lots, trade.quantity);
  i64 value;
  into_.turnover = __builtin_mul_overflow(trade.price, trade.quantity, &value)
                       ? ReplayResult::kOver
                       : sumOrOver(into_.turnover, value);
  if (keepsTrades_) {
    into_.keptTrades.push_back(
        {index, trade.takerOrderId, trade.makerOrderId, trade.price, trade.quantity});
  }
}

/** Compares with what the file says must come of a command. */
void ReplayHandler::check(std::size_t index, const Command& c) {
  if (c.isRejected()) {
    if (flow_.isOracle() || isExpected(index)) {
      into_.mismatches.add(flow_.place(index), describe(index), std::string(nameOf(c.result)),
                           "to be accepted");
    }
    return;
  }
  const i64 expected = flow_.commands[index].quantity;
  if (c.type == type::kUncross) {
    checkUncross(index, c);
  } else if (c.type == type::kCancel && expected != Flow::kUnchecked &&
             c.releasedQuantity != expected) {
    into_.mismatches.add(flow_.place(index),
                         "the remaining quantity of order " + std::to_string(c.orderId),
                         std::to_string(c.releasedQuantity), std::to_string(expected));
  }
}

/** Quantity and price are each checked by itself: a file may tell one without the other. */
void ReplayHandler::checkUncross(std::size_t index, const Command& c) {
  const FlowCommand& asked = flow_.commands[index];
  if (asked.quantity != Flow::kUnchecked && c.filledQuantity != asked.quantity) {
    into_.mismatches.add(flow_.place(index), "the quantity of the uncross",
                         std::to_string(c.filledQuantity), std::to_string(asked.quantity));
  }
  const i64 unit = flow_.symbols[static_cast<std::size_t>(asked.symbol)].priceUnit;
  if (asked.price != 0 && c.orderPrice != asked.price) {
    into_.mismatches.add(flow_.place(index), "the price of the uncross",
                         std::to_string(c.orderPrice * unit), std::to_string(asked.price * unit));
  }
}

/** Whether the file says what must come of a command. */
bool ReplayHandler::isExpected(std::size_t index) const {
  const FlowCommand& asked = flow_.commands[index];
  const bool told = asked.quantity != Flow::kUnchecked;
  return (asked.type == type::kCancel && told) ||
         (asked.type == type::kUncross && (told || asked.price != 0));
}

std::string ReplayHandler::describe(std::size_t index) const {
  const FlowCommand& asked = flow_.commands[index];
  const std::string name = "the answer to " + typeName(asked.type);
  return type::isAdministrative(asked.type) ? name
                                            : name + " of order " + std::to_string(asked.orderId);
}

}  // namespace tandem::tool

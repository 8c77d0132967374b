#include "tandem/statemachine/admission.hpp"

#include <chrono>
#include <limits>

#include "tandem/command/command_sum.hpp"

namespace tandem::statemachine {

using command::Command;
using command::ResultCode;
namespace client_window = command::client_window;
namespace type = command::type;

i64 systemClockNs() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

namespace {

bool hasBudget(const Command& c) {
  return c.instructions.get() != nullptr && c.instructions.get()->budget() != 0;
}

/** Whether what an order says of its trigger fits its type. */
bool isTrigger(const command::Instructions& said, bool sleeps, bool trails) {
  if (trails) {
    return command::Instructions::isOffset(said.trailing(), said.trailsInPpm());
  }
  const bool fits = sleeps ? said.triggerPrice() > 0 : said.triggerPrice() == 0;
  return fits && said.trailing() == 0 && !said.trailsInPpm();
}

/** Whether an order of these terms waits for a price, at which the other leg leaves. */
bool mayBeLeg(u8 terms) {
  return command::order_terms::hasTrigger(terms) ||
         (command::order_terms::isLimit(terms) && command::order_terms::rests(terms));
}

ResultCode checkInstructions(const Command& c) {
  const command::Instructions* said = c.instructions.get();
  const bool isLimit = command::order_terms::isLimit(c.terms);
  if (said == nullptr && isLimit) {
    return command::order_terms::expires(c.terms) ? ResultCode::kInvalidExpireTime
                                                  : ResultCode::kPending;
  }
  const bool sleeps = command::order_terms::hasTrigger(c.terms);
  const bool contradict = !isLimit && command::order_terms::contradict(c.terms);
  const bool expires = command::order_terms::expires(c.terms);
  if (said == nullptr) {
    return sleeps       ? ResultCode::kInvalidTrigger
           : expires    ? ResultCode::kInvalidExpireTime
           : contradict ? ResultCode::kContradictoryInstruction
                        : ResultCode::kPending;
  }
  if (said->isUnsupported()) {
    return ResultCode::kUnsupportedInstruction;
  }
  const bool trails = command::order_terms::trails(c.terms);
  if (!isTrigger(*said, sleeps, trails)) {
    return ResultCode::kInvalidTrigger;
  }
  const i64 shown = said->displayQuantity();
  if (shown < 0 || shown > c.quantity) {
    return ResultCode::kInvalidDisplayQuantity;
  }
  const i64 least = said->minQuantity();
  if (least < 0 || least > c.quantity) {
    return ResultCode::kInvalidMinQuantity;
  }
  const i64 time = said->expireTime();
  if (expires ? time <= 0 : time != 0) {
    return ResultCode::kInvalidExpireTime;
  }
  if (said->budget() < 0) {
    return ResultCode::kInvalidBudget;
  }
  const bool misspent = said->budget() != 0 && (c.quantity != 0 || c.side != command::kBuy ||
                                                c.terms != command::order_terms::kMarketIoc);
  if (said->linkedOrder() == c.orderId) {
    return ResultCode::kInvalidLinkedOrder;
  }
  const bool isLeg = said->linkedOrder() != 0;
  const bool posts = said->postOnly() != 0;
  const bool says = posts || least != 0 || shown != 0;
  const bool maySay = isLimit && !command::order_terms::isForAuction(c.terms);
  if (contradict || misspent || (trails && said->triggerPrice() != 0) || (says && !maySay) ||
      ((posts || shown != 0) && command::order_terms::isImmediate(c.terms)) ||
      (posts && least != 0) || (isLeg && (least != 0 || !mayBeLeg(c.terms)))) {
    return ResultCode::kContradictoryInstruction;
  }
  if (shown != 0 && !command::Instructions::isInParts(c.quantity, shown)) {
    return ResultCode::kTooManyParts;
  }
  return expires && time <= c.timestampNs ? ResultCode::kAlreadyExpired : ResultCode::kPending;
}

bool isSide(u8 code) { return code == command::kBuy || code == command::kSell; }

ResultCode checkPlace(const Command& c) {
  if (c.orderId == 0) {
    return ResultCode::kInvalidOrderId;
  }
  if (c.price <= 0 && (c.price < 0 || !command::order_terms::mayLackPrice(c.terms))) {
    return ResultCode::kInvalidPrice;
  }
  if (c.quantity <= 0 && (c.quantity < 0 || !hasBudget(c))) {
    return ResultCode::kInvalidQuantity;
  }
  if (!isSide(c.side)) {
    return ResultCode::kInvalidSide;
  }
  return command::order_terms::isKnown(c.terms) ? checkInstructions(c)
                                                : ResultCode::kInvalidOrderType;
}

ResultCode checkReduce(const Command& c) {
  if (c.orderId == 0) {
    return ResultCode::kInvalidOrderId;
  }
  return c.quantity <= 0 ? ResultCode::kInvalidQuantity : ResultCode::kPending;
}

ResultCode checkMove(const Command& c) {
  if (c.orderId == 0) {
    return ResultCode::kInvalidOrderId;
  }
  if (c.price <= 0) {
    return ResultCode::kInvalidPrice;
  }
  if (c.quantity < 0) {
    return ResultCode::kInvalidQuantity;
  }
  return c.instructions.get() == nullptr ? ResultCode::kPending
                                         : ResultCode::kUnsupportedInstruction;
}

/** No total of 0: it would cancel, and so would a sender that forgets it. */
ResultCode checkAmend(const Command& c) {
  if (c.orderId == 0) {
    return ResultCode::kInvalidOrderId;
  }
  if (c.price <= 0) {
    return ResultCode::kInvalidPrice;
  }
  if (c.quantity <= 0) {
    return ResultCode::kInvalidQuantity;
  }
  const command::Instructions* said = c.instructions.get();
  if (said != nullptr && !said->isOfTriggerAlone()) {
    return ResultCode::kUnsupportedInstruction;
  }
  return said != nullptr && said->triggerPrice() < 0 ? ResultCode::kInvalidTrigger
                                                     : ResultCode::kPending;
}

/** What a door has refused the command with, if it is a code of a door's. */
ResultCode refusalOf(const Command& c) {
  return command::isOfDoor(c.refusal) ? static_cast<ResultCode>(c.refusal)
                                      : ResultCode::kUnknownCommand;
}

ResultCode refusedIf(bool wrong, ResultCode code) { return wrong ? code : ResultCode::kPending; }

/** What is wrong with the command by itself, whatever the state; kPending if nothing is. */
ResultCode check(const Command& c) {
  switch (c.type) {
    case type::kPlace:
      return checkPlace(c);
    case type::kCancel:
      return refusedIf(c.orderId == 0, ResultCode::kInvalidOrderId);
    case type::kReduce:
      return checkReduce(c);
    case type::kMove:
      return checkMove(c);
    case type::kAmend:
      return checkAmend(c);
    case type::kAddUser:
    case type::kSuspendUser:
    case type::kResumeUser:
    case type::kSetSelfTradeGroup:
      return refusedIf(c.userId <= 0, ResultCode::kInvalidUserId);
    case type::kAdjustBalance:
      // The negative of the smallest number is not one of 64 bits.
      return refusedIf(c.amount == 0 || c.amount == std::numeric_limits<i64>::min(),
                       ResultCode::kInvalidAmount);
    case type::kWithdrawFees:
      return refusedIf(c.amount <= 0, ResultCode::kInvalidAmount);
    case type::kTransfer:
      return c.amount <= 0 ? ResultCode::kInvalidAmount
                           : refusedIf(c.payeeId() == c.userId, ResultCode::kPayeeIsPayer);
    case type::kAddSymbol:
    case type::kUpdateSymbol:
      return refusedIf(c.spec == nullptr || !c.spec->isValid() || c.spec->symbol != c.symbol,
                       ResultCode::kInvalidSymbol);
    case type::kAddCurrency:
      return refusedIf(c.spec == nullptr || !c.spec->naming.isOfCurrency(),
                       ResultCode::kInvalidCurrency);
    case type::kQuery:
      return refusedIf(c.query == nullptr, ResultCode::kUnknownCommand);
    case type::kSetState:
      return refusedIf(!command::symbol_state::isKnown(c.terms), ResultCode::kInvalidState);
    case type::kMassCancel:
      return refusedIf(!isSide(c.side) && c.side != command::kBothSides, ResultCode::kInvalidSide);
    case type::kNop:
    case type::kStartAuction:
    case type::kUncross:
    case type::kEndSession:
    case type::kTick:
      return ResultCode::kPending;
    default:
      return ResultCode::kUnknownCommand;
  }
}

}  // namespace

void Admission::admit(Command& c, i64 sequence) {
  prepare(c, sequence);
  if (type::isRecorded(c.type)) {
    if (c.timestampNs < time_) {
      c.timestampNs = time_;
    } else {
      time_ = c.timestampNs;
    }
  }
  ResultCode fault = c.clientKey == 0 ? ResultCode::kPending : see(c);
  if (fault == ResultCode::kPending) {
    fault = c.refusal == 0 ? check(c) : refusalOf(c);
  }
  if (fault == ResultCode::kPending && type::hasNaming(c.type)) {
    fault = names_.apply(c);
  }
  if (fault != ResultCode::kPending) {
    c.rejectEntry(fault);
  }
}

void Admission::refuse(Command& c, i64 sequence, ResultCode code) {
  prepare(c, sequence);
  c.rejectEntry(code);
}

void Admission::prepare(Command& c, i64 sequence) {
  c.clearOutput();
  c.sequence = sequence;
  if (c.timestampNs == 0) {
    c.timestampNs = now();
  }
}

bool Admission::restore(i64 clientKey, i64 highestSequence, std::span<const u64> codes,
                        std::span<const u64> sums) {
  if (clientKey == 0 || clients_.find(clientKey) != command::IdIndex::kAbsent) {
    return false;
  }
  Window& window = windows_[add(clientKey)];
  window.highest = highestSequence;
  for (u32 place = 0; place < client_window::kSize; place++) {
    if ((codes[place / sizeof(u64)] >> place % sizeof(u64) * 8 & 0xff) != 0) {
      window.see(place, sums[place]);
    } else if (sums[place] != 0) {
      return false;
    }
  }
  return true;
}

i64 Admission::now() {
  if (nowNs_ == 0) {
    nowNs_ = clock_();
    if (nowNs_ == 0) {
      // In the log 0 would stand for the time of a replay's clock.
      nowNs_ = 1;
    }
  }
  return nowNs_;
}

ResultCode Admission::see(Command& c) {
  const i64 sequence = c.clientSequence;
  const u32 known = clients_.size();
  // Commands of one client tend to come in a row.
  const u32 client = c.clientKey == lastKey_ ? lastClient_ : add(c.clientKey);
  lastKey_ = c.clientKey;
  lastClient_ = client;
  c.client = client;
  Window& window = windows_[client];
  const u32 place = client_window::place(sequence);
  const bool rises = client == known || sequence > window.highest;
  if (!rises && client_window::isStale(sequence, window.highest)) {
    return ResultCode::kStaleCommand;
  }
  const u64 sum = command::command_sum::of(c);
  if (!rises && window.has(place)) {
    return window.sums[place] == sum ? ResultCode::kDuplicateCommand
                                     : ResultCode::kClientSequenceReused;
  }
  if (rises && client != known) {
    const u32 skipped = client_window::skipped(window.highest, sequence);
    for (u32 i = 1; i <= skipped; i++) {
      window.forget((place - i) % client_window::kSize);
    }
  }
  if (rises) {
    window.highest = sequence;
  }
  window.see(place, sum);
  return ResultCode::kPending;
}

u32 Admission::add(i64 clientKey) {
  const u32 client = clients_.findOrAdd(clientKey);
  if (client == windows_.size()) {
    windows_.emplace_back();
  }
  return client;
}

}  // namespace tandem::statemachine

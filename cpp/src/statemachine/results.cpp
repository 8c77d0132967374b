#include "tandem/statemachine/results.hpp"

#include <algorithm>

namespace tandem::statemachine {

using command::Command;
using command::ResultCode;
using event::EventRecord;

namespace {

/** What outgrew this is given back, so that one sweep does not hold memory for ever. */
constexpr std::size_t kRetainedRecords = 4096;

}  // namespace

void Results::report(Command& c, event::ResultHandler* to, event::EventRecordListener* eventsTo) {
  if (c.result == ResultCode::kPending) {
    // Nobody had anything to refuse.
    c.result = ResultCode::kOk;
  }
  c.number = -1;
  c.eventNumber = -1;
  if (c.result != ResultCode::kLogFull) {
    if (c.clientKey != 0) {
      remember(c);
    }
    if (command::type::isRecorded(c.type)) {
      record(c, eventsTo);
    }
  }
  if (to != nullptr) {
    to->onResult(c);
  }
}

void Results::remember(Command& c) {
  if (c.result == ResultCode::kDuplicateCommand || c.result == ResultCode::kClientSequenceReused) {
    c.firstResult = clients_.get(c.client, c.clientSequence);
  } else if (c.result != ResultCode::kStaleCommand) {
    clients_.put(c.client, c.clientSequence, c.result);
  }
}

void Results::record(Command& c, event::EventRecordListener* eventsTo) {
  c.number = recorded_++;
  time_ = c.timestampNs;
  c.eventNumber = eventCount();
  trades_ += static_cast<i64>(c.outcomes.trades());
  if (eventsTo == nullptr) {
    writeEventRecords(c, [this](const EventRecord& record) { hash_.update(record); });
    return;
  }
  batch_.clear();
  if (batch_.capacity() > kRetainedRecords) {
    std::vector<EventRecord>().swap(batch_);
  }
  writeEventRecords(c, [this](const EventRecord& record) {
    // Hashed where it stays, so that it is made there and not copied in wider pieces than its
    // words.
    EventRecord& kept = batch_.emplace_back();
    kept = record;
    hash_.update(kept);
  });
  eventsTo->onEvents({c.number, c.eventNumber, batch_});
}

Results::Saved Results::save() const {
  Saved words{bitsOf(recorded_), bitsOf(trades_)};
  const hash::Xxh64Records::State state = hash_.save();
  std::copy(state.begin(), state.end(), words.begin() + 2);
  words.back() = bitsOf(time_);
  return words;
}

void Results::restore(const Saved& words) {
  recorded_ = static_cast<i64>(words[0]);
  trades_ = static_cast<i64>(words[1]);
  hash::Xxh64Records::State state;
  std::copy(words.begin() + 2, words.end() - 1, state.begin());
  time_ = static_cast<i64>(words.back());
  hash_.restore(state);
}

}  // namespace tandem::statemachine

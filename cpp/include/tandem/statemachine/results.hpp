#pragma once

#include <array>
#include <span>
#include <tuple>
#include <vector>

#include "tandem/command/command.hpp"
#include "tandem/event/event_record_listener.hpp"
#include "tandem/event/result_handler.hpp"
#include "tandem/hash/xxh64_records.hpp"
#include "tandem/statemachine/admission.hpp"
#include "tandem/statemachine/client_codes.hpp"
#include "tandem/statemachine/event_records.hpp"

namespace tandem::statemachine {

/**
 * The last stage: numbers the answers, creates and hashes their event records, keeps each client's
 * result codes, and reports the answers to the handler and the records to the listener. For one
 * thread at a time.
 */
class Results {
 public:
  /** Commands with records, trades, the state of the event hash, the time of the stream. */
  using Saved = std::array<u64, 3 + std::tuple_size_v<hash::Xxh64Records::State>>;

  /** Either may be null; both live as long as this. */
  Results(event::ResultHandler* handler, event::EventRecordListener* listener)
      : handler_(handler), listener_(listener) {}

  /** Reports the answer to one command. */
  void report(command::Command& c) { report(c, handler_, listener_); }

  /** Reports the answer to one command to another handler and listener: in a replay of the log. */
  void report(command::Command& c, event::ResultHandler* to, event::EventRecordListener* eventsTo);

  /** All that this stage knows but clients(). */
  Saved save() const;
  /** Continues where the stage stood whose save() this is. */
  void restore(const Saved& words);
  /** Adds the next client with its whole window. */
  void restoreClient(i64 highestSequence, std::span<const u64> codes) {
    clients_.restore(highestSequence, codes);
  }
  /** What each client was answered, by the numbers that admission gives clients. */
  const ClientCodes& clients() const { return clients_; }
  /** Commands with event records so far. */
  i64 recordedCommands() const { return recorded_; }
  /** Event records so far: the number of the next one. */
  i64 eventCount() const { return static_cast<i64>(hash_.records()); }
  /** Trades reported so far. */
  i64 trades() const { return trades_; }
  /** The event hash: XXH64 over all event records so far, in order. */
  u64 eventHash() const { return hash_.digest(); }

 private:
  void remember(command::Command& c);
  void record(command::Command& c, event::EventRecordListener* eventsTo);

  event::ResultHandler* handler_;
  event::EventRecordListener* listener_;
  hash::Xxh64Records hash_;
  ClientCodes clients_;
  std::vector<event::EventRecord> batch_;
  i64 recorded_ = 0;
  i64 trades_ = 0;
  i64 time_ = Admission::kNoTime;
};

}  // namespace tandem::statemachine

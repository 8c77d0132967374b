#include "tandem/journal/log_replay.hpp"

#include <string>
#include <utility>

#include "tandem/journal/record_types.hpp"

namespace tandem::journal {

namespace {

const char* withRisk(bool on) { return on ? "with risk" : "without risk"; }

}  // namespace

LogReplay::LogReplay(std::filesystem::path directory, statemachine::Stages& stages,
                     const ReplayListeners& replayed)
    : directory_(std::move(directory)),
      risk_(stages.riskShards() != 0),
      driver_(stages, replayed.results, replayed.events) {}

void LogReplay::run(i64 from, i64 end) {
  if (from >= end) {
    return;
  }
  wal::WalReader reader(directory_, wal::ReadMode::SKIP_OLDER_SEGMENTS, from);
  for (i64 next = from; next < end; next++) {
    if (!reader.next() || reader.sequence() != next) {
      throw JournalException(directory_.string() + ": record " + std::to_string(next) +
                             " of the log is missing, the next one is " +
                             std::to_string(reader.sequence()));
    }
    apply(reader);
    lastTimestampNs_ = reader.timestampNs();
  }
}

void LogReplay::apply(const wal::WalReader& reader) {
  switch (reader.type()) {
    case record_types::kCommand:
      return applyCommand(reader.sequence(), reader.body());
    case record_types::kExchange:
      return checkRisk(record_types::hasRisk(directory_, reader.sequence(), reader.body()));
    default:
      throw record_types::foreign(
          directory_, reader.sequence(),
          "a record of type " + std::to_string(reader.type()) + ", expected 1 or 3");
  }
}

void LogReplay::applyCommand(i64 sequence, wal::Bytes body) {
  record_types::decode(directory_, sequence, body, driver_.next());
  commands_++;
  driver_.submit();
}

void LogReplay::checkRisk(bool logged) const {
  if (logged != risk_) {
    throw JournalException(directory_.string() + ": the log is of an exchange " + withRisk(logged) +
                           ", and this one is " + withRisk(risk_));
  }
}

}  // namespace tandem::journal

#pragma once

#include <filesystem>

#include "tandem/journal/replay_listeners.hpp"
#include "tandem/statemachine/replay_driver.hpp"
#include "tandem/wal/wal_reader.hpp"

namespace tandem::journal {

/** Applies the commands of a log to the stages of a kernel that does not run yet. */
class LogReplay {
 public:
  LogReplay(std::filesystem::path directory, statemachine::Stages& stages,
            const ReplayListeners& replayed);

  /**
   * Applies the records from one on to another, which is not applied. Throws JournalException if a
   * record is missing, makes no sense, or is of another kind of exchange; wal::WalException.
   */
  void run(i64 from, i64 end);

  /** Commands applied so far. */
  i64 commands() const { return commands_; }
  /** Time of the last record applied, by the log's clock; 0 if none was. */
  i64 lastTimestampNs() const { return lastTimestampNs_; }

 private:
  void apply(const wal::WalReader& reader);
  void applyCommand(i64 sequence, wal::Bytes body);
  void checkRisk(bool logged) const;

  std::filesystem::path directory_;
  bool risk_;
  statemachine::ReplayDriver driver_;
  i64 commands_ = 0;
  i64 lastTimestampNs_ = 0;
};

}  // namespace tandem::journal

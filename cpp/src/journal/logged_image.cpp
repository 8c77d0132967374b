#include "tandem/journal/logged_image.hpp"

#include <algorithm>
#include <chrono>
#include <string>

#include "tandem/journal/journal_exception.hpp"
#include "tandem/journal/log_opening.hpp"
#include "tandem/journal/log_replay.hpp"
#include "tandem/wal/wal_reader.hpp"

namespace tandem::journal {

using wal::ReadMode;
using wal::WalReader;

namespace {

/** The record in front of a time, and the first there is, while a log is walked over. */
class RecordAt {
 public:
  explicit RecordAt(const RecoveryPoint& point) : point_(point) {}

  void step(i64 sequence, i64 timestampNs) {
    if (first_ < 0) {
      first_ = sequence;
      firstNs_ = timestampNs;
    }
    passed_ = passed_ || timestampNs > point_.timestampNs;
    if (!passed_) {
      last_ = sequence;
    }
  }

  /** The last record in front of the point; -1 if the log has none at all. */
  i64 last(const std::string& directory, i64 end) const {
    if (point_.timestampNs != RecoveryPoint::kAny) {
      if (last_ < 0 && first_ >= 0) {
        throw JournalException(directory + ": the state at " + std::to_string(point_.timestampNs) +
                               " ns since 1970 is wanted, and the log begins at " +
                               std::to_string(firstNs_) + " with record " + std::to_string(first_));
      }
      return last_;
    }
    if (point_.sequence != RecoveryPoint::kAny && point_.sequence > end) {
      throw JournalException(directory + ": record " + std::to_string(point_.sequence) +
                             " is wanted, and the log ends with record " + std::to_string(end));
    }
    return std::min(point_.sequence, end);
  }

 private:
  const RecoveryPoint& point_;
  i64 first_ = -1;
  i64 firstNs_ = 0;
  i64 last_ = -1;
  bool passed_ = false;
};

}  // namespace

LoggedImage LoggedImage::read(const JournalOptions& options, const RecoveryPoint& point) {
  const auto start = std::chrono::steady_clock::now();
  const std::filesystem::path& directory = options.directory;
  statemachine::StagesOptions single;
  single.riskShards = LogOpening::hasRisk(directory) ? 1 : 0;
  statemachine::Stages stages(single);
  LogOpening opening(options, stages, 1, {});
  WalReader reader(directory, ReadMode::READ_ONLY, -1);
  RecordAt found(point);
  while (reader.next()) {
    found.step(reader.sequence(), reader.timestampNs());
  }
  const wal::WalRecoveryReport log = reader.recovery();
  const i64 last = found.last(directory.string(), log.lastSequence);
  const i64 included =
      opening.takeOver({reader.logId(), log.firstSequence, log.lastSequence + 1,
                        [&reader](i64 sequence) { return reader.markBefore(sequence); }},
                       opening.snapshotUpTo(last));
  LogReplay replay(directory, stages, {});
  replay.run(included + 1, last + 1);
  RecoveryReport report{included,          opening.skipped(),
                        replay.commands(), stages.results().recordedCommands(),
                        last + 1,          log.droppedRecords,
                        log.droppedBytes,  log.reason,
                        log.doubt,         std::chrono::steady_clock::now() - start};
  return {stages.image(), std::move(report), reader.isInUse(), last, replay.lastTimestampNs()};
}

}  // namespace tandem::journal

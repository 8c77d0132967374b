#include "tandem/wal/wal_repair.hpp"

#include "tandem/wal/format/segment_names.hpp"
#include "tandem/wal/recovery/log_walk.hpp"
#include "tandem/wal/recovery/tail_repair.hpp"
#include "tandem/wal/storage/lock_file.hpp"
#include "tandem/wal/system_clock.hpp"
#include "tandem/wal/wal_exception.hpp"

namespace tandem::wal {

WalRecoveryReport WalRepair::repair(const std::filesystem::path& directory, LogFiles& files) {
  if (!SegmentNames::isLog(directory)) {
    throw WalException(directory.string() + ": expected a log, found no segment");
  }
  const LockFile lock(directory);
  LogWalk walk(directory, ReadMode::STRICT, -1, true, false);
  walk.toItsEnd();
  SystemClock clock;
  TailRepair(directory, files, walk).run([&clock] { return clock.nanos(); });
  return walk.recovery();
}

}  // namespace tandem::wal

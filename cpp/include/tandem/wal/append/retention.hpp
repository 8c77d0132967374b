#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "tandem/wal/append/positions.hpp"
#include "tandem/wal/storage/extent_file.hpp"
#include "tandem/wal/storage/segment_supply.hpp"
#include "tandem/wal/storage/segment_table.hpp"
#include "tandem/wal/wal_config.hpp"

namespace tandem::wal {

/**
 * Deletes, or gives to be used again, segments of which no record is needed, oldest first, within
 * what the configuration keeps by size. It works on the supply's thread; any thread may request it.
 *
 * The oldest segment kept always has a first record that the device holds: else a power cut could
 * leave a log without any, which would begin at sequence 0 again.
 */
class Retention {
 public:
  Retention(const WalConfig& config, SegmentTable& table, ExtentFile& extent, SegmentSupply& supply,
            const Positions& positions, std::function<void(const std::string&)> onFailure);

  /** No record below is needed any more; a lower sequence than before has no effect. */
  void retainFrom(std::int64_t sequence);

  /**
   * Takes note of a segment that was forced whole; on the supply's thread.
   *
   * @param sequence of its first record
   */
  void finished(std::int64_t sequence);

  /** Looks again, soon. */
  void schedule();

 private:
  static constexpr std::int64_t kNothing = std::numeric_limits<std::int64_t>::min();

  void run();
  void giveUpUnneeded();
  void giveUp(const SegmentTable::Entry& entry);
  bool isKept(std::int64_t total) const;

  const WalConfig& config_;
  SegmentTable& table_;
  ExtentFile& extent_;
  SegmentSupply& supply_;
  const Positions& positions_;
  const std::function<void(const std::string&)> onFailure_;
  std::atomic<std::int64_t> needed_{kNothing};
  /** Begins the newest segment that was forced behind the writer; for the supply's thread. */
  std::int64_t finishedFrom_ = -1;
};

}  // namespace tandem::wal

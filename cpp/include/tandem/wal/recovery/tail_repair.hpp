#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "tandem/wal/recovery/log_walk.hpp"
#include "tandem/wal/storage/extent_file.hpp"
#include "tandem/wal/wal_config.hpp"

namespace tandem::wal {

/**
 * Makes a directory whole after its records have been walked over: the last segment is ended, cut
 * and forced; what was never finished, what was given up and what lies behind the tail is deleted.
 * Only for who has the lock. One thread at a time.
 *
 * What nothing proves to have been synced is written once more before it is forced: after a failed
 * sync the page cache may hold, as clean, what the device never got.
 */
class TailRepair {
 public:
  /**
   * @param walk has been walked to its end, and outlives this
   */
  TailRepair(std::filesystem::path directory, LogFiles& files, LogWalk& walk);

  /**
   * Passes if there is room for the first segment after the repair; throws WalException saying how
   * many bytes are missing, with nothing changed.
   */
  void checkRoom(const WalConfig& config);

  /**
   * Repairs; cut off anywhere, it leaves a log with the same records.
   *
   * @param clock gives ns since 1970
   * Throws IoException.
   */
  void run(const std::function<std::int64_t()>& clock);

  // What came of it.

  /** Checksum of the last mark, for the chain. */
  std::uint32_t chain() const { return chain_; }
  /** There is one behind run. */
  ExtentFile& extent() { return *extent_; }
  /** Segments that hold records, oldest first. */
  std::span<const SegmentImage> kept() const;
  /** Of the first segment to be made. */
  std::int64_t nextNumber() const;

  /**
   * Takes the names from the segments that were prepared and never used, and returns them for
   * another use. Throws IoException.
   */
  std::vector<std::filesystem::path> takeUnused();

 private:
  void openExtent();
  void secure(const SegmentImage& segment, const SegmentImage& following);
  static void rewrite(LogFile& file, const SegmentImage& segment, std::int64_t from,
                      std::int64_t to);
  void end(const SegmentImage& segment, const std::function<std::int64_t()>& clock);
  std::span<const SegmentImage> behind() const;

  std::filesystem::path directory_;
  LogFiles* files_;
  LogWalk* walk_;
  std::size_t kept_;
  /** A tail is dropped, and with it all that lies behind. */
  bool repaired_;
  std::optional<ExtentFile> extent_;
  std::uint32_t chain_ = 0;
};

}  // namespace tandem::wal

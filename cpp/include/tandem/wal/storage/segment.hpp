#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

#include "tandem/wal/format/segment_header.hpp"
#include "tandem/wal/storage/log_files.hpp"
#include "tandem/wal/wal_exception.hpp"

namespace tandem::wal {

/**
 * A segment file open for writing. The writer alone writes; any thread may force. The system
 * reports only once that a force failed, and forgets what it lost; so every later force fails
 * likewise.
 */
class Segment {
 public:
  Segment(const SegmentHeader& header, std::filesystem::path path, std::unique_ptr<LogFile> file);

  /** Writes behind what was appended before. Throws IoException. */
  void append(Bytes source);

  /**
   * Writes what the next append overwrites, if a mark has room behind it.
   *
   * @return whether it had
   * Throws IoException.
   */
  bool note(Bytes source);

  /** Returns once the device has what was written. Throws IoException. */
  void force();

  /** Forces and closes; a second call does nothing, unless the force failed. Throws IoException. */
  void finish();

  /** Cuts what was zero-filled and not used. Throws IoException. */
  void trim();

  /** Gives the file up as it is. Throws IoException. */
  void abandon();

  bool isClosedAcquire() const { return closed_.load(std::memory_order_acquire); }
  std::int64_t number() const { return header_.number; }
  std::uint32_t seed() const { return seed_; }
  const std::filesystem::path& path() const { return path_; }

 private:
  void forceLocked();
  void abandonLocked();

  const SegmentHeader header_;
  const std::filesystem::path path_;
  const std::uint32_t seed_;
  const std::unique_ptr<LogFile> file_;

  /** Owned by the writer: where the next batch goes. */
  std::int64_t position_ = SegmentHeader::BYTES;

  std::mutex mutex_;
  std::atomic<bool> closed_{false};
  /** What the first force that failed said. */
  std::optional<IoException> lost_;
};

}  // namespace tandem::wal

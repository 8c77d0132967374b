#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "tandem/wal/storage/descriptor.hpp"

namespace tandem::logger {

/**
 * The file of a segment, from its first zero to its last force. All of it is written with zeros
 * before it is mapped: a full disk shows as an exception here and never as a fault in a writer.
 */
class SegmentFile {
 public:
  /** Smallest page of memory. */
  static constexpr std::int64_t PAGE = 4096;

  /**
   * Makes, fills, maps and touches a segment, and gives it its name once all of its header is
   * there: what a crash leaves half made is never taken for a log file.
   *
   * Throws wal::IoException if there is no room, or the file cannot be made; nothing is left
   * behind.
   */
  SegmentFile(std::filesystem::path path, std::int64_t number, std::int64_t capacity,
              std::uint64_t fileId);
  /** Unmaps, and leaves the file as it is. */
  ~SegmentFile();
  SegmentFile(const SegmentFile&) = delete;
  SegmentFile& operator=(const SegmentFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::int64_t number() const { return number_; }
  std::int64_t capacity() const { return capacity_; }
  std::byte* memory() const { return memory_; }

  /**
   * Makes what is in the segment survive the machine. The system reports only once that a force
   * failed, and forgets what it lost; so every later force fails likewise. One thread at a time.
   * Throws wal::IoException.
   */
  void force();

  /** Whether a force has failed. */
  bool isLost() const { return lost_.has_value(); }

  /** Unmaps the segment and cuts its file. Throws wal::IoException; it may be called again. */
  void end(std::int64_t bytes);

  /** Unmaps the segment and removes its file. */
  void remove();

 private:
  void fill(const std::filesystem::path& part);
  void unmap();

  const std::filesystem::path path_;
  const std::int64_t number_;
  const std::int64_t capacity_;
  wal::Descriptor file_;
  std::byte* memory_ = nullptr;

  /** What the first force that failed said. */
  std::optional<wal::IoException> lost_;
};

}  // namespace tandem::logger

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tandem/wal/format/segment_image.hpp"
#include "tandem/wal/storage/descriptor.hpp"

namespace tandem::wal {

/**
 * The part of a segment that is being looked at, read to memory of its own. A file may be cut, or
 * its device fail, while it is read: that is an error of a call here, where a map would end the
 * process. One thread at a time.
 */
class SegmentWindow {
 public:
  /** What is read at once at most, unless more is requested: it stays in the CPU's cache. */
  static constexpr std::int64_t MOST_BYTES = 32 << 10;

  /** Turns to a segment. Throws UnreadableException if its file is gone. */
  void look(const SegmentImage& image);

  /** What was read may have changed: it is read again. */
  void forget();

  /**
   * A part of the segment, valid until the next call.
   *
   * @param end the part's, not behind the segment's end
   * Throws UnreadableException if the file does not have it any more, or cannot be read.
   */
  const std::byte* place(std::int64_t at, std::int64_t end) {
    if (at < from_ || end > to_) {
      fill(at, end);
    }
    return copy_.data() + (at - from_);
  }

 private:
  void fill(std::int64_t at, std::int64_t end);
  std::string read(std::int64_t at, std::int64_t bytes);

  /** What is read at first: whoever follows a log wants the next record, and no more. */
  static constexpr std::int64_t LEAST_BYTES = 4 << 10;

  std::filesystem::path path_;
  Descriptor file_;
  std::int64_t segmentBytes_ = 0;
  std::vector<std::byte> copy_;
  std::int64_t from_ = 0;
  std::int64_t to_ = 0;
  std::int64_t chunk_ = LEAST_BYTES;
};

}  // namespace tandem::wal

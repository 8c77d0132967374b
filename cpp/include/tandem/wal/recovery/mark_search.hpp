#pragma once

#include <cstdint>

#include "tandem/wal/format/segment_image.hpp"
#include "tandem/wal/storage/segment_table.hpp"

namespace tandem::wal {

/** Finds the mark that begins the batch of a record, for a caller that needs it now and then. */
class MarkSearch {
 public:
  /** The mark of a record that is not kept. */
  static constexpr std::int64_t UNKNOWN = -1;

  explicit MarkSearch(const SegmentTable& table) : table_(table) {}

  /**
   * The checksum of the mark that a record stands behind, as it is stored; UNKNOWN if its segment
   * is not kept.
   *
   * @param sequence of a record that is written, or of none
   * Throws WalCorruptedException if the mark, the record or the way to it is damaged;
   * UnreadableException if the segment cannot be read.
   */
  std::int64_t before(std::int64_t sequence) const;

 private:
  static std::int64_t within(const SegmentImage& image, std::int64_t sequence);

  const SegmentTable& table_;
};

}  // namespace tandem::wal

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "tandem/wal/format/segment_header.hpp"
#include "tandem/wal/wal_exception.hpp"

namespace tandem::wal {

/**
 * A segment file as it was found, with its header checked. It holds no descriptor, so a log may
 * have any number of segments; who reads one opens it (SegmentWindow).
 */
struct SegmentImage {
  std::filesystem::path path;
  SegmentHeader header;
  /** Length of the file when it was found, in bytes. */
  std::int64_t bytes = 0;

  /**
   * Looks at a file.
   *
   * @param number that the file's name says
   * Throws WalCorruptedException if its header does not hold; IoException.
   */
  static SegmentImage of(const std::filesystem::path& path, std::int64_t number);

  std::string name() const { return path.filename().string(); }

  /**
   * What is wrong if the file ends before it should, which no crash explains: it had its whole
   * length on the device before its first record, and is cut only behind an end mark that the
   * device holds. Nothing if it has its length.
   *
   * @param place where it has neither a record nor an end mark
   * @param sequence of the record that should be there
   */
  std::optional<WalCorruptedException> cutOffAt(std::int64_t place, std::int64_t sequence) const;

  /** Sequence of its first record, if its first mark is sound; -1 otherwise. */
  std::int64_t firstSequence() const;
};

}  // namespace tandem::wal

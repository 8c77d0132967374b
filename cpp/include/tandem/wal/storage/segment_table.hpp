#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace tandem::wal {

/** The segments of an open log that hold records. Any thread may call. */
class SegmentTable {
 public:
  /** A segment, and the sequence of its first record. */
  struct Entry {
    std::int64_t number;
    std::int64_t firstSequence;
    std::filesystem::path path;
  };

  void add(Entry entry);

  /** The oldest record that is kept; -1 if there is no segment. */
  std::int64_t firstSequence() const;

  /** The oldest segment; there must be one. */
  std::int64_t firstNumber() const;

  /** The segment of a record, or the oldest one if it is older than all; nothing if none is there.
   */
  std::optional<Entry> of(std::int64_t sequence) const;

  /** Segments of which no record is needed, oldest first; the last segment is never among them. */
  std::vector<Entry> below(std::int64_t sequence) const;

  void remove(const Entry& entry);

  /** Oldest first. */
  std::vector<Entry> all() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::int64_t, Entry> byNumber_;
};

}  // namespace tandem::wal

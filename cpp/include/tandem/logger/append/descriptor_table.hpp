#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace tandem::logger {

/** A pattern and the types of its arguments; stands once in each file that uses it. */
struct Descriptor {
  std::int32_t id;
  std::string pattern;
  std::uint64_t signature;
  /** Number of the last segment that has it; written after it was committed there. */
  std::atomic<std::int64_t> defined{0};

  Descriptor(std::int32_t ofId, std::string_view text, std::uint64_t types)
      : id(ofId), pattern(text), signature(types) {}
};

/**
 * The descriptors of one writer, found without a lock. A table that is full gives null: a caller
 * who makes patterns up as he goes must not fill the memory. So does a pattern that is too long to
 * be defined whole. Any thread may use it.
 */
class DescriptorTable {
 public:
  /** Patterns of a writer. */
  static constexpr int MOST = 1 << 10;
  /** Bytes of a pattern. */
  static constexpr std::size_t MOST_PATTERN = 1 << 11;

  /**
   * @param ids the last id that was given out in the store
   */
  explicit DescriptorTable(std::atomic<std::int32_t>& ids) : ids_(ids) {}
  ~DescriptorTable();
  DescriptorTable(const DescriptorTable&) = delete;
  DescriptorTable& operator=(const DescriptorTable&) = delete;

  /** Allocates where the pattern comes for the first time. */
  Descriptor* find(std::string_view pattern, std::uint64_t signature);

 private:
  using Slot = std::atomic<Descriptor*>;

  /** Half of it at most is used, so a search ends. */
  static constexpr std::size_t SLOTS = 2 * MOST;

  Descriptor* add(std::string_view pattern, std::uint64_t signature);

  std::atomic<std::int32_t>& ids_;
  /** Null until there is one: most loggers have no pattern. */
  std::atomic<Slot*> slots_{nullptr};
  std::mutex mutex_;
  std::vector<std::unique_ptr<Descriptor>> all_;
};

}  // namespace tandem::logger

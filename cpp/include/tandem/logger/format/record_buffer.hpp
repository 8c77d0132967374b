#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "tandem/logger/format/arguments.hpp"

namespace tandem::logger {

/**
 * One record of one thread, put together before its place is claimed: the time between claim and
 * commit is that of one copy. Allocates only to grow.
 */
class RecordBuffer {
 public:
  /**
   * @param most bytes of a record
   */
  explicit RecordBuffer(std::int64_t most);

  void begin(int kind, int level, std::int64_t time, std::int32_t thread, std::int32_t logger,
             std::int32_t aux);

  /** The message of a text record. */
  void text(std::string_view text);

  /** A number, or what stands for one. */
  void word(std::uint64_t value);

  /** A text with its length before it, padded. */
  void string(std::string_view text);

  /** Each as its type has it. */
  void arguments(std::span<const Argument> arguments);

  /** Begins a block; endBlock wants what this returns. */
  std::int64_t beginBlock(int kind);
  void endBlock(std::int64_t start);

  /** Whether no more should be added; the record then says that it was cut. */
  bool full();

  /** Completes the record; returns its length. */
  std::int32_t finish();

  const std::byte* bytes() const { return bytes_.get(); }

 private:
  void append(std::string_view text);
  void pad();
  void ensure(std::int64_t more);
  void allocate(std::int64_t size);

  const std::int64_t most_;
  std::unique_ptr<std::byte[]> bytes_;
  std::int64_t size_ = 0;
  std::int64_t end_ = 0;
  int flags_ = 0;
};

}  // namespace tandem::logger

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tandem/command/integers.hpp"

namespace tandem::bench {

/** Standing books by the names of dev.tandem.flow.generator.BookProfile. */
enum class BookShape { SPOT, STATIC, FLASH_CRASH, SWING_25, SWING_40, WIDE };

/**
 * Messages for one book that is empty before, in the words of tandem.h. The same rule, generator
 * and seed as BookMaker in Java make the same messages.
 */
struct BookStream {
  static constexpr std::size_t kWords = 4;

  std::vector<i64> words;

  /** So many messages; those that empty the book of SPOT come on top. */
  static BookStream make(BookShape shape, u64 seed, std::size_t messages);

  /** The same with the ids from 1 to the highest permuted at random. */
  BookStream withShuffledIds(u64 seed) const;

  std::size_t size() const { return words.size() / kWords; }

  /** XXH64 over the words. */
  u64 digest() const;
};

}  // namespace tandem::bench

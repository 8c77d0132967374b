#include "tandem/state/state_image.hpp"

#include <algorithm>
#include <string>

#include "state_hash.hpp"
#include "tandem/hash/xxh64_records.hpp"
#include "tandem/state/invalid_image_exception.hpp"

namespace tandem::state {

StateImage::StateImage(u32 riskShards, u32 matchingShards)
    : riskShards_(riskShards), matchingShards_(matchingShards) {
  tables_.reserve(kTables);
  for (u8 code = 1; code <= kTables; code++) {
    tables_.emplace_back(static_cast<TableKind>(code));
  }
}

u64 StateImage::stateHash() const { return hashOf(*this); }

void StateImage::checkResults() const {
  for (std::size_t word = 0; word <= 2; word++) {
    const i64 count = table(TableKind::kResults).word(0, word);
    if (count < 0) {
      throw InvalidImageException("word " + std::to_string(word) + " of RESULTS is " +
                                  std::to_string(count) + ", and counts are not below 0");
    }
  }
}

u64 StateImage::eventHash() const {
  hash::Xxh64Records::State saved;
  const auto words = table(TableKind::kResults).row(0).subspan(2, saved.size());
  std::copy(words.begin(), words.end(), saved.begin());
  hash::Xxh64Records events;
  events.restore(saved);
  return events.digest();
}

}  // namespace tandem::state

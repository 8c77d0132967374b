#pragma once

#include <vector>

#include "tandem/command/integers.hpp"

namespace tandem::command {

/**
 * Numbers 64-bit ids 0, 1, 2, ... in the order they are first seen, so that what belongs to an id
 * can live in arrays. Ids are never removed. Open addressing with linear probing; nothing is
 * allocated but when it grows. For one thread at a time.
 */
class IdIndex {
 public:
  /** What find() answers for an id that was never added. */
  static constexpr u32 kAbsent = ~u32{0};

  /** An empty index that holds so many ids before it grows. */
  explicit IdIndex(u32 expected);

  /** Spreads the bits of an id over the whole word (the finalizer of SplitMix64). */
  static constexpr u64 mix(u64 id) {
    u64 h = (id ^ (id >> 30)) * 0xBF58476D1CE4E5B9;
    h = (h ^ (h >> 27)) * 0x94D049BB133111EB;
    return h ^ (h >> 31);
  }

  /** The number of an id, or kAbsent. */
  u32 find(i64 id) const {
    const u32 number = places_[placeOf(id)];
    // An empty place is 0, so this goes round to kAbsent.
    return number - 1;
  }

  /** The number of an id, which gets the next one if it is new. */
  u32 findOrAdd(i64 id) {
    const u32 at = placeOf(id);
    return places_[at] != 0 ? places_[at] - 1 : add(id, at);
  }

  u32 size() const { return static_cast<u32>(ids_.size()); }

  /** The id with this number. */
  i64 idAt(u32 number) const { return ids_[number]; }

  /** The ids, by number. */
  const std::vector<i64>& ids() const { return ids_; }

  /** The numbers of all ids, by rising id: the order in which state is reported. Allocates. */
  std::vector<u32> sortedIndexes() const;

 private:
  static constexpr u32 kMaxCapacity = u32{1} << 29;

  /** Where an id is, or the empty place where it would be. */
  u32 placeOf(i64 id) const {
    u32 at = static_cast<u32>(mix(bitsOf(id))) & mask_;
    while (places_[at] != 0 && keys_[at] != id) {
      at = (at + 1) & mask_;
    }
    return at;
  }

  u32 add(i64 id, u32 at);
  void grow();

  std::vector<i64> keys_;
  /** Number + 1; 0 is an empty place, so that every 64-bit id is allowed. */
  std::vector<u32> places_;
  std::vector<i64> ids_;
  u32 mask_;
};

}  // namespace tandem::command

#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "tandem/ingress/lane.hpp"

namespace tandem::ingress {

/**
 * The lanes of one sequencer: which are taken, and which are worth a visit. A lane belongs to who
 * claimed it until release(), and is used again: what its last owner handed in stays in it, before
 * what the next one will.
 *
 * All methods may be called by any thread, but those of the sequencer by one.
 */
class LaneSet {
 public:
  static constexpr u32 kCommon = 0;

  /** So many lanes, the common one included. The common one goes from hand to hand: fenced. */
  LaneSet(u32 most, bool fenced, u32 capacity);

  /** The lane that nobody can claim: for whoever shares it out. */
  Lane& common() { return *lanes_[kCommon]; }

  // For producers.

  /** A lane for the caller alone; null if all are taken, or the set is closed. */
  Lane* claim();
  /** Gives a lane back; for its owner, once. */
  void release(Lane& lane) { owned_[lane.number()].store(false); }
  /** Notifies the sequencer of a lane that has commands again. */
  void wake(u32 number) { awake_[number / 64].fetch_or(u64{1} << number % 64); }

  // For the sequencer.

  Lane& lane(u32 number) { return *lanes_[number]; }
  u32 made() const { return made_.load(); }
  u32 words() const { return (made() + 63) / 64; }
  /** Which of the lanes from 64 * word on are worth a visit. */
  u64 awake(u32 word) const { return awake_[word].load(); }
  /** Visits a lane no more until it has something. */
  void sleep(Lane& lane);
  /** Wakes a lane that sleeps although it has something, its producer not having seen the mark. */
  void rouse(u32 number);

  // For who closes and counts.

  /** Accepts nothing more; answers how many commands were accepted in all. */
  i64 close();
  bool isClosed() const { return closed_.load(); }
  u32 claimed() const;

 private:
  Lane* make();

  const bool fenced_;
  const u32 capacity_;
  std::mutex making_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::vector<std::atomic<bool>> owned_;
  /** A bit for each lane: whether the sequencer visits it. */
  std::vector<std::atomic<u64>> awake_;
  std::atomic<u32> made_{0};
  std::atomic<bool> closed_{false};
};

}  // namespace tandem::ingress

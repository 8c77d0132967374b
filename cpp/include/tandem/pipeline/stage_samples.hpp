#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tandem/pipeline/distribution.hpp"

namespace tandem::pipeline {

/** Ns of the clock that stages are timed by. */
inline std::int64_t nowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/**
 * How long sampled events wait for one stage, or one shard of it, and how long it works on them.
 * An event waits from when the last of the stages before left it until this one begins with it.
 *
 * The stage's own thread measures; what it leaves, later stages read behind its sequence. The
 * counts are read and forgotten while nothing is on its way. Allocates only when it is made.
 */
class StageProbe {
 public:
  StageProbe(std::int64_t every, std::size_t ringSize, std::vector<const StageProbe*> before)
      : mask_(every - 1), ring_(ringSize - 1), before_(std::move(before)), left_(ringSize) {}

  /** Whether this event is timed. */
  bool includes(std::int64_t sequence) const { return (sequence & mask_) == 0; }

  /** The event leaves a stage, or the publisher. */
  void leave(std::int64_t sequence, std::int64_t atNs) { left_[place(sequence)].ns = atNs; }

  /** Measures work that answers whether it was done; what was not done comes again, and counts
   * then.
   */
  template <class Work>
  bool measure(std::int64_t sequence, Work work) {
    const std::int64_t begin = nowNs();
    const bool done = work();
    const std::int64_t end = nowNs();
    if (done) {
      std::int64_t last = before_.front()->left_[place(sequence)].ns;
      for (const StageProbe* other : before_) {
        last = std::max(last, other->left_[place(sequence)].ns);
      }
      Distribution(waiting_.data()).record(begin - last);
      Distribution(working_.data()).record(end - begin);
      leave(sequence, end);
    }
    return done;
  }

  /** Adds the counters of both distributions, Distribution::kCounts each, and forgets them. */
  void take(std::uint64_t* waiting, std::uint64_t* working) {
    move(waiting_, waiting);
    move(working_, working);
  }

 private:
  /** A line for each: stages do not share one with other events. */
  struct alignas(64) Left {
    std::int64_t ns = 0;
  };

  static void move(std::vector<std::uint64_t>& from, std::uint64_t* into) {
    for (std::size_t i = 0; i < from.size(); i++) {
      into[i] += std::exchange(from[i], 0);
    }
  }

  std::size_t place(std::int64_t sequence) const {
    return static_cast<std::size_t>(sequence) & ring_;
  }

  std::int64_t mask_;
  std::size_t ring_;
  std::vector<const StageProbe*> before_;
  std::vector<Left> left_;
  std::vector<std::uint64_t> waiting_ = std::vector<std::uint64_t>(Distribution::kCounts);
  std::vector<std::uint64_t> working_ = std::vector<std::uint64_t>(Distribution::kCounts);
};

/** The stages of a kernel that are timed, in the order in which an event passes them. */
enum class TimedStage : std::uint8_t { kAdmission, kHold, kMatch, kSettle, kResults };

/** The probes of a kernel: one for its publisher, and for each stage or each shard of it. */
class StageSamples {
 public:
  static constexpr std::uint32_t kMostEvery = 1 << 20;

  /** One event of so many is timed, a power of two up to kMostEvery. */
  static bool isPossible(std::uint32_t every) {
    return std::has_single_bit(every) && every <= kMostEvery;
  }

  /**
   * @param every as isPossible() says; otherwise std::invalid_argument
   * @param ringSize most events on their way, a power of two
   */
  StageSamples(std::uint32_t every, std::size_t ringSize, std::uint32_t riskShards,
               std::uint32_t matchingShards) {
    if (!isPossible(every)) {
      throw std::invalid_argument("stages are timed for one event in a power of two up to 2^20");
    }
    Probes* before = &published_;
    const auto add = [&](Probes& probes, std::uint32_t shards) {
      std::vector<const StageProbe*> left;
      for (const auto& probe : *before) {
        left.push_back(probe.get());
      }
      for (std::uint32_t i = 0; i < shards; i++) {
        probes.push_back(std::make_unique<StageProbe>(every, ringSize, left));
      }
      before = &probes;
    };
    published_.push_back(
        std::make_unique<StageProbe>(every, ringSize, std::vector<const StageProbe*>{}));
    add(stages_[0], 1);
    add(stages_[1], riskShards);
    add(stages_[2], matchingShards);
    add(stages_[3], riskShards);
    add(stages_[4], 1);
  }

  bool includes(std::int64_t sequence) const { return published_.front()->includes(sequence); }

  /** The publisher is about to hand this event to the first stage, whose slot it owns. */
  void publishing(std::int64_t sequence) {
    if (includes(sequence)) {
      published_.front()->leave(sequence, nowNs());
    }
  }

  StageProbe& probe(TimedStage stage, std::uint32_t shard = 0) {
    return *stages_[static_cast<std::size_t>(stage)][shard];
  }

  /** Adds what all shards of a stage have counted, and forgets it; while nothing is on its way. */
  void take(TimedStage stage, std::uint64_t* waiting, std::uint64_t* working) {
    for (const auto& probe : stages_[static_cast<std::size_t>(stage)]) {
      probe->take(waiting, working);
    }
  }

 private:
  using Probes = std::vector<std::unique_ptr<StageProbe>>;

  Probes published_;
  Probes stages_[5];
};

}  // namespace tandem::pipeline

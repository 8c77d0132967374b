#pragma once

#include <optional>
#include <string>
#include <vector>

#include "recorded_check.hpp"
#include "replay.hpp"

namespace tandem::tool {

/** A figure of several rounds: the one in the middle, and the two at the ends. */
struct Spread {
  double median, min, max;

  static Spread of(std::vector<double> values);
};

/** All rounds of a topology. */
struct TopologyRounds {
  Topology topology;
  std::vector<ReplayResult> rounds;

  /**
   * Commands per second.
   *
   * @param commands of the file
   */
  Spread commandsPerSecond(std::size_t commands) const;
  /** The median of each percentile over the rounds. */
  Latencies latencies() const;
};

/** Rounds of one flow, each in an exchange of its own; several topologies took turns. */
struct Rounds {
  const Flow& flow;
  /** As they were named. */
  std::vector<std::string> files;
  bool risk;
  /** Commands a second; 0: a closed loop. */
  i64 rate;
  /** Commands of the warm-up in each topology. */
  i64 warmup;
  std::vector<TopologyRounds> topologies;
  /** Of a workload of books. */
  std::optional<std::string> reportSha256;
  std::vector<RecordedCheck::Outcome> recorded;

  const ReplayResult& first() const { return topologies.front().rounds.front(); }
  /** Where a round came to another end than the first one; empty if none did. */
  std::vector<std::string> differences() const;
  /** Whether all that was checked is as it must be. */
  bool isGood() const;
};

}  // namespace tandem::tool

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "flow.hpp"
#include "replay.hpp"

namespace tandem::tool {

/** All rounds of a topology. */
struct TopologyRounds {
  Topology topology;
  std::vector<ReplayResult> rounds;
};

/** Rounds of one flow, each in an exchange of its own; several topologies took turns. */
struct Rounds {
  const Flow& flow;
  bool risk;
  /** Commands a second; 0: a closed loop. */
  i64 rate;
  std::vector<TopologyRounds> topologies;

  const ReplayResult& first() const { return topologies.front().rounds.front(); }
  /** Where a round came to another end than the first one; empty if none did. */
  std::vector<std::string> differences() const;
  /** Whether all that was checked is as it must be. */
  bool isGood() const {
    return differences().empty() && first().mismatchCount == 0 && first().isConserved();
  }
};

/** What a person is told, as ./tandem replay tells it. */
std::string summaryOf(const Rounds& rounds);

/** The same as JSON, with what the figures are of. */
std::string jsonOf(const Rounds& rounds);

/** Every trade, in the order they happened: the bytes that ./tandem replay --trades writes. */
std::string tradesOf(const Rounds& rounds);

/** The final books: the bytes that ./tandem replay --book writes. */
std::string booksOf(const Rounds& rounds);

}  // namespace tandem::tool

#include "rounds.hpp"

#include <algorithm>
#include <cmath>

#include "../wal/wal_text.hpp"

namespace tandem::tool {
namespace {

std::string hashes(const ReplayResult& round) {
  return hex16(round.eventHash) + ", " + hex16(round.stateHash);
}

}  // namespace

Spread Spread::of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  const double median =
      values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  return {median, values.front(), values.back()};
}

Spread TopologyRounds::commandsPerSecond(std::size_t commands) const {
  std::vector<double> speeds;
  for (const ReplayResult& round : rounds) {
    speeds.push_back(round.perSecond(commands));
  }
  return Spread::of(speeds);
}

Latencies TopologyRounds::latencies() const {
  const auto median = [this](i64 Latencies::*figure) {
    std::vector<double> values;
    for (const ReplayResult& round : rounds) {
      values.push_back(static_cast<double>(round.latency.*figure));
    }
    return static_cast<i64>(std::llround(Spread::of(values).median));
  };
  return {median(&Latencies::p50),  median(&Latencies::p90),   median(&Latencies::p99),
          median(&Latencies::p999), median(&Latencies::p9999), median(&Latencies::max)};
}

std::vector<std::string> Rounds::differences() const {
  std::vector<std::string> found;
  bool mismatched = false;
  for (const TopologyRounds& of : topologies) {
    for (std::size_t i = 0; i < of.rounds.size(); i++) {
      const ReplayResult& round = of.rounds[i];
      if (round.eventHash != first().eventHash || round.stateHash != first().stateHash) {
        found.push_back("round " + std::to_string(i + 1) + " of " + of.topology.name() +
                        ": event hash and state hash " + hashes(round) + "; the first round of " +
                        topologies.front().topology.name() + ": " + hashes(first()));
      }
      mismatched = mismatched || round.mismatches.count() > first().mismatches.count();
    }
  }
  if (mismatched) {
    found.emplace_back("a later round differs from what the input says, and the first one did not");
  }
  return found;
}

bool Rounds::isGood() const {
  return differences().empty() && first().mismatches.count() == 0 && first().isConserved() &&
         std::all_of(recorded.begin(), recorded.end(),
                     [](const RecordedCheck::Outcome& each) { return each.isEqual(); });
}

}  // namespace tandem::tool

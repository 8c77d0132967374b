#include "replay_summary.hpp"

#include <algorithm>

#include "../recovery_text.hpp"
#include "../wal/wal_text.hpp"
#include "book_workload_report.hpp"

namespace tandem::tool {
namespace {

using command::ResultCode;

std::string text(const Latencies& l) {
  return "p50 " + duration(l.p50) + ", p90 " + duration(l.p90) + ", p99 " + duration(l.p99) +
         ", p99.9 " + duration(l.p999) + ", max " + duration(l.max);
}

std::string sum(i64 value) { return value == ReplayResult::kOver ? "over 2^63" : count(value); }

/** Names and texts, one below the other. */
class Lines {
 public:
  void add(std::string name, const std::string& text) {
    constexpr std::size_t kWidth = 13;
    name.resize(std::max(name.size(), kWidth), ' ');
    all_ += name + " " + text + "\n";
  }
  const std::string& all() const { return all_; }

 private:
  std::string all_;
};

void addInput(const Rounds& rounds, Lines& lines) {
  constexpr std::size_t kNamesShown = 5;
  const auto& symbols = rounds.flow.symbols;
  std::string names;
  for (std::size_t i = 0; i < std::min(kNamesShown, symbols.size()); i++) {
    names.append(i == 0 ? "" : ", ").append(symbols[i].name);
  }
  lines.add("input", count(static_cast<i64>(rounds.flow.fileCommands()), "command") + " (" +
                         std::string(labelOf(rounds.flow.format)) + ") of " +
                         count(static_cast<i64>(symbols.size()), "symbol") + ": " + names +
                         (symbols.size() > kNamesShown ? ", ..." : ""));
  std::string topologies;
  for (const TopologyRounds& of : rounds.topologies) {
    topologies += (topologies.empty() ? "" : " and ") + of.topology.name();
  }
  lines.add("topology", topologies + (rounds.topologies.size() > 1 ? " by turns" : "") + ", risk " +
                            (rounds.risk ? "on" : "off"));
  const ReplayResult& first = rounds.first();
  if (rounds.risk) {
    lines.add("funding", count(first.users, "user") + ", each paid in " + count(first.funding) +
                             " units of each of " + count(static_cast<i64>(first.totals.size())) +
                             " currencies, in " + duration(first.fundingNanos));
  }
}

std::string statisticsOf(const wal::WalStatistics& s) {
  return count(s.written, "record") + " written, " + count(s.synced) + " synced, " +
         count(s.critical) + " critical, " + count(s.bytes, "byte") + ", " +
         count(s.syncs.count, "sync") +
         (s.syncs.count == 0 ? ""
                             : " (mean " + duration(static_cast<std::int64_t>(s.syncs.meanNs)) +
                                   ", p99 " + duration(s.syncs.p99Ns) + ")") +
         ", queue " + count(s.queue.records);
}

void addLog(const ReplayResult::Logged& logged, Lines& lines) {
  if (logged.recovery.isFresh()) {
    lines.add("recovered", "nothing: the log in " + logged.options.directory.string() + " is new");
  } else {
    for (const auto& [name, text] : recoveryLines(logged.recovery, "repaired")) {
      lines.add(name, text);
    }
    lines.add(
        "recovered",
        count(static_cast<i64>(logged.recovered), "command") + " of this input, before the run" +
            (logged.untold == 0 ? ""
                                : "; the trades of the first " +
                                      count(static_cast<i64>(logged.untold)) + " are not told"));
  }
  lines.add("log", std::string("answers ") + wal::nameOf(logged.options.durability) + "; " +
                       statisticsOf(logged.statistics));
}

std::string warmUp(const Rounds& rounds) {
  return rounds.warmup == 0
             ? "none"
             : count(rounds.warmup, "command") +
                   " of the input in each topology before, in exchanges that were thrown away" +
                   (rounds.first().logged ? ", without a log" : "");
}

void addRun(const Rounds& rounds, Lines& lines) {
  if (rounds.first().submitted(rounds.flow.fileCommands()) == 0) {
    lines.add("run", "nothing to submit: the log has all of it");
    return;
  }

  const bool several = rounds.topologies.size() > 1;
  const std::size_t count = rounds.topologies.front().rounds.size();
  lines.add("run", (!several && count == 1 ? duration(rounds.first().nanos)
                                           : tool::count(static_cast<i64>(count), "round") +
                                                 (several ? " each" : "")) +
                       (rounds.rate == 0
                            ? ", closed loop"
                            : ", open loop at " + perSecond(static_cast<double>(rounds.rate))));
  lines.add("warm-up", warmUp(rounds));
  for (const TopologyRounds& of : rounds.topologies) {
    const std::string name = several ? of.topology.name() + " " : "";
    const Spread speed = of.commandsPerSecond(rounds.flow.fileCommands());
    std::string median = perSecond(speed.median);
    median.replace(median.size() - 2, 2, " commands/s");
    lines.add("throughput",
              name + median +
                  (count == 1 ? ", one round"
                              : ", median of " + std::to_string(count) + " rounds (" +
                                    perSecond(speed.min) + " to " + perSecond(speed.max) + ")"));
    lines.add("latency", name + text(of.latencies()) +
                             (count == 1 ? "" : ", medians of the rounds") +
                             (rounds.rate == 0 ? " (mostly the queue: the ring is full)"
                                               : " (from the intended time)"));
  }
}

void addOutcome(const ReplayResult& result, Lines& lines) {
  lines.add("trades", count(result.trades) + ", " + sum(result.lots) +
                          (result.lots == 1 ? " lot" : " lots") + ", turnover " +
                          sum(result.turnover) + " ticks x lots");
  std::string answers;
  for (std::size_t code = 0; code < result.answers.size(); code++) {
    if (result.answers[code] != 0) {
      answers += (answers.empty() ? "" : ", ") +
                 std::string(command::nameOf(static_cast<ResultCode>(code))) + " " +
                 count(result.answers[code]);
    }
  }
  lines.add("answers", answers);
  lines.add("event hash", hex16(result.eventHash));
  lines.add("state hash", hex16(result.stateHash));
}

void addConservation(const ReplayResult& result, Lines& lines) {
  for (const auto& t : result.totals) {
    if (!result.isConserved(t)) {
      lines.add("NOT CONSERVED", "currency " + std::to_string(t.currency) + ": balances " +
                                     std::to_string(t.available) + " + holds " +
                                     std::to_string(t.held) + " + fees " + std::to_string(t.fees) +
                                     ", expected " + std::to_string(result.supply()) + " in all");
    }
  }
  if (result.isConserved()) {
    lines.add("conserved", "balances + holds + fees = " + count(result.supply()) + " in each of " +
                               count(static_cast<i64>(result.totals.size())) + " currencies");
  }
}

void addRecorded(const RecordedCheck::Outcome& outcome, Lines& lines) {
  const std::string name = outcome.file.filename().string();
  if (outcome.isPacked) {
    lines.add("recorded", "not compared, for it is zstd-compressed: " + name +
                              "; unpack it with zstd -d " + outcome.file.string());
    return;
  }
  lines.add("recorded",
            count(outcome.equal) + " of " + count(outcome.rows) + " rows equal: " + name);
  if (!outcome.isEqual()) {
    lines.add("DIFFERENT", outcome.firstDifference);
  }
}

void addMismatches(const Mismatches& mismatches, Lines& lines) {
  for (const std::string& mismatch : mismatches.first()) {
    lines.add("MISMATCH", mismatch);
  }
  const i64 more = mismatches.count() - static_cast<i64>(mismatches.first().size());
  if (more > 0) {
    lines.add("MISMATCH", "and " + count(more) + " more");
  }
}

}  // namespace

std::string summaryOf(const Rounds& rounds) {
  Lines lines;
  const ReplayResult& first = rounds.first();
  addInput(rounds, lines);
  if (first.logged) {
    addLog(*first.logged, lines);
  }
  addRun(rounds, lines);
  addOutcome(first, lines);
  if (rounds.reportSha256) {
    lines.add("report", "SHA-256 " + *rounds.reportSha256 +
                            (*rounds.reportSha256 == BookWorkloadReport::kNormalSeed23
                                 ? " (the published one of normal, seed 23)"
                                 : ""));
  }
  for (const std::string& difference : rounds.differences()) {
    lines.add("DIFFERENT", difference);
  }
  if (rounds.risk) {
    addConservation(first, lines);
  }
  for (const RecordedCheck::Outcome& outcome : rounds.recorded) {
    addRecorded(outcome, lines);
  }
  addMismatches(first.mismatches, lines);
  return lines.all();
}

}  // namespace tandem::tool

#include "replay_text.hpp"

#include <sys/utsname.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <thread>

#include "../recovery_text.hpp"
#include "../wal/json_object.hpp"
#include "../wal/wal_text.hpp"

namespace tandem::tool {
namespace {

using command::ResultCode;

/** A figure of several rounds: the one in the middle, and the two at the ends. */
struct Spread {
  double median, min, max;

  static Spread of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    const double median =
        values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
    return {median, values.front(), values.back()};
  }
};

Spread speedOf(const TopologyRounds& of, std::size_t commands) {
  std::vector<double> speeds;
  for (const ReplayResult& round : of.rounds) {
    speeds.push_back(round.perSecond(commands));
  }
  return Spread::of(speeds);
}

/** The median of each percentile over the rounds. */
Latencies latencyOf(const TopologyRounds& of) {
  const auto median = [&of](i64 Latencies::*figure) {
    std::vector<double> values;
    for (const ReplayResult& round : of.rounds) {
      values.push_back(static_cast<double>(round.latency.*figure));
    }
    return static_cast<i64>(std::llround(Spread::of(values).median));
  };
  return {median(&Latencies::p50),  median(&Latencies::p90),   median(&Latencies::p99),
          median(&Latencies::p999), median(&Latencies::p9999), median(&Latencies::max)};
}

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
    names += (i == 0 ? "" : ", ") + symbols[i];
  }
  lines.add("input", count(static_cast<i64>(rounds.flow.commands.size()), "command") +
                         " (csv) of " + count(static_cast<i64>(symbols.size()), "symbol") + ": " +
                         names + (symbols.size() > kNamesShown ? ", ..." : ""));
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

void addRun(const Rounds& rounds, Lines& lines) {
  if (rounds.first().submitted(rounds.flow.commands.size()) == 0) {
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
  for (const TopologyRounds& of : rounds.topologies) {
    const std::string name = several ? of.topology.name() + " " : "";
    const Spread speed = speedOf(of, rounds.flow.commands.size());
    std::string median = perSecond(speed.median);
    median.replace(median.size() - 2, 2, " commands/s");
    lines.add("throughput",
              name + median +
                  (count == 1 ? ", one round"
                              : ", median of " + std::to_string(count) + " rounds (" +
                                    perSecond(speed.min) + " to " + perSecond(speed.max) + ")"));
    lines.add("latency", name + text(latencyOf(of)) +
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

std::string cpu() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "";
}

JsonObject machine() {
  utsname system{};
  uname(&system);
  const std::string arch = system.machine;
  JsonObject json;
  json.put("os", system.sysname).put("osVersion", system.release);
  json.put("arch", arch == "x86_64" ? std::string("amd64") : arch);
  const std::string model = cpu();
  if (model.empty()) {
    json.putNull("cpu");
  } else {
    json.put("cpu", model);
  }
  json.put("cpus", std::int64_t{std::thread::hardware_concurrency()});
  return json;
}

JsonObject json(const Latencies& l) {
  JsonObject object;
  object.put("p50", l.p50).put("p90", l.p90).put("p99", l.p99).put("p999", l.p999);
  object.put("p9999", l.p9999).put("max", l.max);
  return object;
}

JsonObject json(const TopologyRounds& of, std::size_t commands) {
  const Spread speed = speedOf(of, commands);
  JsonObject speeds;
  speeds.put("median", std::int64_t{std::llround(speed.median)});
  speeds.put("min", std::int64_t{std::llround(speed.min)});
  speeds.put("max", std::int64_t{std::llround(speed.max)});
  std::vector<JsonObject> each;
  for (const ReplayResult& round : of.rounds) {
    JsonObject one;
    one.put("tookNs", round.nanos);
    one.put("commandsPerSecond", std::int64_t{std::llround(round.perSecond(commands))});
    one.put("latencyNs", json(round.latency));
    each.push_back(std::move(one));
  }
  JsonObject run;
  run.put("topology", of.topology.name()).put("threads", std::int64_t{of.topology.threads()});
  run.put("commandsPerSecond", std::move(speeds));
  run.put("latencyNs", json(latencyOf(of)));
  run.put("rounds", std::move(each));
  return run;
}

JsonObject json(const ReplayResult::Logged& logged) {
  const wal::WalStatistics& s = logged.statistics;
  JsonObject object;
  object.put("recovered", static_cast<i64>(logged.recovered));
  object.put("replayed", logged.recovery.replayedCommands);
  if (logged.recovery.snapshotSequence < 0) {
    // No record is null, not a number that nobody expects.
    object.putNull("snapshotRecord");
  } else {
    object.put("snapshotRecord", logged.recovery.snapshotSequence);
  }
  object.put("droppedRecords", logged.recovery.droppedRecords);
  object.put("written", s.written).put("synced", s.synced).put("critical", s.critical);
  object.put("syncs", s.syncs.count).put("meanSyncNs", std::int64_t{std::llround(s.syncs.meanNs)});
  object.put("p99SyncNs", s.syncs.p99Ns).put("queuedRecords", s.queue.records);
  object.put("bytes", s.bytes);
  return object;
}

std::string hashes(const ReplayResult& round) {
  return hex16(round.eventHash) + ", " + hex16(round.stateHash);
}

}  // namespace

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
      mismatched = mismatched || round.mismatchCount > first().mismatchCount;
    }
  }
  if (mismatched) {
    found.emplace_back("a later round differs from what the input says, and the first one did not");
  }
  return found;
}

std::string summaryOf(const Rounds& rounds) {
  Lines lines;
  const ReplayResult& first = rounds.first();
  addInput(rounds, lines);
  if (first.logged) {
    addLog(*first.logged, lines);
  }
  addRun(rounds, lines);
  addOutcome(first, lines);
  for (const std::string& difference : rounds.differences()) {
    lines.add("DIFFERENT", difference);
  }
  if (rounds.risk) {
    addConservation(first, lines);
  }
  for (const std::string& mismatch : first.mismatches) {
    lines.add("MISMATCH", mismatch);
  }
  if (const i64 more = first.mismatchCount - static_cast<i64>(first.mismatches.size()); more > 0) {
    lines.add("MISMATCH", "and " + count(more) + " more");
  }
  return lines.all();
}

std::string jsonOf(const Rounds& rounds) {
  const ReplayResult& first = rounds.first();
  const auto commands = static_cast<i64>(rounds.flow.commands.size());
  JsonObject object;
  object.put("version", TANDEM_VERSION);
  JsonObject cpp;
  cpp.put("compiler", __VERSION__);
  object.put("cpp", std::move(cpp));
  object.put("machine", machine());
  JsonObject input;
  input.put("files", std::vector<std::string>{rounds.flow.file}).put("format", "csv");
  input.put("commands", commands);
  input.put("symbols", static_cast<i64>(rounds.flow.symbols.size()));
  object.put("input", std::move(input));
  object.put("risk", rounds.risk);
  if (rounds.rate == 0) {
    object.putNull("ratePerSecond");
  } else {
    object.put("ratePerSecond", rounds.rate);
  }
  if (first.logged) {
    object.put("durability", wal::nameOf(first.logged->options.durability));
  } else {
    object.putNull("durability");
  }
  object.put("warmupCommands", std::int64_t{0});
  object.put("asExpected", rounds.isGood());
  object.put("commands", commands);
  object.put("trades", first.trades);
  object.put("eventHash", hex16(first.eventHash));
  object.put("stateHash", hex16(first.stateHash));
  std::vector<JsonObject> runs;
  for (const TopologyRounds& of : rounds.topologies) {
    runs.push_back(json(of, rounds.flow.commands.size()));
  }
  object.put("runs", std::move(runs));
  if (first.logged) {
    object.put("log", json(*first.logged));
  }
  return object.indented() + "\n";
}

std::string tradesOf(const Rounds& rounds) {
  const bool several = rounds.flow.symbols.size() > 1;
  std::string text = several ? "symbol," : "";
  text += "cmdNo,takerOrBuyId,makerOrSellId,price,qty\n";
  for (const ReplayResult::Trade& trade : rounds.first().keptTrades) {
    const auto symbol = static_cast<std::size_t>(rounds.flow.commands[trade.command].symbol);
    if (several) {
      text.append(rounds.flow.symbols[symbol]).append(",");
    }
    text.append(std::to_string(trade.command)).append(",");
    text.append(std::to_string(trade.taker)).append(",");
    text.append(std::to_string(trade.maker)).append(",");
    text.append(std::to_string(trade.price)).append(",");
    text.append(std::to_string(trade.quantity)).append("\n");
  }
  return text;
}

std::string booksOf(const Rounds& rounds) {
  const bool several = rounds.flow.symbols.size() > 1;
  std::string text = several ? "symbol," : "";
  text += "side,price,orderId,qty\n";
  for (const ReplayResult::Order& order : rounds.first().books) {
    if (several) {
      text.append(rounds.flow.symbols[order.symbol]).append(",");
    }
    text.append(order.side == command::kBuy ? "B," : "S,");
    text.append(std::to_string(order.price)).append(",");
    text.append(std::to_string(order.orderId)).append(",");
    text.append(std::to_string(order.quantity)).append("\n");
  }
  return text;
}

}  // namespace tandem::tool

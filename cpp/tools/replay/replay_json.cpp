#include "replay_json.hpp"

#include <sys/utsname.h>

#include <cmath>
#include <fstream>
#include <thread>
#include <utility>

#include "../wal/json_object.hpp"
#include "../wal/wal_text.hpp"

namespace tandem::tool {
namespace {

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
  const Spread speed = of.commandsPerSecond(commands);
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
  run.put("latencyNs", json(of.latencies()));
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

}  // namespace

std::string jsonOf(const Rounds& rounds) {
  const ReplayResult& first = rounds.first();
  const std::size_t commands = rounds.flow.fileCommands();
  JsonObject object;
  object.put("version", TANDEM_VERSION);
  JsonObject cpp;
  cpp.put("compiler", __VERSION__);
  object.put("cpp", std::move(cpp));
  object.put("machine", machine());
  JsonObject input;
  input.put("files", rounds.files).put("format", labelOf(rounds.flow.format));
  input.put("commands", static_cast<i64>(commands));
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
  object.put("warmupCommands", rounds.warmup);
  object.put("asExpected", rounds.isGood());
  object.put("commands", static_cast<i64>(commands));
  object.put("trades", first.trades);
  object.put("eventHash", hex16(first.eventHash));
  object.put("stateHash", hex16(first.stateHash));
  if (rounds.reportSha256) {
    object.put("reportSha256", *rounds.reportSha256);
  }
  std::vector<JsonObject> runs;
  for (const TopologyRounds& of : rounds.topologies) {
    runs.push_back(json(of, commands));
  }
  object.put("runs", std::move(runs));
  if (first.logged) {
    object.put("log", json(*first.logged));
  }
  return object.indented() + "\n";
}

}  // namespace tandem::tool

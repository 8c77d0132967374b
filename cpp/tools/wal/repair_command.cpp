// tandem-cpp wal repair: what opening a log for writing does to its tail.
#include "json_object.hpp"
#include "snapshot_reach.hpp"
#include "tandem/wal/wal_repair.hpp"
#include "wal_commands.hpp"
#include "wal_text.hpp"

namespace tandem::tool {
namespace {

using wal::WalCorruptedException;
using wal::WalRecoveryReport;

std::string verdict(const WalRecoveryReport& recovery) {
  if (!recovery.certain()) {
    return "NOT PROVEN, repaired with what there is: records may be missing";
  }
  return recovery.repaired() ? "repaired" : "sound, nothing to repair";
}

void printText(const WalRecoveryReport& recovery, const std::string& reach) {
  line("records", records(recovery.records, recovery.firstSequence, recovery.lastSequence));
  if (recovery.repaired()) {
    line("dropped",
         count(recovery.droppedRecords, "record") + ", " + count(recovery.droppedBytes, "byte"));
    line("reason", recovery.reason);
  }
  if (!recovery.certain()) {
    line("doubt", recovery.doubt);
  }
  line("verdict", verdict(recovery));
  if (!reach.empty()) {
    line("REFUSED", reach);
  }
}

void printJson(const WalRecoveryReport& recovery, const std::string& reach) {
  JsonObject json;
  json.put("sound", recovery.certain())
      .put("repaired", recovery.repaired() || !recovery.certain())
      .put("records", recovery.records)
      .put("firstSequence", recovery.firstSequence)
      .put("lastSequence", recovery.lastSequence)
      .put("droppedRecords", recovery.droppedRecords)
      .put("droppedBytes", recovery.droppedBytes)
      .put("reason", recovery.reason)
      .put("doubt", recovery.doubt);
  if (!reach.empty()) {
    json.put("snapshots", reach);
  }
  print(json.indented());
}

void printDamage(const WalCorruptedException& damage, bool asJson) {
  if (!asJson) {
    line("DAMAGED", damage.what());
    return;
  }
  std::vector<JsonObject> problems;
  problems.push_back(JsonObject()
                         .put("segment", damage.segment())
                         .put("offset", damage.offset())
                         .put("sequence", damage.sequence())
                         .put("expected", damage.expected())
                         .put("found", damage.found())
                         .put("tornTail", false));
  print(JsonObject()
            .put("sound", false)
            .put("repaired", false)
            .put("problems", std::move(problems))
            .indented());
}

}  // namespace

int repair(const Arguments& arguments) {
  arguments.checkDirectory();
  try {
    const WalRecoveryReport recovery = wal::WalRepair::repair(arguments.directory);
    const std::string reach =
        SnapshotReach::problem(arguments.directory, recovery.firstSequence, recovery.lastSequence);
    if (arguments.json) {
      printJson(recovery, reach);
    } else {
      printText(recovery, reach);
    }
    return recovery.certain() && reach.empty() ? ExitCode::OK : ExitCode::MISMATCH;
  } catch (const WalCorruptedException& damage) {
    printDamage(damage, arguments.json);
    return ExitCode::MISMATCH;
  }
}

}  // namespace tandem::tool

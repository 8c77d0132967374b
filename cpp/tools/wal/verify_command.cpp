#include <algorithm>
#include <cctype>

#include "json_object.hpp"
#include "snapshot_reach.hpp"
#include "tandem/wal/wal_verifier.hpp"
#include "wal_commands.hpp"
#include "wal_text.hpp"

namespace tandem::tool {
namespace {

using wal::WalReport;

std::string lowerCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char each) { return static_cast<char>(std::tolower(each)); });
  return text;
}

void printText(const WalReport& log, const std::string& reach) {
  for (const WalReport::Segment& segment : log.segments) {
    print(segment.file + "  " + lowerCase(WalReport::nameOf(segment.state)) + "  " +
          records(segment.records, segment.firstSequence, segment.lastSequence) + "  " +
          count(segment.usedBytes) + " of " + count(segment.fileBytes, "byte"));
  }
  line("records", records(log.records, log.firstSequence, log.lastSequence) + ", in " +
                      count(static_cast<std::int64_t>(log.segments.size()), "segment"));
  printVerdict(log);
  if (!reach.empty()) {
    line("REFUSED", reach);
  }
}

void printJson(const WalReport& log, const std::string& reach) {
  JsonObject json;
  putVerdict(json, log);
  std::vector<JsonObject> segments;
  for (const WalReport::Segment& segment : log.segments) {
    segments.push_back(JsonObject()
                           .put("file", segment.file)
                           .put("number", segment.number)
                           .put("epoch", segment.epoch)
                           .put("state", WalReport::nameOf(segment.state))
                           .put("firstSequence", segment.firstSequence)
                           .put("lastSequence", segment.lastSequence)
                           .put("records", segment.records)
                           .put("batches", segment.batches)
                           .put("usedBytes", segment.usedBytes)
                           .put("fileBytes", segment.fileBytes));
  }
  json.put("segments", std::move(segments));
  if (!reach.empty()) {
    json.put("snapshots", reach);
  }
  print(json.indented());
}

}  // namespace

int verify(const Arguments& arguments) {
  arguments.checkDirectory();
  const WalReport log = wal::WalVerifier::verify(arguments.directory);
  const std::string reach = SnapshotReach::problem(arguments.directory, log);
  if (arguments.json) {
    printJson(log, reach);
  } else {
    printText(log, reach);
  }
  return log.sound() && reach.empty() ? ExitCode::OK : ExitCode::MISMATCH;
}

}  // namespace tandem::tool

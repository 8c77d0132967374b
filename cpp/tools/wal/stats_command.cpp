#include <numeric>

#include "json_object.hpp"
#include "tandem/wal/wal_verifier.hpp"
#include "wal_commands.hpp"
#include "wal_text.hpp"

namespace tandem::tool {
namespace {

using wal::WalReport;

double ratio(std::int64_t of, std::int64_t to) {
  return to == 0 ? 0 : static_cast<double>(of) / static_cast<double>(to);
}

std::int64_t sumOf(const WalReport& log, std::int64_t WalReport::Segment::*bytes) {
  return std::accumulate(
      log.segments.begin(), log.segments.end(), std::int64_t{0},
      [bytes](std::int64_t sum, const WalReport::Segment& each) { return sum + each.*bytes; });
}

void printRecords(const WalReport& log) {
  // As Java subtracts: what a record says may be anything.
  const auto span = static_cast<std::int64_t>(static_cast<std::uint64_t>(log.lastTimestampNs) -
                                              static_cast<std::uint64_t>(log.firstTimestampNs));
  line("first", time(log.firstTimestampNs));
  line("last", time(log.lastTimestampNs));
  if (span > 0) {
    line("over", duration(span) + ", " +
                     perSecond(static_cast<double>(log.records) * 1e9 / static_cast<double>(span)));
  }
  line("size", fixed(ratio(log.recordBytes, log.records), 1) + " bytes a record with its header");
  line("batches",
       count(log.batches) + ", " + fixed(ratio(log.records, log.batches), 1) + " records each");
  for (std::size_t type = 0; type < log.recordsByType.size(); type++) {
    if (log.recordsByType[type] > 0) {
      line("type " + std::to_string(type), count(log.recordsByType[type], "record"));
    }
  }
}

void printText(const WalReport& log) {
  line("records", records(log.records, log.firstSequence, log.lastSequence));
  if (log.records > 0) {
    printRecords(log);
  }
  line("on disk", count(sumOf(log, &WalReport::Segment::fileBytes), "byte") + " in " +
                      count(static_cast<std::int64_t>(log.segments.size()), "segment") +
                      ", of which used " + count(sumOf(log, &WalReport::Segment::usedBytes)));
  printVerdict(log);
}

void printJson(const WalReport& log) {
  JsonObject json;
  putVerdict(json, log);
  if (log.records == 0) {
    json.putNull("firstTime").putNull("lastTime");
  } else {
    json.put("firstTime", time(log.firstTimestampNs)).put("lastTime", time(log.lastTimestampNs));
  }
  json.put("recordBytes", log.recordBytes).put("batches", log.batches);
  JsonObject types;
  for (std::size_t type = 0; type < log.recordsByType.size(); type++) {
    if (log.recordsByType[type] > 0) {
      types.put(std::to_string(type), log.recordsByType[type]);
    }
  }
  json.put("recordsByType", std::move(types));
  json.put("segments", static_cast<std::int64_t>(log.segments.size()));
  json.put("usedBytes", sumOf(log, &WalReport::Segment::usedBytes));
  json.put("fileBytes", sumOf(log, &WalReport::Segment::fileBytes));
  print(json.indented());
}

}  // namespace

int stats(const Arguments& arguments) {
  arguments.checkDirectory();
  const WalReport log = wal::WalVerifier::verify(arguments.directory);
  if (arguments.json) {
    printJson(log);
  } else {
    printText(log);
  }
  return log.sound() ? ExitCode::OK : ExitCode::MISMATCH;
}

}  // namespace tandem::tool

#include <algorithm>
#include <cctype>

#include "json_object.hpp"
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

void printText(const WalReport& log) {
  for (const WalReport::Segment& segment : log.segments) {
    print(segment.file + "  " + lowerCase(WalReport::nameOf(segment.state)) + "  " +
          records(segment.records, segment.firstSequence, segment.lastSequence) + "  " +
          count(segment.usedBytes) + " of " + count(segment.fileBytes, "byte"));
  }
  line("records", records(log.records, log.firstSequence, log.lastSequence) + ", in " +
                      count(static_cast<std::int64_t>(log.segments.size()), "segment"));
  printVerdict(log);
}

void printJson(const WalReport& log) {
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
  print(json.indented());
}

}  // namespace

int verify(const Arguments& arguments) {
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

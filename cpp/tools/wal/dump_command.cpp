#include <algorithm>
#include <cstdio>
#include <limits>
#include <string>

#include "json_object.hpp"
#include "tandem/wal/wal_reader.hpp"
#include "wal_commands.hpp"
#include "wal_text.hpp"

namespace tandem::tool {
namespace {

using wal::ReadMode;
using wal::WalReader;

std::string text(const WalReader& reader, std::int64_t bytes) {
  const auto length = static_cast<std::int64_t>(reader.body().size());
  const std::int64_t shown = std::min(bytes, length);
  return std::to_string(reader.sequence()) + " type " + std::to_string(reader.type()) + " " +
         time(reader.timestampNs()) + " " + std::to_string(length) + " bytes " +
         reader.segmentName() + ":" + std::to_string(reader.segmentOffset()) + " " +
         hexDigits(reader.body().first(static_cast<std::size_t>(shown))) +
         (shown < length ? "..." : "");
}

std::string json(const WalReader& reader) {
  return JsonObject()
      .put("sequence", reader.sequence())
      .put("time", time(reader.timestampNs()))
      .put("type", std::int64_t{reader.type()})
      .put("body", hexDigits(reader.body()))
      .compact();
}

void printRecords(const Arguments& arguments) {
  const auto& [from, to] = std::pair(arguments.from, arguments.to);
  const std::int64_t first = from && !from->isTime() ? from->sequence : 0;
  const bool hasEnd = to && !to->isTime();
  const std::int64_t last = hasEnd ? to->sequence : std::numeric_limits<std::int64_t>::max();
  std::int64_t left = arguments.count;
  WalReader reader(arguments.directory, ReadMode::READ_ONLY, first);
  while (left > 0 && reader.next() && reader.sequence() <= last) {
    const std::int64_t at = reader.timestampNs();
    if (reader.sequence() < first || (from && from->isTime() && at < from->timeNs) ||
        (to && to->isTime() && at > to->timeNs)) {
      continue;
    }
    print(arguments.json ? json(reader) : text(reader, arguments.bytes));
    left--;
  }
  // Where an end is named, what lies behind it is not judged.
  if (!hasEnd) {
    reader.checkComplete();
  }
}

}  // namespace

int dump(const Arguments& arguments) {
  arguments.checkDirectory();
  try {
    printRecords(arguments);
  } catch (const wal::WalCorruptedException& damage) {
    std::fflush(stdout);
    std::fprintf(stderr, "tandem: %s\n", damage.what());
    return ExitCode::MISMATCH;
  }
  return ExitCode::OK;
}

}  // namespace tandem::tool

#include <algorithm>
#include <cstdio>
#include <system_error>
#include <tuple>

#include "json_object.hpp"
#include "tandem/wal/wal_reader.hpp"
#include "wal_commands.hpp"
#include "wal_text.hpp"

namespace tandem::tool {
namespace {

using wal::ReadMode;
using wal::WalReader;

constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();

/** Type of the first record in the log of an exchange. */
constexpr std::int8_t kExchange = 3;

bool isExchangeLog(const std::filesystem::path& directory) {
  std::error_code ignored;
  if (std::filesystem::is_directory(directory / "snapshots", ignored)) {
    return true;
  }
  WalReader reader(directory, ReadMode::READ_ONLY, 0);
  return reader.next() && reader.sequence() == 0 && reader.type() == kExchange;
}

bool includes(const Arguments& arguments, const WalReader& reader) {
  const auto& [from, to] = std::tie(arguments.from, arguments.to);
  return (!from || (from->isTime() ? reader.timestampNs() >= from->timeNs
                                   : reader.sequence() >= from->sequence)) &&
         (!to ||
          (to->isTime() ? reader.timestampNs() <= to->timeNs : reader.sequence() <= to->sequence));
}

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
  const auto& [from, to] = std::tie(arguments.from, arguments.to);
  const std::int64_t first = !from || from->isTime() ? 0 : from->sequence;
  const std::int64_t last = !to || to->isTime() ? kLast : to->sequence;
  std::int64_t left = arguments.count;
  WalReader reader(arguments.directory, ReadMode::READ_ONLY, first);
  while (left > 0 && reader.next() && reader.sequence() <= last) {
    if (includes(arguments, reader)) {
      print(arguments.json ? json(reader) : text(reader, arguments.bytes));
      left--;
    }
  }
  // Whoever asks for some of the records is told of these.
  if (last == kLast) {
    reader.checkComplete();
  }
}

}  // namespace

int dump(const Arguments& arguments) {
  arguments.checkDirectory();
  try {
    if (!arguments.raw && isExchangeLog(arguments.directory)) {
      throw BadInputException(
          arguments.directory.string() +
          ": is the log of an exchange, and only the program in Java tells its commands in words"
          " (./tandem wal dump); --raw prints the bodies in hex");
    }
    printRecords(arguments);
  } catch (const wal::WalCorruptedException& damage) {
    std::fflush(stdout);
    std::fprintf(stderr, "tandem: %s\n", damage.what());
    return ExitCode::MISMATCH;
  }
  return ExitCode::OK;
}

}  // namespace tandem::tool

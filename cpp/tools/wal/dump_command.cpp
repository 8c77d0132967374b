#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <system_error>

#include "command_view.hpp"
#include "json_object.hpp"
#include "log_answers.hpp"
#include "tandem/journal/exchange_store.hpp"
#include "tandem/journal/record_types.hpp"
#include "tandem/wal/wal_reader.hpp"
#include "wal_commands.hpp"
#include "wal_text.hpp"

namespace tandem::tool {
namespace {

namespace record_types = journal::record_types;

using wal::ReadMode;
using wal::WalReader;

bool isExchangeLog(const std::filesystem::path& directory) {
  std::error_code ignored;
  if (std::filesystem::is_directory(journal::ExchangeStore::snapshotsIn(directory), ignored)) {
    return true;
  }
  WalReader reader(directory, ReadMode::READ_ONLY, 0);
  return reader.next() && reader.sequence() == 0 && reader.type() == record_types::kExchange;
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

/** The record as it is printed; nothing of one that is not asked for. */
std::optional<std::string> shown(const Arguments& arguments, const WalReader& reader, bool decoded,
                                 const CommandView& view) {
  const RecordChoice& choice = arguments.choice;
  if (decoded && reader.type() == record_types::kCommand) {
    command::CommandInput c;
    record_types::decode(arguments.directory, reader.sequence(), reader.body(), c);
    return choice.includes(reader.sequence(), c.timestampNs) && choice.includes(c)
               ? std::optional(view.of(reader.sequence(), c))
               : std::nullopt;
  }
  if (choice.wantsCommands() || !choice.includes(reader.sequence(), reader.timestampNs())) {
    return std::nullopt;
  }
  return arguments.json ? json(reader) : text(reader, arguments.bytes);
}

void printRecords(const Arguments& arguments, bool decoded, const CommandView& view) {
  const RecordChoice& choice = arguments.choice;
  std::int64_t left = arguments.count;
  WalReader reader(arguments.directory, ReadMode::READ_ONLY, choice.firstSequence());
  while (left > 0 && reader.next() && reader.sequence() <= choice.lastSequence()) {
    if (const auto line = shown(arguments, reader, decoded, view)) {
      print(*line);
      left--;
    }
  }
  // Whoever asks for some of the records is told of these.
  if (!choice.hasEnd()) {
    reader.checkComplete();
  }
}

}  // namespace

int dump(const Arguments& arguments) {
  arguments.checkDirectory();
  const CommandView view(arguments.choice, arguments.json);
  try {
    const bool decoded = !arguments.raw && isExchangeLog(arguments.directory);
    if (!decoded && arguments.wantsCommands()) {
      throw UsageException(arguments.directory.string() +
                           " is not the log of an exchange: --answers, --user, --order and"
                           " --symbol are about commands");
    }
    if (arguments.answers) {
      LogAnswers::print(arguments.directory, arguments.choice, arguments.count, view);
    } else {
      printRecords(arguments, decoded, view);
    }
  } catch (const wal::WalCorruptedException& damage) {
    std::fflush(stdout);
    std::fprintf(stderr, "tandem: %s\n", damage.what());
    return ExitCode::MISMATCH;
  }
  return ExitCode::OK;
}

}  // namespace tandem::tool

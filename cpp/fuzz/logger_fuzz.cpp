#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>
#include <vector>

#include "fuzzing.hpp"
#include "tandem/logger/format/file_names.hpp"
#include "tandem/logger/format/record_checksum.hpp"
#include "tandem/logger/format/record_layout.hpp"
#include "tandem/logger/format/segment_layout.hpp"
#include "tandem/logger/log_exception.hpp"
#include "tandem/logger/log_follower.hpp"
#include "tandem/logger/log_reader.hpp"
#include "tandem/logger/record_text.hpp"
#include "tandem/logger/recovery/recovery.hpp"

namespace {

using namespace tandem::logger;
using tandem::fuzzing::require;

constexpr auto kHeader = static_cast<std::size_t>(SegmentLayout::HEADER_BYTES);
const std::string kRun = "20260101T000000000-1-1";

/** Checksums that fit, or no input would ever come behind the first of them. */
void seal(std::span<std::byte> file) {
  if (file.size() < kHeader) {
    return;
  }
  SegmentLayout::put(file.data() + SegmentLayout::MAGIC_AT, SegmentLayout::MAGIC);
  SegmentLayout::put(file.data() + SegmentLayout::VERSION_AT, SegmentLayout::VERSION);
  SegmentLayout::put(file.data() + SegmentLayout::HEADER_SUM_AT,
                     RecordChecksum::header(file.data()));
  const auto id = SegmentLayout::get<std::uint64_t>(file.data() + SegmentLayout::FILE_ID_AT);
  for (std::size_t at = kHeader; at + RecordLayout::HEADER_BYTES <= file.size();) {
    const auto length = SegmentLayout::get<std::int32_t>(file.data() + at);
    const std::int64_t aligned = SegmentLayout::alignedLength(length);
    if (length < RecordLayout::HEADER_BYTES ||
        aligned > static_cast<std::int64_t>(file.size() - at)) {
      // A hole, as far as anybody can tell.
      at += 8;
      continue;
    }
    const auto offset = static_cast<std::int64_t>(at);
    SegmentLayout::put(file.data() + at + RecordLayout::CHECKSUM_AT,
                       RecordChecksum::expected(file.data(), id, offset, length));
    at += static_cast<std::size_t>(aligned);
  }
}

std::string textOf(const LogRecord& record) {
  return RecordText::line(record) + RecordText::json(record);
}

/** What a reader gives, a line each. */
std::vector<std::string> readAll(const std::filesystem::path& log) {
  std::vector<std::string> lines;
  LogReader reader({log.string()});
  while (const auto record = reader.next()) {
    lines.push_back(textOf(*record));
    require(lines.back().find('\n') == std::string::npos, "a record is one line");
  }
  require(reader.records() == static_cast<std::int64_t>(lines.size()), "records are counted");
  for (const LogHole& hole : reader.gaps()) {
    require(hole.bytes > 0 && !hole.text().empty(), "a hole has a place");
  }
  for (const LogDamage& damage : reader.damage()) {
    require(damage.offset >= 0 && damage.bytes >= 0, "damage has a place");
  }
  require(reader.holes() >= static_cast<std::int64_t>(reader.gaps().size()), "holes are counted");
  return lines;
}

/** What a follower hands on of a run that is over. */
std::vector<std::string> followAll(const std::filesystem::path& log) {
  std::vector<std::string> lines;
  LogFollower follower({log.string()}, std::chrono::nanoseconds(0));
  // It asks whether the run is over once it has met a record that is missing.
  for (int i = 0; i < 3; i++) {
    follower.poll([&](const LogRecord& record) { lines.push_back(textOf(record)); },
                  [](const std::string&) {});
  }
  return lines;
}

}  // namespace

/** Log files of a run that is over: read, followed, tidied up after, and read again. */
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) {
    return 0;
  }
  const std::filesystem::path log = tandem::fuzzing::scratch() / "log";
  std::filesystem::remove_all(log);
  std::filesystem::create_directory(log);
  const int segments = 1 + data[0] % 3;
  std::vector<std::byte> all(size - 1);
  std::copy_n(reinterpret_cast<const std::byte*>(data) + 1, size - 1, all.begin());
  const std::size_t each = all.size() / static_cast<std::size_t>(segments) / 8 * 8;
  for (int i = 0; i < segments; i++) {
    const auto segment = std::span(all).subspan(static_cast<std::size_t>(i) * each,
                                                i + 1 < segments ? each : std::dynamic_extent);
    if ((data[0] & 4) != 0) {
      seal(segment);
    }
    tandem::fuzzing::writeFile(log / FileNames::segment("log", kRun, i + 1), segment);
  }
  tandem::fuzzing::writeFile(log / FileNames::lock("log", kRun), {});
  LogStoreConfig config;
  config.onFailure = [](const std::string&) {};
  try {
    const std::vector<std::string> lines = readAll(log);
    const std::vector<std::string> followed = followAll(log);
    require(followed.size() <= lines.size() &&
                std::equal(followed.begin(), followed.end(), lines.begin()),
            "a follower hands on the beginning of what a reader gives");
    Recovery::run(log, config);
    require(readAll(log) == lines, "no record is lost where a crash is tidied up after");
  } catch (const LogException&) {
    // Of records that are sealed; the tidying knows them.
    Recovery::run(log, config);
  }
  return 0;
}

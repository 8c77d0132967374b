#include "tandem/wal/format/segment_names.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>

#include "tandem/wal/wal_exception.hpp"

namespace tandem::wal {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kDigits = 16;

std::string named(const char* prefix, std::int64_t number, const char* suffix) {
  char text[64];
  std::snprintf(text, sizeof text, "%s-%016lld.%s", prefix, static_cast<long long>(number), suffix);
  return text;
}

/** The number of a name such as segment-0000000000000001.wal. */
std::optional<std::int64_t> parse(std::string_view name, std::string_view prefix,
                                  std::string_view suffix) {
  if (name.size() != prefix.size() + kDigits + suffix.size() || !name.starts_with(prefix) ||
      !name.ends_with(suffix)) {
    return std::nullopt;
  }
  std::int64_t number = 0;
  for (const char digit : name.substr(prefix.size(), kDigits)) {
    if (digit < '0' || digit > '9') {
      return std::nullopt;
    }
    number = 10 * number + (digit - '0');
  }
  return number;
}

bool isUnfinished(const std::string& name) {
  return parse(name, "segment-", ".tmp") || parse(name, "spare-", ".tmp");
}

std::vector<fs::path> list(const fs::path& directory) {
  std::vector<fs::path> found;
  std::error_code failed;
  fs::directory_iterator entries(directory, failed);
  while (!failed && entries != fs::directory_iterator()) {
    found.push_back(entries->path());
    entries.increment(failed);
  }
  if (failed) {
    throw IoException(directory.string() + ": list: " + failed.message(), failed.value());
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

fs::path SegmentNames::segment(const fs::path& directory, std::int64_t number) {
  return directory / named("segment", number, "wal");
}

fs::path SegmentNames::unfinished(const fs::path& directory, std::int64_t number) {
  return directory / named("segment", number, "tmp");
}

fs::path SegmentNames::spare(const fs::path& directory, std::int64_t number) {
  return directory / named("spare", number, "tmp");
}

std::optional<std::int64_t> SegmentNames::numberOf(const std::string& name) {
  return parse(name, "segment-", ".wal");
}

SegmentFiles SegmentNames::segments(const fs::path& directory) {
  SegmentFiles found;
  for (const fs::path& path : list(directory)) {
    if (const auto number = numberOf(path.filename().string())) {
      found.emplace(*number, path);
    }
  }
  return found;
}

bool SegmentNames::isLog(const fs::path& directory) {
  std::error_code ignored;
  return fs::is_directory(directory, ignored) &&
         (fs::exists(directory / EXTENT, ignored) || !segments(directory).empty());
}

std::vector<fs::path> SegmentNames::unfinished(const fs::path& directory) {
  std::vector<fs::path> found = list(directory);
  std::erase_if(found,
                [](const fs::path& path) { return !isUnfinished(path.filename().string()); });
  return found;
}

void SegmentNames::checkNotForeign(const fs::path& directory) {
  fs::path foreign;
  for (const fs::path& path : list(directory)) {
    const std::string name = path.filename().string();
    if (numberOf(name) || name == LOCK || name == EXTENT) {
      return;
    }
    std::error_code ignored;
    if (fs::is_regular_file(path, ignored) && !isUnfinished(name)) {
      foreign = path;
    }
  }
  if (!foreign.empty()) {
    throw WalException(directory.string() + ": expected a log or an empty directory, found " +
                       foreign.filename().string());
  }
}

}  // namespace tandem::wal

#include "snapshot_reach.hpp"

#include <algorithm>
#include <system_error>

#include "tandem/wal/wal.hpp"

namespace tandem::tool {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "snapshot-";
constexpr std::size_t kDigits = 20;

/** The record that a snapshot of this name includes; -1 if it is no name of one. */
std::int64_t recordOf(const std::string& name) {
  const bool named = name.size() == kPrefix.size() + kDigits && name.starts_with(kPrefix) &&
                     std::all_of(name.begin() + static_cast<std::ptrdiff_t>(kPrefix.size()),
                                 name.end(), [](char each) { return each >= '0' && each <= '9'; });
  return named ? std::stoll(name.substr(kPrefix.size())) : -1;
}

}  // namespace

std::string SnapshotReach::problem(const fs::path& log, std::int64_t first, std::int64_t last) {
  const fs::path place = log / "snapshots";
  std::error_code ignored;
  if (!fs::is_directory(place, ignored)) {
    return {};
  }
  std::int64_t newest = -1;
  for (const auto& entry : fs::directory_iterator(place)) {
    newest = std::max(newest, recordOf(entry.path().filename().string()));
  }
  const std::string copied =
      ": a start refuses this. Files that were copied from a running exchange look so: make a new"
      " copy with 'tandem backup'";
  if (newest > last) {
    return "the snapshot of record " + std::to_string(newest) +
           " includes more than the log, which ends with record " + std::to_string(last) + copied +
           ". Without the snapshots behind record " + std::to_string(last) +
           " a start comes to the state of that record";
  }
  if (first > newest + 1) {
    return "the log begins with record " + std::to_string(first) +
           ", and the newest snapshot includes record " + std::to_string(newest) + copied;
  }
  return {};
}

std::string SnapshotReach::problem(const fs::path& log, const wal::WalReport& report) {
  return !report.sound() || wal::Wal::isInUse(log)
             ? std::string{}
             : problem(log, report.firstSequence, report.lastSequence);
}

}  // namespace tandem::tool

#include "tandem/snapshot/snapshots.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "tandem/snapshot/snapshot_exception.hpp"
#include "tandem/snapshot/snapshot_file.hpp"
#include "tandem/state/invalid_image_exception.hpp"
#include "tandem/statemachine/admission.hpp"
#include "tandem/statemachine/stages.hpp"
#include "tandem/wal/storage/durable_directories.hpp"

namespace tandem::snapshot {

namespace fs = std::filesystem;
using state::StateImage;
using state::TableKind;

namespace {

constexpr const char* kPrefix = "snapshot-";
constexpr const char* kTemporary = ".tmp";
constexpr std::size_t kDigits = 20;

/** A name that sorts like its sequence; that of -1, before all commands, sorts first. */
std::string nameOf(i64 logSequence) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%020lld", static_cast<long long>(logSequence));
  return kPrefix + (logSequence < 0 ? std::string(kDigits, '-') : std::string(digits));
}

bool isSnapshotName(const std::string& name) {
  const std::string prefix = kPrefix;
  if (name.size() != prefix.size() + kDigits || name.compare(0, prefix.size(), prefix) != 0) {
    return false;
  }
  const std::string rest = name.substr(prefix.size());
  return rest == std::string(kDigits, '-') ||
         rest.find_first_not_of("0123456789") == std::string::npos;
}

bool isThere(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool isEmpty(const fs::path& directory) {
  std::error_code failed;
  const bool empty = fs::is_empty(directory, failed);
  if (failed) {
    throw wal::systemError(directory, "list", failed.value());
  }
  return empty;
}

std::vector<fs::path> filesIn(const fs::path& directory) {
  std::error_code failed;
  fs::directory_iterator each(directory, failed);
  std::vector<fs::path> files;
  for (const fs::directory_iterator end; !failed && each != end; each.increment(failed)) {
    files.push_back(each->path());
  }
  if (failed) {
    throw wal::systemError(directory, "list", failed.value());
  }
  return files;
}

SnapshotInfo headerOf(const fs::path& snapshot) {
  const SnapshotInfo info = snapshot_file::readHeader(snapshot);
  if (snapshot.filename() != nameOf(info.position.sequence)) {
    throw SnapshotException(snapshot.string() + ": holds the snapshot of sequence " +
                            std::to_string(info.position.sequence));
  }
  return info;
}

Snapshots::Loaded load(const fs::path& snapshot) {
  SnapshotInfo info = headerOf(snapshot);
  return {std::move(info), snapshot_file::read(snapshot)};
}

}  // namespace

Snapshots Snapshots::open(const fs::path& directory, SnapshotDisk& disk) {
  std::error_code ignored;
  // What is in it was begun once its name was durable.
  if (!fs::is_directory(directory, ignored) || isEmpty(directory)) {
    wal::DurableDirectories::make(directory, wal::LogFiles::system());
  }
  Snapshots snapshots(directory, disk);
  for (const fs::path& left : snapshots.entries(true)) {
    snapshots.remove(left);
  }
  return snapshots;
}

Snapshots Snapshots::openReadOnly(const fs::path& directory) {
  std::error_code ignored;
  if (!fs::is_directory(directory, ignored)) {
    throw SnapshotException(directory.string() + ": no directory of snapshots");
  }
  return {directory, SnapshotDisk::system()};
}

std::optional<SnapshotInfo> Snapshots::sameAt(const fs::path& target,
                                              const LogPosition& position) const {
  try {
    SnapshotInfo there = load(target).info;
    return there.position == position ? std::optional(std::move(there)) : std::nullopt;
  } catch (const SnapshotException&) {
    return std::nullopt;
  } catch (const wal::IoException& e) {
    if (e.code() != ENOENT) {
      throw;
    }
    return std::nullopt;
  }
}

SnapshotInfo Snapshots::write(const StateImage& image, const LogPosition& position) {
  if (position.sequence < -1) {
    throw std::invalid_argument("log sequence " + std::to_string(position.sequence));
  }
  const fs::path target = directory_ / nameOf(position.sequence);
  const fs::path temporary = target.string() + kTemporary;
  if (isThere(target)) {
    if (auto there = sameAt(target, position)) {
      return *there;
    }
    remove(temporary);
    disk_->rename(target, temporary);
  }
  remove(temporary);
  try {
    return writeTo(temporary, target, image, position);
  } catch (const wal::IoException& e) {
    try {
      remove(temporary);
    } catch (const wal::IoException&) {
      // The first failure is reported; what is left is removed by the next open().
    }
    throw SnapshotException("snapshot of sequence " + std::to_string(position.sequence) +
                            " not written: " + e.what());
  }
}

SnapshotInfo Snapshots::writeTo(const fs::path& temporary, const fs::path& target,
                                const StateImage& image, const LogPosition& position) {
  std::error_code ignored;
  if (!fs::is_directory(directory_, ignored)) {
    // Somebody has removed it: the next snapshot makes it anew.
    wal::DurableDirectories::make(directory_, wal::LogFiles::system());
  }
  disk_->createDirectory(temporary);
  SnapshotInfo info =
      snapshot_file::write(temporary, image, position, statemachine::systemClockNs(), *disk_);
  disk_->syncDirectory(temporary);
  disk_->rename(temporary, target);
  disk_->syncDirectory(directory_);
  info.directory = target;
  return info;
}

std::vector<fs::path> Snapshots::directories() const { return entries(false); }

std::vector<SnapshotInfo> Snapshots::list(const Damaged& damaged) const {
  std::vector<SnapshotInfo> found;
  for (const fs::path& snapshot : entries(false)) {
    try {
      found.push_back(headerOf(snapshot));
    } catch (const std::runtime_error& e) {
      damaged(snapshot, e.what());
    }
  }
  return found;
}

SnapshotInfo Snapshots::verify(const fs::path& snapshot) const {
  Loaded loaded = load(snapshot);
  statemachine::StagesOptions options;
  options.riskShards = loaded.image.riskShards() == 0 ? 0 : 1;
  statemachine::Stages stages(options);
  try {
    stages.restore(loaded.image);
  } catch (const state::InvalidImageException& e) {
    throw SnapshotException(snapshot.string() + ": cannot be restored: " + e.what());
  }
  const StateImage again = stages.image();
  for (u8 code = 1; code <= state::kTables; code++) {
    const auto kind = static_cast<TableKind>(code);
    const auto was = loaded.image.table(kind).bytes();
    const auto is = again.table(kind).bytes();
    const auto [a, b] = std::mismatch(was.begin(), was.end(), is.begin(), is.end());
    if (a != was.end() || b != is.end()) {
      throw SnapshotException(snapshot.string() + ": table " + state::nameOf(kind) +
                              " is restored differently from byte " +
                              std::to_string(a - was.begin()));
    }
  }
  return loaded.info;
}

std::optional<Snapshots::Loaded> Snapshots::latestValid(const Damaged& skipped,
                                                        i64 logSequence) const {
  const std::vector<fs::path> all = entries(false);
  const std::string last = nameOf(logSequence);
  for (auto snapshot = all.rbegin(); snapshot != all.rend(); ++snapshot) {
    if (snapshot->filename().string() > last) {
      continue;
    }
    try {
      return load(*snapshot);
    } catch (const std::runtime_error& e) {
      skipped(*snapshot, e.what());
    }
  }
  return std::nullopt;
}

std::size_t Snapshots::deleteAllBut(std::size_t newest) {
  if (newest < 1) {
    throw std::invalid_argument("keep 0 snapshots, expected 1 or more");
  }
  const std::vector<fs::path> all = entries(false);
  const std::size_t deleted = all.size() - std::min(all.size(), newest);
  for (std::size_t i = 0; i < deleted; i++) {
    // Half deleted it must not look like a snapshot.
    const fs::path doomed = all[i].string() + kTemporary;
    remove(doomed);
    disk_->rename(all[i], doomed);
    remove(doomed);
  }
  if (deleted != 0) {
    disk_->syncDirectory(directory_);
  }
  return deleted;
}

std::vector<fs::path> Snapshots::entries(bool temporary) const {
  std::vector<fs::path> found;
  for (const fs::path& file : filesIn(directory_)) {
    const bool isTemporary = file.extension() == kTemporary;
    const fs::path name = isTemporary ? file.stem() : file.filename();
    if (isTemporary == temporary && isSnapshotName(name.string())) {
      found.push_back(file);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

void Snapshots::remove(const fs::path& snapshot) {
  if (!isThere(snapshot)) {
    return;
  }
  for (const fs::path& file : filesIn(snapshot)) {
    disk_->remove(file);
  }
  disk_->remove(snapshot);
}

}  // namespace tandem::snapshot

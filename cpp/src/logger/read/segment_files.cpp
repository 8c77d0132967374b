#include "tandem/logger/read/segment_files.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "tandem/logger/log_exception.hpp"
#include "tandem/logger/storage/run_lock.hpp"
#include "tandem/wal/storage/descriptor.hpp"

namespace tandem::logger {

namespace fs = std::filesystem;

namespace {

constexpr int kAttempts = 100;

std::optional<FileNames::Parts> partsOf(const std::string& file) {
  return FileNames::parse(fs::path(file).filename().string());
}

std::string directoryOf(const std::string& file) {
  return fs::absolute(file).lexically_normal().parent_path().string();
}

}  // namespace

std::map<std::string, SegmentFiles::OfRun> SegmentFiles::find(std::span<const std::string> paths) {
  std::map<std::string, OfRun> runs;
  for (const std::string& path : paths) {
    std::error_code ignored;
    const bool isDirectory = fs::is_directory(path, ignored);
    for (const std::string& file : isDirectory ? list(path) : std::vector{path}) {
      const auto parts = partsOf(file);
      const std::string in = directoryOf(file);
      const std::string run = parts ? in + "/" + parts->name + "-" + parts->run : file;
      runs[run]
          .try_emplace(parts ? parts->number : 0,
                       SegmentFiles(isDirectory ? path : in, parts, isDirectory))
          .first->second.add(file, parts);
    }
  }
  return runs;
}

std::vector<std::string> SegmentFiles::list(const std::string& directory) {
  std::vector<std::string> files;
  std::error_code failed;
  fs::directory_iterator entry(directory, failed);
  for (; !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
    if (FileNames::parse(entry->path().filename().string())) {
      files.push_back(entry->path().string());
    }
  }
  if (failed) {
    throw wal::systemError(directory, "list", failed.value());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void SegmentFiles::add(const std::string& file, const std::optional<FileNames::Parts>& parts) {
  const std::string ending = parts ? parts->ending : "";
  const bool compressed = ending == FileNames::COMPRESSED;
  if (!compressed && !ending.empty()) {
    sealed_ = file;
  } else if (plain_.empty() || compressed) {
    // While a file is being replaced by its compressed form, both are whole.
    plain_ = file;
  }
}

SegmentFiles::OfRun SegmentFiles::lookForRun() const {
  OfRun found;
  for (const std::string& file : list(directory_)) {
    const auto parts = partsOf(file);
    if (parts->name == parts_->name && parts->run == parts_->run) {
      found.try_emplace(parts->number, SegmentFiles(directory_, parts, listed_))
          .first->second.add(file, parts);
    }
  }
  return found;
}

std::map<std::int64_t, std::int64_t> SegmentFiles::laterEnds() const {
  std::map<std::int64_t, std::int64_t> ends;
  if (isRunOver()) {
    return ends;
  }
  const OfRun now = lookForRun();
  for (auto later = now.rbegin(); later != now.rend() && later->first > parts_->number; ++later) {
    const std::string& file = later->second.plain_;
    if (!file.empty() && !file.ends_with(FileNames::COMPRESSED)) {
      const std::int64_t end = PlainBytes::openEnd(file);
      if (end >= 0) {
        ends[later->first] = end;
      }
    }
  }
  return ends;
}

bool SegmentFiles::isRunOver() const {
  return !parts_ || RunLock::isOver(directory_, parts_->name, parts_->run);
}

std::string SegmentFiles::nameOf(std::int64_t number) const {
  return (fs::path(directory_) / FileNames::segment(parts_->name, parts_->run, number)).string();
}

std::optional<LogSegmentImage> SegmentFiles::open() {
  for (int attempt = 1;; attempt++) {
    if (!sealed_.empty()) {
      throw LogException(sealed_ +
                         ": is sealed, which only the program in Java opens (./tandem log,"
                         " with --key-file)");
    }
    if (plain_.ends_with(FileNames::COMPRESSED)) {
      throw LogException(plain_ +
                         ": is compressed, which only the program in Java reads (./tandem log)");
    }
    try {
      return LogSegmentImage::open(plain_, PlainBytes::read(plain_));
    } catch (const ChangedException& changed) {
      if (!parts_ || attempt == kAttempts) {
        throw LogException(std::string(changed.what()) +
                           ": was removed, replaced or cut while it was read");
      }
      const OfRun now = lookForRun();
      const auto found = now.find(parts_->number);
      if (found == now.end()) {
        return std::nullopt;
      }
      plain_ = found->second.plain_;
      sealed_ = found->second.sealed_;
    }
  }
}

}  // namespace tandem::logger

#include "tandem/logger/storage/closed_files.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <tuple>
#include <utility>

#include "tandem/logger/storage/run_lock.hpp"
#include "tandem/wal/storage/descriptor.hpp"

namespace tandem::logger {

namespace fs = std::filesystem;

namespace {

/** A century, so that the addition does not overflow. */
constexpr std::chrono::milliseconds kMostAge{3'155'760'000'000};

bool isOf(const FileNames::Parts& file, const FileNames::Parts& segment) {
  return file.run == segment.run && file.number == segment.number;
}

ClosedFiles::Moment modifiedAt(const struct stat& file) {
  using namespace std::chrono;
  const auto since = seconds(file.st_mtim.tv_sec) + nanoseconds(file.st_mtim.tv_nsec);
  return ClosedFiles::Moment(duration_cast<ClosedFiles::Moment::duration>(since));
}

}  // namespace

void ClosedFiles::applyRetention(std::int64_t firstLive) {
  if (keep_.keepsAll()) {
    return;
  }
  for (const fs::path& path : doomed(list(firstLive), keep_, Moment::clock::now())) {
    deleted_ += fs::remove(path) ? 1 : 0;
  }
}

std::vector<fs::path> ClosedFiles::doomed(std::vector<Closed> files, const RetentionPolicy& keep,
                                          Moment now) {
  std::stable_sort(files.begin(), files.end(), [](const Closed& one, const Closed& other) {
    return std::tie(one.parts.run, one.parts.number) >
           std::tie(other.parts.run, other.parts.number);
  });
  const auto age = std::min(keep.age, kMostAge);
  std::vector<fs::path> doomed;
  std::int64_t count = 0;
  std::int64_t bytes = 0;
  std::string endOf;
  for (std::size_t from = 0, to = 0; from < files.size(); from = to) {
    // The files that a sealing in Java makes of one segment count as one.
    const FileNames::Parts& segment = files[from].parts;
    bool old = true;
    for (to = from; to < files.size() && isOf(files[to].parts, segment); to++) {
      bytes += files[to].bytes;
      old = old && files[to].modified + age < now;
    }
    count++;
    if (segment.run == endOf || count > keep.files || bytes > keep.bytes || old) {
      endOf = segment.run;
      for (std::size_t at = from; at < to; at++) {
        doomed.push_back(files[at].path);
      }
    }
  }
  // The oldest first, so that a reader never finds a gap between segments.
  std::reverse(doomed.begin(), doomed.end());
  return doomed;
}

std::vector<ClosedFiles::Closed> ClosedFiles::list(std::int64_t firstLive) const {
  std::vector<Closed> files;
  std::map<std::string, bool> over;
  for (const auto& entry : fs::directory_iterator(directory_)) {
    auto parts = FileNames::parse(entry.path().filename().string());
    if (!parts || parts->name != name_) {
      continue;
    }
    bool closed = false;
    if (parts->run == run_) {
      closed = parts->number < firstLive;
    } else {
      auto known = over.find(parts->run);
      if (known == over.end()) {
        known = over.emplace(parts->run, RunLock::isOver(directory_, name_, parts->run)).first;
      }
      closed = known->second;
    }
    if (!closed) {
      continue;
    }
    struct stat file {};
    if (::stat(entry.path().c_str(), &file) == 0) {
      files.push_back({entry.path(), std::move(*parts), file.st_size, modifiedAt(file)});
    } else if (errno == ENOENT) {
      // Compressed or deleted while it was looked at: the next round sees the rest.
      return {};
    } else {
      throw wal::systemError(entry.path(), "look at", errno);
    }
  }
  return files;
}

}  // namespace tandem::logger

#include "tandem/logger/recovery/recovery.hpp"

#include <fcntl.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "tandem/logger/format/file_names.hpp"
#include "tandem/logger/format/record_checksum.hpp"
#include "tandem/logger/format/segment_layout.hpp"
#include "tandem/logger/read/log_record_cursor.hpp"
#include "tandem/logger/storage/run_lock.hpp"
#include "tandem/wal/storage/descriptor.hpp"

namespace tandem::logger {

namespace fs = std::filesystem;

namespace {

std::uint64_t wordAt(const PlainBytes& bytes, std::int64_t at) {
  return SegmentLayout::get<std::uint64_t>(bytes.data() + at);
}

std::vector<std::string> namesIn(const fs::path& directory) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool hasHeader(const PlainBytes& bytes) {
  return bytes.size() >= SegmentLayout::HEADER_BYTES &&
         wordAt(bytes, SegmentLayout::MAGIC_AT) == SegmentLayout::MAGIC;
}

/** Whether nothing was ever written to a segment with this last byte that is not 0. */
bool isUnused(const PlainBytes& bytes, std::int64_t used) {
  return used == 0 || (hasHeader(bytes) && used <= SegmentLayout::HEADER_BYTES &&
                       wordAt(bytes, SegmentLayout::CLAIM_AT) == SegmentLayout::UNCLAIMED);
}

bool isSound(const PlainBytes& bytes) {
  return hasHeader(bytes) &&
         wordAt(bytes, SegmentLayout::HEADER_SUM_AT) == RecordChecksum::header(bytes.data());
}

/** Work on the runs of one store's name. */
class Tidying {
 public:
  Tidying(const fs::path& directory, const LogStoreConfig& config)
      : directory_(directory), config_(config) {}

  std::int64_t holes = 0;

  /** Whether nothing is left to be done with a run. */
  bool tidy(const std::string& run) {
    bool done = true;
    const std::string prefix = config_.name + "-" + run + "-";
    for (const std::string& name : namesIn(directory_)) {
      if (!name.starts_with(prefix)) {
        continue;
      }
      if (name.ends_with(FileNames::PART)) {
        fs::remove(directory_ / name);
      } else if (name.ends_with(FileNames::SUFFIX)) {
        try {
          done = tidyFile((directory_ / name).string()) && done;
        } catch (const ChangedException&) {
          // Deleted or compressed by another process: so there is nothing to be done with it.
        }
      }
    }
    return done;
  }

 private:
  bool tidyFile(const std::string& file) {
    PlainBytes bytes = PlainBytes::read(file);
    const std::int64_t used = bytes.zerosBegin(0);
    if (isUnused(bytes, used)) {
      fs::remove(file);
      return true;
    }
    if (!isSound(bytes)) {
      config_.report(file + ": its header is lost or damaged; it is left as it is");
      return true;
    }
    return keep(file, std::move(bytes), used);
  }

  /** Whether nothing of the file is left to be sealed. */
  bool keep(const std::string& file, PlainBytes bytes, std::int64_t used) {
    const std::uint64_t closed = wordAt(bytes, SegmentLayout::CLOSED_AT);
    const std::uint64_t claims = wordAt(bytes, SegmentLayout::CLAIM_AT);
    // Killed while it was being closed: the file stays as long as it is.
    const std::int64_t claimed = SegmentLayout::offsetOf(closed == 0 ? claims : closed);
    std::int64_t end =
        std::min(std::max(claimed, SegmentLayout::alignedLength(used)), bytes.size());
    if (used > claimed) {
      config_.report(file + ": found bytes up to " + std::to_string(used) + " and an end of " +
                     std::to_string(claimed));
    }
    const std::uint64_t flags = wordAt(bytes, SegmentLayout::FLAGS_AT);
    const bool wiped = wordAt(bytes, SegmentLayout::WIPED_AT) > SegmentLayout::UNCLAIMED;
    const LogSegmentImage image = LogSegmentImage::open(file, std::move(bytes), true);
    LogRecordCursor cursor(image);
    while (cursor.next()) {
      // To the end.
    }
    // Else most of the records are elsewhere.
    holes += wiped ? 0 : cursor.holes();
    // Where the claims are lost: a record may end in zeros.
    end = std::max(end, cursor.recordsEnd());
    wal::Descriptor::open(file, O_WRONLY).truncate(end, file);
    return flags != SegmentLayout::TO_BE_SEALED;
  }

  const fs::path& directory_;
  const LogStoreConfig& config_;
};

}  // namespace

std::int64_t Recovery::run(const fs::path& directory, const LogStoreConfig& config) {
  Tidying tidying(directory, config);
  for (const std::string& name : namesIn(directory)) {
    const auto run = FileNames::runOfLock(config.name, name);
    if (!run) {
      continue;
    }
    if (auto lock = RunLock::ofOver(directory, config.name, *run)) {
      // Left, where it throws.
      if (tidying.tidy(*run)) {
        lock->forget();
      }
    }
  }
  return tidying.holes;
}

}  // namespace tandem::logger

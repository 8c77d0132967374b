#include "tandem/logger/log_store_config.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <stdexcept>

#include "tandem/logger/format/segment_layout.hpp"

namespace tandem::logger {
namespace {

bool isName(const std::string& name) {
  const auto isOne = [](char each) {
    return std::isalnum(static_cast<unsigned char>(each)) != 0 || each == '.' || each == '_' ||
           each == '-';
  };
  return !name.empty() && name.size() <= 64 && name[0] != '.' && name[0] != '_' && name[0] != '-' &&
         std::all_of(name.begin(), name.end(), isOne);
}

void require(bool holds, const std::string& what) {
  if (!holds) {
    throw std::invalid_argument(what);
  }
}

}  // namespace

LogStoreConfig LogStoreConfig::checked() const {
  require(isName(name), "name must be letters, digits, '.', '_', '-': " + name);
  require(segmentSize >= SegmentLayout::MIN_CAPACITY &&
              segmentSize <= SegmentLayout::MAX_CAPACITY && segmentSize % 4096 == 0,
          "segment size must be a multiple of 4096 from 64 KiB to 4 GiB: " +
              std::to_string(segmentSize));
  require(segmentsAhead >= 1 && segmentsAhead <= 64,
          "segments ahead must be 1 to 64: " + std::to_string(segmentsAhead));
  require(!rotateEvery || rotateEvery->count() > 0, "rotateEvery must be more than 0");
  require(retention.files >= 0 && retention.bytes >= 0 && retention.age.count() >= 0,
          "limits of the retention must not be negative");
  require(!sync.interval || sync.interval->count() > 0, "sync interval must be more than 0");
  require(blockBound.count() > 0, "blockBound must be more than 0");
  require(retryInterval.count() > 0, "retryInterval must be more than 0");
  require(lastWriters.count() >= 0, "lastWriters must not be less than 0");
  return *this;
}

void LogStoreConfig::report(const std::string& text) const {
  if (!onFailure) {
    std::fprintf(stderr, "tandem-logger: %s\n", text.c_str());
    return;
  }
  try {
    onFailure(text);
  } catch (...) {
    std::fprintf(stderr, "tandem-logger: %s (and its listener failed)\n", text.c_str());
  }
}

std::int64_t LogStoreConfig::maxRecord() const {
  return std::min<std::int64_t>(1 << 20, segmentSize / 4);
}

}  // namespace tandem::logger

#include "tandem/wal/wal_config.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "tandem/wal/format/record_format.hpp"
#include "tandem/wal/format/segment_header.hpp"

namespace tandem::wal {
namespace {

void between(const char* name, std::int64_t value, std::int64_t least, std::int64_t most) {
  if (value < least || value > most) {
    throw std::invalid_argument(std::string(name) + ": expected " + std::to_string(least) + " to " +
                                std::to_string(most) + ", found " + std::to_string(value));
  }
}

constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();

}  // namespace

WalConfig WalConfig::checked() const {
  WalConfig config = *this;
  config.segmentBytes &= ~std::int64_t{7};
  config.bufferBytes &= ~std::int64_t{7};
  between("segmentBytes", config.segmentBytes, MIN_SEGMENT_BYTES, MAX_SEGMENT_BYTES);
  between("bufferBytes", config.bufferBytes, MIN_BUFFER_BYTES, MAX_BUFFER_BYTES);
  between("segmentsAhead", segmentsAhead, 1, 1'024);
  if (segmentsInReserve < 0) {
    config.segmentsInReserve = std::min(1, segmentsAhead - 1);
  }
  between("segmentsInReserve", config.segmentsInReserve, 0, segmentsAhead - 1);
  between("buffers", buffers, 2, 64);
  between("maxBatchBytes", maxBatchBytes, 1 << 10, kAny);
  between("spillBytes", spillBytes, 0, kAny);
  between("confirmLimit", confirmLimit.count(), 0, kAny);
  between("spinningWaiters", spinningWaiters, 0, 1'024);
  between("retentionBytes", retentionBytes, -1, kAny);
  between("reserveBytes", reserveBytes, 0, kAny);
  if (mode == ReadMode::READ_ONLY) {
    throw std::invalid_argument("mode: expected one that writes, found READ_ONLY");
  }
  if (files == nullptr) {
    throw std::invalid_argument("files: expected a store, found none");
  }
  return config;
}

std::int64_t WalConfig::maxBodyBytes() const {
  const std::int64_t room =
      std::min(bufferBytes, segmentBytes - SegmentHeader::BYTES - RecordFormat::MARK_BYTES);
  return room - RecordFormat::MARK_BYTES - RecordFormat::HEADER_BYTES;
}

}  // namespace tandem::wal

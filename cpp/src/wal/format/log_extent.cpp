#include "tandem/wal/format/log_extent.hpp"

#include <algorithm>
#include <string>

#include "tandem/wal/format/checksum.hpp"
#include "tandem/wal/format/segment_names.hpp"
#include "tandem/wal/wal_exception.hpp"

namespace tandem::wal {
namespace {

constexpr std::uint64_t kMagic = 0x005458454D444E54U;
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kChecksum = 60;

}  // namespace

void LogExtent::encode(std::byte* target) const {
  std::fill_n(target, BYTES, std::byte{0});
  putNumber(target, kMagic);
  putNumber(target + 8, kVersion);
  putNumber(target + 16, logId);
  putNumber(target + 24, generation);
  putNumber(target + 32, first);
  putNumber(target + 40, last);
  putNumber(target + kChecksum, Checksum::of(Bytes(target, kChecksum)));
}

bool LogExtent::operator==(const LogExtent& other) const = default;

std::optional<LogExtent> LogExtent::decode(Bytes file, int copy) {
  const auto from = static_cast<std::size_t>(copy * COPY_BYTES);
  if (file.size() < from + BYTES) {
    return std::nullopt;
  }
  const Bytes bytes = file.subspan(from, BYTES);
  const std::byte* at = bytes.data();
  if (numberAt<std::uint64_t>(at) != kMagic ||
      numberAt<std::uint32_t>(at + kChecksum) != Checksum::of(bytes.first(kChecksum))) {
    return std::nullopt;
  }
  const auto version = numberAt<std::uint32_t>(at + 8);
  if (version != kVersion) {
    throw WalCorruptedException(SegmentNames::EXTENT, 0, -1, "version " + std::to_string(kVersion),
                                std::to_string(static_cast<std::int32_t>(version)));
  }
  return LogExtent{numberAt<std::int64_t>(at + 16), numberAt<std::int64_t>(at + 24),
                   numberAt<std::int64_t>(at + 32), numberAt<std::int64_t>(at + 40), copy};
}

}  // namespace tandem::wal

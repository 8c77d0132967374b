#include "tandem/wal/format/segment_header.hpp"

#include "tandem/wal/format/checksum.hpp"
#include "tandem/wal/format/record_format.hpp"
#include "tandem/wal/wal_exception.hpp"

namespace tandem::wal {
namespace {

constexpr std::uint64_t kMagic = 0x004C41574D444E54U;
constexpr std::uint32_t kCrc32c = 1;
constexpr std::size_t kChecksum = 60;

WalCorruptedException damage(const std::string& name, std::int64_t offset,
                             const std::string& expected, const std::string& found) {
  return {name, offset, -1, expected, found};
}

}  // namespace

std::uint32_t SegmentHeader::seed() const {
  return RecordFormat::seed(static_cast<std::uint64_t>(logId), static_cast<std::uint64_t>(epoch),
                            static_cast<std::uint64_t>(number));
}

void SegmentHeader::encode(std::byte* target) const {
  putNumber(target, kMagic);
  putNumber(target + 8, VERSION);
  putNumber(target + 12, kCrc32c);
  putNumber(target + 16, logId);
  putNumber(target + 24, epoch);
  putNumber(target + 32, number);
  putNumber(target + 40, fileBytes);
  putNumber(target + 48, createdNs);
  putNumber(target + 56, std::uint32_t{syncsOnRequest});
  putNumber(target + kChecksum, Checksum::of(Bytes(target, kChecksum)));
}

SegmentHeader SegmentHeader::decode(Bytes source, const std::string& name) {
  if (source.size() < static_cast<std::size_t>(BYTES)) {
    throw damage(name, 0, std::to_string(BYTES) + " bytes of header",
                 std::to_string(source.size()) + " bytes");
  }
  const std::byte* at = source.data();
  const auto magic = numberAt<std::uint64_t>(at);
  if (magic != kMagic) {
    throw damage(name, 0, "magic " + hex(kMagic), hex(magic));
  }
  const std::uint32_t sum = Checksum::of(source.first(kChecksum));
  const auto stored = numberAt<std::uint32_t>(at + kChecksum);
  if (stored != sum) {
    throw damage(name, kChecksum, "header checksum " + hex(sum), hex(stored));
  }
  const auto version = numberAt<std::uint32_t>(at + 8);
  if (version != VERSION) {
    throw damage(name, 8, "version " + std::to_string(VERSION),
                 std::to_string(static_cast<std::int32_t>(version)));
  }
  const auto kind = numberAt<std::uint32_t>(at + 12);
  if (kind != kCrc32c) {
    throw damage(name, 12, "checksum kind " + std::to_string(kCrc32c),
                 std::to_string(static_cast<std::int32_t>(kind)));
  }
  return {numberAt<std::int64_t>(at + 16), numberAt<std::int64_t>(at + 24),
          numberAt<std::int64_t>(at + 32), numberAt<std::int64_t>(at + 40),
          numberAt<std::int64_t>(at + 48), numberAt<std::uint32_t>(at + 56) == 1};
}

}  // namespace tandem::wal

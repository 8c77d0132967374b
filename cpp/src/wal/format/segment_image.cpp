#include "tandem/wal/format/segment_image.hpp"

#include <fcntl.h>

#include <array>

#include "tandem/wal/format/record_scanner.hpp"
#include "tandem/wal/storage/descriptor.hpp"
#include "tandem/wal/wal_config.hpp"

namespace tandem::wal {

SegmentImage SegmentImage::of(const std::filesystem::path& path, std::int64_t number) {
  const std::string name = path.filename().string();
  const Descriptor file = Descriptor::open(path, O_RDONLY);
  const std::int64_t size = file.size(path);
  if (size > WalConfig::MAX_SEGMENT_BYTES) {
    throw WalCorruptedException(
        name, 0, -1, "at most " + std::to_string(WalConfig::MAX_SEGMENT_BYTES) + " bytes",
        std::to_string(size) + " bytes");
  }
  std::array<std::byte, SegmentHeader::BYTES> bytes{};
  const std::size_t read = file.readAt(bytes.data(), bytes.size(), 0, path);
  const SegmentHeader header = SegmentHeader::decode(Bytes(bytes).first(read), name);
  if (header.number != number) {
    throw WalCorruptedException(name, 32, -1, "segment number " + std::to_string(number),
                                std::to_string(header.number));
  }
  return {path, header, size};
}

std::optional<WalCorruptedException> SegmentImage::cutOffAt(std::int64_t place,
                                                            std::int64_t sequence) const {
  // Whoever forges a header may write any number into it.
  if (header.fileBytes <= bytes) {
    return std::nullopt;
  }
  return WalCorruptedException(name(), place, sequence,
                               std::to_string(header.fileBytes) + " bytes, as made, or an end mark",
                               "a file cut off at " + std::to_string(bytes) +
                                   " bytes: " + std::to_string(header.fileBytes - bytes) +
                                   " are missing, and maybe records that were in them");
}

std::int64_t SegmentImage::firstSequence() const {
  RecordScanner places(*this);
  return places.isMarkValidAt(SegmentHeader::BYTES) ? places.sequenceAt(SegmentHeader::BYTES) : -1;
}

}  // namespace tandem::wal

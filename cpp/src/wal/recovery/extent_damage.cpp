#include "tandem/wal/recovery/extent_damage.hpp"

namespace tandem::wal {

namespace fs = std::filesystem;

WalCorruptedException ExtentDamage::lost(const ReadExtent& read) {
  const std::string found = read.fileBytes == 0
                                ? std::string("none")
                                : "neither whole, in " + std::to_string(read.fileBytes) + " bytes";
  return {SegmentNames::EXTENT, 0, -1,
          "a file that says which segments there are, with one of two copies whole",
          found + ": if no segment is missing at either end, 'wal repair' makes it anew"};
}

std::optional<WalCorruptedException> ExtentDamage::halfLost(const ReadExtent& read) {
  if (read.whole[0] == read.whole[1]) {
    return std::nullopt;
  }
  return WalCorruptedException(SegmentNames::EXTENT, read.whole[0] ? LogExtent::COPY_BYTES : 0, -1,
                               "two whole copies of which segments there are",
                               "one of them; the next opening for writing makes the other anew");
}

WalCorruptedException ExtentDamage::missing(const LogExtent& extent, const fs::path& directory,
                                            std::int64_t number) {
  return missing(directory, number, -1,
                 std::string("no file, but by ") + SegmentNames::EXTENT + " the log has segments " +
                     std::to_string(extent.first) + " to " + std::to_string(extent.last) +
                     " or later");
}

WalCorruptedException ExtentDamage::missing(const fs::path& directory, std::int64_t number,
                                            std::int64_t sequence, const std::string& found) {
  return {SegmentNames::segment(directory, number).filename().string(), 0, sequence,
          "segment " + std::to_string(number), found};
}

WalCorruptedException ExtentDamage::missingBehind(const SegmentImage& rolled,
                                                  std::int64_t sequence) {
  return missing(rolled.path.parent_path(), rolled.header.number + 1, sequence,
                 "no file, but by its end mark " + rolled.name() + " is not the last segment");
}

WalCorruptedException ExtentDamage::beginningLost(const SegmentImage& image,
                                                  const std::string& found) {
  return {image.name(), SegmentHeader::BYTES, -1,
          "a first record, which was synced before the segments before it were given up", found};
}

void ExtentDamage::check(const LogExtent& extent, const SegmentImage& image) {
  if (image.header.logId != extent.logId) {
    throw WalCorruptedException(image.name(), 16, -1,
                                "log id " + hex(static_cast<std::uint64_t>(extent.logId)),
                                hex(static_cast<std::uint64_t>(image.header.logId)));
  }
}

WalGapException ExtentDamage::gap(const LogExtent& extent, const fs::path& directory,
                                  std::int64_t wanted) {
  std::int64_t begins = -1;
  try {
    begins = SegmentImage::of(SegmentNames::segment(directory, extent.first), extent.first)
                 .firstSequence();
  } catch (const WalException&) {
    // It has gone by now, too.
  }
  return {directory.string(), wanted, begins};
}

LogExtent ExtentDamage::madeOf(const SegmentFiles& segments) {
  const auto& [number, path] = *segments.rbegin();
  const std::int64_t first = segments.begin()->first;
  return {SegmentImage::of(path, number).header.logId, 0, first, first - 1, 0};
}

}  // namespace tandem::wal

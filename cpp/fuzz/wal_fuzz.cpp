#include <algorithm>
#include <vector>

#include "fuzzing.hpp"
#include "tandem/wal/format/checksum.hpp"
#include "tandem/wal/format/record_format.hpp"
#include "tandem/wal/format/segment_header.hpp"
#include "tandem/wal/format/segment_names.hpp"
#include "tandem/wal/wal_exception.hpp"
#include "tandem/wal/wal_reader.hpp"
#include "tandem/wal/wal_repair.hpp"
#include "tandem/wal/wal_verifier.hpp"

namespace {

using namespace tandem::wal;
using tandem::fuzzing::require;

constexpr std::size_t kHeader = SegmentHeader::BYTES;

/** Checksums that fit, or no input would ever come behind the first of them. */
void seal(std::span<std::byte> segment, std::int64_t number) {
  if (segment.size() < kHeader) {
    return;
  }
  SegmentHeader header;
  header.logId = 7;
  header.epoch = 1 + (std::to_integer<int>(segment[16]) & 1);
  header.number = number;
  header.fileBytes = static_cast<std::int64_t>(segment.size());
  header.createdNs = 1;
  header.encode(segment.data());
  std::uint32_t mark = 0;
  std::size_t at = kHeader;
  while (at + RecordFormat::HEADER_BYTES <= segment.size()) {
    std::byte* record = segment.data() + at;
    const auto length = numberAt<std::int32_t>(record + RecordFormat::LENGTH);
    const std::size_t aligned = static_cast<std::uint32_t>(RecordFormat::aligned(length));
    if (length < RecordFormat::HEADER_BYTES || aligned > segment.size() - at) {
      return;
    }
    std::fill(record + length, record + aligned, std::byte{0});
    const auto word = numberAt<std::uint64_t>(record + RecordFormat::TYPE_AND_SEQUENCE);
    const bool isMark =
        RecordFormat::isMark(RecordFormat::typeOf(word)) && length == RecordFormat::MARK_BYTES;
    if (isMark && record[16] != std::byte{1}) {
      putNumber(record + RecordFormat::MARK_CHAIN, mark);
    }
    if (record[16] != std::byte{2}) {
      const Bytes summed(record + RecordFormat::LENGTH, aligned - RecordFormat::LENGTH);
      putNumber(record, Checksum::of(summed) ^ header.seed());
    }
    mark = isMark ? numberAt<std::uint32_t>(record) : mark;
    at += aligned;
  }
}

/** How many records a reader gives; -1 if it says that the log is damaged. */
std::int64_t readAll(const std::filesystem::path& log, ReadMode mode) {
  try {
    WalReader reader(log, mode, -1);
    std::int64_t records = 0;
    while (reader.next()) {
      records++;
    }
    return records;
  } catch (const WalException&) {
    return -1;
  }
}

}  // namespace

/** A log of up to three segments: verified, read, repaired, and then sound. */
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) {
    return 0;
  }
  const std::filesystem::path log = tandem::fuzzing::scratch() / "log";
  std::filesystem::remove_all(log);
  std::filesystem::create_directory(log);
  const int segments = 1 + data[0] % 3;
  const bool sealed = (data[0] & 4) != 0;
  std::vector<std::byte> all(size - 1);
  std::copy_n(reinterpret_cast<const std::byte*>(data) + 1, size - 1, all.begin());
  const std::size_t each = all.size() / static_cast<std::size_t>(segments) / 8 * 8;
  for (int i = 0; i < segments; i++) {
    const auto segment = std::span(all).subspan(static_cast<std::size_t>(i) * each,
                                                i + 1 < segments ? each : std::dynamic_extent);
    if (sealed) {
      seal(segment, i + 1);
    }
    tandem::fuzzing::writeFile(SegmentNames::segment(log, i + 1), segment);
  }
  const WalReport before = WalVerifier::verify(log);
  const std::int64_t read = readAll(log, ReadMode::READ_ONLY);
  readAll(log, ReadMode::STRICT);
  try {
    const WalRecoveryReport report = WalRepair::repair(log);
    require(read < 0 || report.records == read, "a repair keeps what a reader gives");
  } catch (const WalException&) {
    require(!before.sound(), "what is sound can be repaired");
    return 0;
  }
  require(WalVerifier::verify(log).sound(), "a repaired log is sound");
  require(read < 0 || readAll(log, ReadMode::READ_ONLY) == read, "a repair loses no record");
  return 0;
}

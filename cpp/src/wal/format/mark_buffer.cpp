#include "tandem/wal/format/mark_buffer.hpp"

#include "tandem/wal/format/checksum.hpp"

namespace tandem::wal {

std::uint32_t Mark::encode(std::byte* target, std::uint32_t seed) const {
  using Format = RecordFormat;
  putNumber(target + Format::LENGTH, static_cast<std::uint32_t>(Format::MARK_BYTES));
  putNumber(target + Format::TYPE_AND_SEQUENCE, Format::typeAndSequence(type, sequence));
  putNumber(target + Format::TIMESTAMP, timestamp);
  putNumber(target + Format::MARK_SYNCED, synced);
  putNumber(target + Format::MARK_CHAIN, chain);
  putNumber(target + Format::MARK_CHAIN + 4, std::uint32_t{0});
  const Bytes summed(target + Format::LENGTH, Format::MARK_BYTES - Format::LENGTH);
  const std::uint32_t sum = Checksum::of(summed) ^ seed;
  putNumber(target + Format::CHECKSUM, sum);
  return sum;
}

}  // namespace tandem::wal

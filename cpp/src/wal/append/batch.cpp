#include "tandem/wal/append/batch.hpp"

#include <utility>

namespace tandem::wal {

Batch::Batch(std::int64_t capacity)
    : limitUnits_(static_cast<std::uint64_t>(capacity) >> UNIT_SHIFT),
      capacity_(capacity),
      bytes_(new std::byte[static_cast<std::size_t>(capacity)]()),
      stamps_(static_cast<std::size_t>(capacity / RecordFormat::HEADER_BYTES + 1)) {}

void Batch::open(std::int64_t generation, std::int64_t sequence, std::shared_ptr<Segment> target,
                 std::int64_t roomBytes) {
  startBytes_ = capacity_ - roomBytes;
  generation_.store(generation, std::memory_order_relaxed);
  firstSequence_ = sequence;
  seed_ = target->seed();
  segment_ = std::move(target);
  syncWanted_.store(false, std::memory_order_relaxed);
  const auto start = static_cast<Claim>(startBytes_ + RecordFormat::MARK_BYTES) >> UNIT_SHIFT;
  claims_.store(start, std::memory_order_release);
}

void Batch::sealIfCrossed(Claim claim) {
  if (beganWithin(claim)) {
    endBytes_ = static_cast<std::int64_t>(startOf(claim) << UNIT_SHIFT);
    records_ = countOf(claim);
    sealed_.store(generation(), std::memory_order_release);
  }
}

}  // namespace tandem::wal

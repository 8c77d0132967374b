#include "tandem/ingress/lane_set.hpp"

#include "tandem/ingress/process_fence.hpp"

namespace tandem::ingress {

LaneSet::LaneSet(u32 most, bool fenced, u32 capacity)
    : fenced_(fenced || !process_fence::isThere()),
      capacity_(capacity),
      lanes_(most),
      owned_(most),
      awake_((most + 63) / 64) {
  make();
}

Lane* LaneSet::claim() {
  if (isClosed()) {
    return nullptr;
  }
  const u32 known = made();
  for (u32 i = kCommon + 1; i < known; i++) {
    bool free = false;
    if (!owned_[i].load(std::memory_order_relaxed) &&
        owned_[i].compare_exchange_strong(free, true)) {
      return lanes_[i].get();
    }
  }
  return make();
}

Lane* LaneSet::make() {
  const std::lock_guard lock(making_);
  const u32 number = made();
  if (isClosed() || number == lanes_.size()) {
    return nullptr;
  }
  lanes_[number] = std::make_unique<Lane>(number, fenced_ || number == kCommon, capacity_);
  owned_[number].store(true);
  made_.store(number + 1);
  return lanes_[number].get();
}

void LaneSet::sleep(Lane& lane) {
  const u32 number = lane.number();
  // The bit first: who takes the mark off sets it again.
  awake_[number / 64].fetch_and(~(u64{1} << number % 64));
  if (!lane.sleep()) {
    wake(number);
  }
}

void LaneSet::rouse(u32 number) {
  Lane& lane = *lanes_[number];
  if (lane.isAsleep() && lane.ready() > 0 && lane.wake()) {
    wake(number);
  }
}

i64 LaneSet::close() {
  const std::lock_guard lock(making_);
  closed_.store(true);
  const u32 all = made();
  for (u32 i = 0; i < all; i++) {
    lanes_[i]->close();
  }
  if (!fenced_) {
    // Who publishes from here on sees the mark; what was published before is seen here.
    process_fence::issue();
  }
  i64 accepted = 0;
  for (u32 i = 0; i < all; i++) {
    accepted += lanes_[i]->settle();
  }
  return accepted;
}

u32 LaneSet::claimed() const {
  u32 claimed = 0;
  for (u32 i = kCommon + 1; i < made(); i++) {
    claimed += owned_[i].load() ? 1 : 0;
  }
  return claimed;
}

}  // namespace tandem::ingress

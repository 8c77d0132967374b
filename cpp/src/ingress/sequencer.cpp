#include "tandem/ingress/sequencer.hpp"

#include <algorithm>
#include <bit>

namespace tandem::ingress {

i64 Sequencer::available(i64 next) {
  if (cursor_ < next) {
    round();
  }
  return cursor_;
}

void Sequencer::round() {
  const i64 room = std::min(ring_.room(*lastStage_), batch_);
  if (room == 0) {
    return;
  }
  const i64 before = cursor_;
  visitFrom(turn_, room);
  if (cursor_ != before) {
    ring_.publish(cursor_);
  }
  lanes_.rouse(sleeper_);
  sleeper_ = sleeper_ + 1 < lanes_.made() ? sleeper_ + 1 : 0;
}

/** Visits every lane that is awake once, in order from the first on, until there is no room. */
void Sequencer::visitFrom(u32 first, i64 room) {
  const u32 words = lanes_.words();
  const u32 firstWord = first / 64;
  const u64 fromFirst = ~u64{0} << first % 64;
  // The first word twice: its upper part at the beginning, its lower part at the end.
  for (u32 i = 0; i <= words; i++) {
    const u32 word = (firstWord + i) % words;
    u64 bits = lanes_.awake(word);
    if (i == 0) {
      bits &= fromFirst;
    } else if (i == words) {
      bits &= ~fromFirst;
    }
    while (bits != 0) {
      const int bit = std::countr_zero(bits);
      const u32 number = word * 64 + static_cast<u32>(bit);
      room -= visit(lanes_.lane(number), std::min(visit_, room));
      if (room == 0) {
        turn_ = (number + 1) % lanes_.made();
        return;
      }
      // Looked at again: a lane that woke meanwhile would else be behind all others twice.
      const u64 behind = ~u64{1} << bit;
      bits = lanes_.awake(word) & (i == words ? behind & ~fromFirst : behind);
    }
  }
}

i64 Sequencer::visit(Lane& lane, i64 most) {
  const i64 count = std::min(lane.ready(), most);
  if (count == 0) {
    if (lane.wasEmptyOften(kEmptyVisits)) {
      lanes_.sleep(lane);
    }
    return 0;
  }
  lane.wasNotEmpty();
  for (i64 i = 0; i < count; i++) {
    lane.read(i, ring_[++cursor_]);
  }
  lane.take(count);
  return count;
}

}  // namespace tandem::ingress

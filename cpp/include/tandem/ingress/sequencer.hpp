#pragma once

#include <algorithm>
#include <bit>

#include "tandem/command/command.hpp"
#include "tandem/ingress/lane_set.hpp"
#include "tandem/pipeline/ring_buffer.hpp"
#include "tandem/pipeline/upstream.hpp"

namespace tandem::ingress {

/** What happens in a round whenever a command has been read: nothing, but in a test. */
struct NoProbe {
  void operator()() const {}
};

/**
 * Takes commands from lanes, gives them their order, and publishes them into a ring that only it
 * publishes into. It is what the first stage of that ring follows, so it works on that stage's
 * thread: when the stage has nothing left and looks for more, it makes a round.
 *
 * A round visits each lane that is awake, in rotation, and takes at most a visit's commands of
 * each. It ends early when the ring or the batch is full; then the next round continues behind it.
 * So between two visits of a lane every other lane is visited once at most, and with n lanes a
 * command at the head of its lane waits for at most (n - 1) * visit others.
 *
 * A lane that was found empty several times in a row is put to sleep. A round costs a look at each
 * lane that is awake, at each word of the bitmap of 64 lanes, and at one lane that sleeps: so a
 * command whose producer did not see that its lane had just fallen asleep is found after as many
 * rounds as there are lanes.
 *
 * Kernels have Sequencer; a probe is how a test acts within a round.
 */
template <class Probe>
class BasicSequencer final : public pipeline::Upstream {
 public:
  /** At most so many commands of a lane, and of all lanes together, in a round. */
  BasicSequencer(pipeline::RingBuffer<command::Command>& ring, LaneSet& lanes, u32 visit, u32 batch,
                 Probe probe = {})
      : ring_(ring), lanes_(lanes), visit_(visit), batch_(batch), probe_(probe) {}

  /** Which stage makes slots free again; before the first look. */
  void gateBy(const pipeline::Waiter& lastStage) { lastStage_ = &lastStage; }

  i64 available(i64 next) override;

 private:
  /** A lane that was empty so often in a row is put to sleep. */
  static constexpr u32 kEmptyVisits = 64;

  void round();
  /** Visits every lane that is awake once, in order from the first on, until there is no room. */
  void visitFrom(u32 first, i64 room);
  i64 visit(Lane& lane, i64 most);

  pipeline::RingBuffer<command::Command>& ring_;
  LaneSet& lanes_;
  const i64 visit_;
  const i64 batch_;
  const pipeline::Waiter* lastStage_ = nullptr;
  i64 cursor_ = -1;
  /** The lane that the next round begins with. */
  u32 turn_ = 0;
  /** The lane that the next round looks at even if it sleeps. */
  u32 sleeper_ = 0;
  [[no_unique_address]] Probe probe_;
};

using Sequencer = BasicSequencer<NoProbe>;

template <class Probe>
i64 BasicSequencer<Probe>::available(i64 next) {
  if (cursor_ < next) {
    round();
  }
  return cursor_;
}

template <class Probe>
void BasicSequencer<Probe>::round() {
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

template <class Probe>
void BasicSequencer<Probe>::visitFrom(u32 first, i64 room) {
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

template <class Probe>
i64 BasicSequencer<Probe>::visit(Lane& lane, i64 most) {
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
    probe_();
  }
  lane.take(count);
  return count;
}

extern template class BasicSequencer<NoProbe>;

}  // namespace tandem::ingress

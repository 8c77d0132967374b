#pragma once

#include "tandem/command/command.hpp"
#include "tandem/ingress/lane_set.hpp"
#include "tandem/pipeline/ring_buffer.hpp"
#include "tandem/pipeline/upstream.hpp"

namespace tandem::ingress {

/**
 * Takes commands from lanes, gives them their order, and publishes them into a ring that only it
 * publishes into. It is what the first stage of that ring follows, so it works on that stage's
 * thread: when the stage has nothing left and looks for more, it makes a round.
 *
 * A round visits each lane that is awake, in rotation, and takes at most a visit's commands of
 * each. It ends early when the ring or the batch is full; then the next one goes on behind it. So
 * between two visits of a lane every other lane is visited once at most, and with n lanes a command
 * at the head of its lane waits for at most (n - 1) * visit others.
 *
 * A lane that was found empty several times in a row is put to sleep. A round costs a look at each
 * lane that is awake, at each word of the bitmap of 64 lanes, and at one lane that sleeps: so a
 * command whose producer did not see that its lane had just fallen asleep is found after as many
 * rounds as there are lanes.
 */
class Sequencer final : public pipeline::Upstream {
 public:
  /** At most so many commands of a lane, and of all lanes together, in a round. */
  Sequencer(pipeline::RingBuffer<command::Command>& ring, LaneSet& lanes, u32 visit, u32 batch)
      : ring_(ring), lanes_(lanes), visit_(visit), batch_(batch) {}

  /** Which stage makes slots free again; before the first look. */
  void gateBy(const pipeline::Waiter& lastStage) { lastStage_ = &lastStage; }

  i64 available(i64 next) override;

 private:
  /** A lane that was empty so often in a row is put to sleep. */
  static constexpr u32 kEmptyVisits = 64;

  void round();
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
};

}  // namespace tandem::ingress
